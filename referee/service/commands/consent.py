"""Changes that need more than one seat, and acts that name hidden cards of several seats.

A seat's proposal or agreement is judged by what that seat may know, so that nobody learns by proposing what
another holds. What all have agreed to is judged on everything; its refusal says nothing of hidden cards.
"""

from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import Any, Literal, cast

from msgspec.structs import replace

from events.base import TABLE, Event, type_of
from events.codec import MalformedError, read_changes, write_changes
from events.envelope import Entry
from events.table import (
    LONGEST_CHANGE,
    ChangeProposed,
    PositionTold,
    ProposalAnswered,
    SeatLeft,
    TakenBack,
)
from referee.kernel.game import Game
from referee.kernel.registry import codec_for
from referee.kernel.shared import ASKED_OF_ALL, BESIDE, QUIET
from referee.kernel.table import Proposal, still_asked
from referee.kernel.verdict import Accepted, Refused, Verdict
from referee.service.logs.effective import Action, without_proposals
from referee.service.logs.log_index import LogIndex
from referee.service.logs.reapply import Reapplier
from referee.service.tables.open_acts import ends_step
from referee.service.tables.request import NOT_YOURS, Actor, Answer, Request
from referee.service.tables.table import Table, judge_together, one_decision, submit_together


@one_decision
def _change_together(
    table: Table, request: Request, changes: Sequence[Event], *, before: Sequence[Event] = ()
) -> Answer:
    """Make changes, after the events `before`, and reapply what they undid.

    Where the last change is an act (not of `BESIDE`), it replaces the first action undone. Nothing is
    reapplied after a take-back alone, or after a position told.
    """
    if (late := table.find_conflict(request)) is not None:
        return late
    undone = _actions_undone(table, changes[0]) if len(changes) > 1 else ()
    rest, first = _actions_to_reapply(table, changes), changes[0]
    reapplies = len(changes) > 1 and not isinstance(first, PositionTold)
    if len(rest) < len(undone):
        first = replace(first, dropped=len(undone) - len(rest))
    together = (*before, first, *changes[1:])
    return submit_together(table, together, rest, request, reapplies=reapplies)


def _actions_to_reapply(table: Table, changes: Sequence[Event]) -> tuple[Action, ...]:
    """Return the actions that changes undo and that are then reapplied: none for a single change.

    The first that was told is left out where the last change is an act, which replaces it, with all that was
    inferred from it.
    """
    undone = _actions_undone(table, changes[0]) if len(changes) > 1 else ()
    if not undone or isinstance(changes[-1], BESIDE):
        return undone
    replaced, last = {undone[0].cause if undone[0].is_implied else undone[0].seq}, 0
    for n, each in enumerate(undone):
        if {each.seq, each.cause} & replaced:
            replaced, last = replaced | {each.seq}, n
    return undone[last + 1 :]


def _actions_undone(table: Table, event: Event) -> tuple[Action, ...]:
    """Return the actions that `event` undoes: none unless it is a take-back."""
    if not isinstance(event, TakenBack):
        return ()
    kept = table.log_index.last_kept(event.to)
    return without_proposals([t for t in table.log_index.effective.actions if (t.seq or 0) > kept])


def is_free(table: Table, seats: Collection[str], to: int) -> bool:
    """Return whether seats may take back to entry `to` unasked: only their own acts since, nothing revealed.

    What was shown is known, taken back or not. What was worked out from a position told shows nothing: all
    had seen it before.

    Rules: TAB-BACK-02
    """
    log_index = table.log_index
    since = [each for each in log_index.actions if (each.seq or 0) > log_index.last_kept(to)]
    own = all(log_index.entries[(each.seq or 1) - 1].by in seats for each in since if not each.is_inferred)
    shown = (
        event
        for each in since
        if not each.is_worked_out
        for event in (each.consequences if each.is_inferred else each.events)
    )
    return own and not any(reveals_anything(table.game, event) for event in shown)


def reveals_anything(game: Game, event: Event) -> bool:
    """Return whether an event, as a viewer may read it, shows a secret or chance; not what lies face down."""
    if type_of(event) not in game.reveals:
        return False
    secret = next((act.hidden for act in game.acts if act.secret and act.event is type(event)), None)
    return secret is None or any(_is_visible(getattr(event, name)) for name in secret.fields)


def _is_visible(value: Any) -> bool:
    """Return whether anything is seen of a card, or of several."""
    return any(map(_is_visible, value)) if isinstance(value, tuple) else value is not None


_CANNOT = Refused("table.cannot_be_made", ("TAB-BACK-02",))
"""All agreed, and the referee still sees something against it that they may not know."""

ProposalReply = Literal["agree", "object", "withdraw"]


@one_decision
def change_or_propose(table: Table, request: Request, *changes: Event) -> Answer:
    """Make changes at once if the actor may make them alone, else propose them to the others.

    Several changes are made together: the first takes back, the last stands before what was undone or
    replaces the first of it, and the rest is reapplied. An actor for the whole table says who agreed, in the
    request or in the change itself; where it names nobody, the change says that it was set at the screen.
    The screen asks those who have phones of their own.

    Rules: TAB-BACK-02
    """
    actor = request.actor
    if not actor.agrees_for:
        return NOT_YOURS
    if (late := table.find_conflict(request)) is not None:
        return late
    if not actor.is_whole(table.state):
        return propose(table, request, actor.agrees_for[0], *_with_agreement(changes, ()))
    if (refused := _judge_as_known(table, actor, changes)) is not None:
        return refused
    if of := _seats_asked_by_screen(table, actor, changes):
        return _propose_for_table(table, request, changes, of)
    named = request.agreed or (() if actor.asks else getattr(changes[0], "agreed", ()))
    return _make_changes(table, request, _with_agreement(changes, named, at_screen=not named))


def _make_changes(table: Table, request: Request, changes: tuple[Event, ...]) -> Answer:
    """Make changes that need nobody's agreement any more; of a position told its acts are proved."""
    if len(changes) == 1 and not isinstance(changes[0], PositionTold):
        return table.submit(changes[0], request)
    return _change_together(table, request, changes)


def _judge_as_known(table: Table, actor: Actor, changes: Sequence[Event]) -> Refused | None:
    """Return why changes are refused, as far as an actor may know; None where they are not.

    `_CANNOT`, which names no reason, where only cards hidden from the actor forbid them.
    """
    if not table.hides(actor.viewer) or isinstance(changes[0], TakenBack):
        return None
    if (refused := judge_together(table, changes, actor.viewer)) is not None:
        return refused
    if isinstance(changes[0], PositionTold):
        return _CANNOT if judge_together(table, changes, sees_all=True) is not None else None
    return _CANNOT if isinstance(table.judge(changes[0]), Refused) else None


@one_decision
def propose(table: Table, request: Request, by: str, *changes: Event) -> Answer:
    """Make a change at once if that is free for seat `by`, else propose it to the others.

    A change is refused if it could not be made, as far as its proposer can know. A seat alone at its
    table needs nobody.

    Rules: TAB-BACK-02
    """
    if len(changes) > 1 or isinstance(changes[0], PositionTold):
        return _propose_together(table, request, by, changes)
    (change,) = changes
    verdict = decide_as(table, change, by)
    if isinstance(verdict, Refused):
        return verdict
    if isinstance(change, TakenBack):
        change = cast(
            "TakenBack", verdict.judged[0].event
        )  # what followed from the entry named stays with it
        if not change.dropped and is_free(table, (by,), change.to):
            return table.submit(replace(change, agreed=(by,)), request)
    of = _seats_asked(table, by, change)
    if of == (by,):
        return _make_changes(table, request, _with_agreement((change,), of))
    return table.submit(_make_proposal(table, by, (change,), of), request)


def _seats_asked(table: Table, by: str, change: Event) -> tuple[str, ...]:
    """Return the seats a change is put to; none means everybody. A seat said to have left is not asked.

    Rules: TAB-SEAT-02, TAB-BACK-02
    """
    if isinstance(change, SeatLeft) and change.seat != by:
        return tuple(seat for seat in table.state.present if seat != change.seat)
    return parties(table, change)


def _propose_together(table: Table, request: Request, by: str, changes: tuple[Event, ...]) -> Answer:
    """Make changes at once where they only amend the seat's own last act, else propose them to the others.

    Rules: TAB-BACK-02
    """
    if isinstance(refused := judge_together(table, changes, by), Refused):
        return refused
    back, last = changes[0], changes[-1]
    is_own = isinstance(back, TakenBack) and getattr(last, "seat", None) == by
    if is_own and is_free(table, (by,), back.to):  # type: ignore[attr-defined]
        return _change_together(table, request, _with_agreement(changes, (by,)))
    return table.submit(_make_proposal(table, by, changes), request)


def _make_proposal(
    table: Table, by: str, changes: tuple[Event, ...], of: tuple[str, ...] = ()
) -> ChangeProposed:
    """Return a proposal of changes with a new id; `of` are the seats it is put to (empty: everybody).

    A position told whose acts are too many for it stands there alone: they are worked out when all agree.
    """
    text = write_changes(changes)
    if len(text) > LONGEST_CHANGE and isinstance(changes[0], PositionTold):
        text = write_changes(changes[:1])
    return ChangeProposed(proposal_id(table.revision), by, text, of)


def _with_agreement(
    changes: tuple[Event, ...], seats: tuple[str, ...], *, at_screen: bool = False
) -> tuple[Event, ...]:
    """Return changes that name the `seats` which agreed, or that it was `at_screen`; others unchanged."""
    return tuple(
        replace(c, agreed=seats, at_screen=at_screen) if isinstance(c, ASKED_OF_ALL) else c for c in changes
    )


def parties(table: Table, event: Event) -> tuple[str, ...]:
    """Return the seats whose hidden cards an act names, each of which has to agree; most acts name none."""
    return table.game.parties(event) if table.game.parties else ()


def decide_as(table: Table, event: Event, seat: str | None) -> Verdict:
    """Decide an event on what a seat (None: everybody) may know, writing nothing."""
    if isinstance(event, TakenBack) or not table.hides(seat):
        return table.judge(event)
    return table.game.decide(table.known(seat), event)


@one_decision
def answer_proposal(table: Table, request: Request, proposal: str, reply: ProposalReply) -> Answer:
    """Agree to a proposal, object to it, or withdraw it, for every seat the actor answers for.

    With the last agreement the change is made: both are written, or neither.

    Rules: TAB-BACK-02
    """
    request, actor = request.with_digest(f"{reply} {proposal}"), request.actor
    if (before := table.answer_to(request)) is not None:
        return cast("Answer", before)
    waiting = find_proposal(table.state, proposal)
    own = _seats_answering(table.state, actor, waiting, reply)
    if not own:
        return NOT_YOURS
    if (late := table.find_conflict(request)) is not None:
        return late
    if waiting is not None and reply == "agree" and (refused := _judge_agreement(table, actor, waiting, own)):
        return refused
    answers = tuple(ProposalAnswered(proposal, seat, reply == "agree") for seat in own)
    made = _changes_made(table, waiting, own) if reply == "agree" else ()
    if made and isinstance(refused := judge_together(table, (*answers, *made), sees_all=True), Refused):
        return _refusal_all_may_know(table, made) if table.hides(None) else refused
    if len(answers) == 1 and not made:
        return table.submit(answers[0], request)
    return _change_together(table, request, made, before=answers)


def _refusal_all_may_know(table: Table, changes: tuple[Event, ...]) -> Refused:
    """Return why a position told cannot be recorded, as far as all may know; of other changes no reason."""
    is_told = isinstance(changes[0], PositionTold)
    return (judge_together(table, changes) if is_told else None) or _CANNOT


def open_replies(state: Any, actor: Actor, waiting: Proposal) -> tuple[ProposalReply, ...]:
    """Return what an actor may answer an open proposal; nothing where its seats are not asked."""
    if _speaks_as_table(state, actor, waiting):
        return ("agree", "withdraw")
    if waiting.of and not {*actor.seats} & {*waiting.of, waiting.agreed[0]}:
        return ()
    found: list[ProposalReply] = []
    if {*_seats_answering(state, actor, waiting, "agree")} & still_asked(state, waiting):
        found.append("agree")
    if actor.is_seats and {*_seats_answering(state, actor, waiting, "object")} - {waiting.agreed[0]}:
        found.append("object")
    if _seats_answering(state, actor, waiting, "withdraw"):
        found.append("withdraw")
    return tuple(found)


def _seats_answering(
    state: Any, actor: Actor, waiting: Proposal | None, reply: ProposalReply
) -> tuple[str, ...]:
    """Return the seats an actor answers a proposal for; TABLE alone where it speaks as the table.

    Of a proposal put to some seats, only those count. None: there is no such proposal any more.
    """
    if waiting is None:
        return actor.agrees_for[:1]
    if reply != "object" and _speaks_as_table(state, actor, waiting):
        return (TABLE,)
    own = actor.agrees_for
    if waiting.of:
        own = tuple(seat for seat in actor.seats if seat in (*waiting.of, waiting.agreed[0]))
        own = own or (actor.seats[:1] if actor.place == "seat" else ())  # whose answer is that nobody asked
    if reply == "withdraw" or (reply == "object" and not actor.is_seats):
        return tuple(seat for seat in own if seat == waiting.agreed[0])
    if reply == "object":
        return own[:1]
    missing = still_asked(state, waiting)
    return tuple(seat for seat in own if seat in missing) or own[:1]


def _changes_made(table: Table, waiting: Proposal | None, own: tuple[str, ...]) -> tuple[Event, ...]:
    """Return the changes that are made once `own` seats agree.

    Empty while others are still asked, and for no proposal (None). Where the table agrees at its screen for
    all, the changes name as agreed only seats that did before.
    """
    if waiting is None:
        return ()
    changes = proposed_changes(table.game.id, waiting)
    if TABLE in own:
        return _with_agreement(changes, waiting.seats_agreed, at_screen=True)
    if still_asked(table.state, waiting) - {*own}:
        return ()
    is_tables = waiting.agreed[0] == TABLE
    return _with_agreement(changes, waiting.of or table.state.present, at_screen=is_tables)


def _judge_agreement(table: Table, actor: Actor, waiting: Proposal, own: tuple[str, ...]) -> Refused | None:
    """Return why seats cannot agree: they know the act to be impossible, or the game has passed it by.

    Rules: TAB-BACK-02, LIF-INFO-04
    """
    past = Refused("table.proposal_past", ("TAB-BACK-02",), {"proposal": waiting.id})
    if not actor.is_whole(table.state) and _undoes_unseen(table, waiting):
        return past
    act, is_past = _shared_act(table.game.id, waiting), _is_passed_by(table.log_index, waiting)
    if act is None or not {*own} & {*waiting.of, TABLE}:
        return past if act is None and is_past else None
    if is_past:
        return past
    for seat in own:
        verdict = decide_as(table, act, None if seat == TABLE else seat)
        if isinstance(verdict, Refused):
            return verdict
    is_last = TABLE in own or not still_asked(table.state, waiting) - {*own}
    return _CANNOT if is_last and isinstance(table.judge(act), Refused) else None


def _has_gone_on(log_index: LogIndex, waiting: Proposal) -> bool:
    """Return whether anything but talk happened since a proposal was made."""
    return any(not isinstance(entry.event, QUIET) for entry in _written_since_proposal(log_index, waiting))


def _written_since_proposal(log_index: LogIndex, waiting: Proposal) -> tuple[Entry[Any], ...]:
    """Return what was written after a proposal, the last entry first."""

    def is_after(entry: Entry[Any]) -> bool:
        return not (isinstance(entry.event, ChangeProposed) and entry.event.id == waiting.id)

    return tuple(takewhile(is_after, reversed(log_index.entries)))


def _undoes_unseen(table: Table, waiting: Proposal) -> bool:
    """Return whether a take-back would undo for good what happened after it was proposed.

    The proposer never saw that. What is reapplied after the take-back is not undone by it.

    Rules: TAB-BACK-02
    """
    changes = proposed_changes(table.game.id, waiting)
    if not changes or not isinstance(changes[0], TakenBack) or not _has_gone_on(table.log_index, waiting):
        return False
    if len(changes) == 1:
        return True
    teller = Reapplier(table.game, table.state, table=table)
    if any(teller.apply_new(change) is not None for change in changes) or teller.complete_told():
        return False
    left = teller.reapply_all(_actions_to_reapply(table, changes)).left
    return bool(
        {told.seq for told in left}
        & {entry.seq for entry in _written_since_proposal(table.log_index, waiting)}
    )


@one_decision
def make_agreed_change(table: Table) -> Answer | None:
    """Make the change that all agreed to last, if the log ends before it was made; None where there is none.

    Its idempotency key is made of the proposal: of several processes that do this, one makes the change.
    """
    waiting = _find_agreed_proposal(table) if table.ends_in_talk else None
    if waiting is None or _undoes_unseen(table, waiting):
        return None
    request = Request(key=f"made {waiting.id}", digest=waiting.id)
    made = _with_agreement(proposed_changes(table.game.id, waiting), waiting.of or table.state.present)
    if not made or table.answer_to(request) is not None:
        return None
    return _make_changes(table, request, made)


def _find_agreed_proposal(table: Table) -> Proposal | None:
    """Return the proposal that all agreed to, or None where something but talk happened since."""
    log_index = table.log_index
    for told in reversed(log_index.actions):
        event = told.event
        if not isinstance(event, QUIET):
            return None
        if isinstance(event, ProposalAnswered) and event.agrees:
            before = log_index.state_before(told.seq or 1)
            waiting = find_proposal(before, event.proposal)
            if waiting is not None and not still_asked(before, waiting) - {event.by}:
                return waiting
    return None


def find_proposal(state: Any, proposal: str) -> Proposal | None:
    """Return the open proposal with this id; None where there is none."""
    return next((each for each in state.proposals if each.id == proposal), None)


def _shared_act(game: str, proposal: Proposal) -> Event | None:
    """Return the act that several seats are asked to agree to; None where a change is put to all."""
    changes = proposed_changes(game, proposal)
    return changes[0] if len(changes) == 1 and not isinstance(changes[0], ASKED_OF_ALL) else None


def proposed_changes(game: str, proposal: Proposal | ChangeProposed | None) -> tuple[Event, ...]:
    """Return the changes, or the act of several seats, that were proposed.

    Empty for no proposal (None), and for one whose text cannot be read.
    """
    try:
        changes = read_changes(codec_for(game), proposal.change) if proposal else ()
    except MalformedError:
        return ()
    is_change = len(changes) > 1 or any(isinstance(each, ASKED_OF_ALL) for each in changes)
    return changes if is_change or (proposal is not None and proposal.of) else ()


def proposal_id(revision: int) -> str:
    """Return the id of a proposal that is written after the entry `revision`."""
    return f"P{revision + 1}"


def _seats_asked_by_screen(table: Table, actor: Actor, changes: tuple[Event, ...]) -> tuple[str, ...]:
    """Return the seats with phones that the screen asks before it makes a change.

    Not a seat that leaves by the change; nobody where the screen amends only what was recorded at it.

    Rules: TAB-BACK-02
    """
    first = changes[0]
    if isinstance(first, TakenBack) and is_free(table, (TABLE, *actor.seats), first.to):
        return ()
    gone = first.seat if isinstance(first, SeatLeft) else None
    return tuple(seat for seat in actor.asks_of(table.state) if seat != gone)


def _propose_for_table(
    table: Table, request: Request, changes: tuple[Event, ...], of: tuple[str, ...]
) -> Answer:
    """Propose what the screen wishes to the seats `of`; refused if impossible, as far as all may know.

    Rules: TAB-BACK-02
    """
    verdict = judge_together(table, changes, None) if len(changes) > 1 else decide_as(table, changes[0], None)
    if isinstance(verdict, Refused):
        return verdict
    if isinstance(changes[0], TakenBack) and isinstance(verdict, Accepted):
        changes = (cast("TakenBack", verdict.judged[0].event), *changes[1:])
    return table.submit(_make_proposal(table, TABLE, _with_agreement(changes, ()), of), request)


def _speaks_as_table(state: Any, actor: Actor, waiting: Proposal) -> bool:
    """Return whether an actor answers a proposal as the table: not one that names cards hidden by seats."""
    if not actor.is_tables(state):
        return False
    return not waiting.of or waiting.lapses or _shared_act(state.game, waiting) is None


def open_proposals(log_index: LogIndex, state: Any) -> tuple[Proposal, ...]:
    """Return the proposals that can still be agreed to: no acts that the game has passed by."""
    return tuple(each for each in state.proposals if not _is_passed_by(log_index, each))


def _is_passed_by(log_index: LogIndex, waiting: Proposal) -> bool:
    """Return whether a proposal is of acts, and the game has gone on since."""
    if not _has_gone_on(log_index, waiting):
        return False
    game = log_index.game.id
    is_told = isinstance(next(iter(proposed_changes(game, waiting)), None), PositionTold)
    return is_told or _shared_act(game, waiting) is not None


def seats_asked_to_end(table: Table, actor: Actor, event: Event) -> tuple[str, ...]:
    """Return the seats asked before an event ends a step for all: who could still act, as all see.

    Nobody where the event ends nothing, or the actor speaks for all of them.

    Rules: TAB-END-01
    """
    if not ends_step(table.game, table.state, event):
        return ()
    acting = table.game.acting(table.state)
    return tuple(seat for seat in table.state.present if seat in acting and seat not in actor.seats)


def propose_end(table: Table, request: Request, event: Event, others: tuple[str, ...]) -> Answer:
    """Ask `others` whether they do nothing more; the step ends when the last of them agrees.

    Where an act would end the step by coming next, the question is that alone: the act has to be recorded
    afterwards. Who already has such a question open agrees to it by saying the same.

    Rules: TAB-END-01
    """
    request, actor = request.with_digest(event), request.actor
    with table.lock:
        if (before := table.answer_to(request)) is not None:
            return before  # type: ignore[return-value]
        if (late := table.find_conflict(request)) is not None:
            return late
        game, state = table.game, table.state
        words = (each for each in game.legal(state, TABLE) if ends_step(game, state, each))
        closing = event if ends_step(game, state, event, by_coming_next=False) else next(words, event)
        for waiting in open_proposals(table.log_index, state):
            if waiting.lapses and closing in proposed_changes(game.id, waiting)[-1:]:
                if "agree" in open_replies(state, actor, waiting):
                    return answer_proposal(table, request, waiting.id, "agree")
                return Refused("table.answered_already", ("TAB-END-01",), {"seat": actor.name})
        verdict = decide_as(table, closing, actor.viewer)
        if isinstance(verdict, Refused):
            return table.refuse(closing, verdict, request)
        asked = ChangeProposed(
            proposal_id(table.revision), actor.name, write_changes((closing,)), others, lapses=True
        )
        return table.submit(asked, request)
