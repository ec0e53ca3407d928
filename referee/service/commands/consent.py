"""What needs more than one seat: changes, put to everybody; acts that name cards of several, put to those.

A seat's word is judged by what that seat may know, so that nobody learns by proposing what another
holds; what all have said is judged whole, and refused without words that only some may read.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Literal, cast

from msgspec.structs import replace

from events.base import TABLE, Event
from events.codec import MalformedError, read_changes, write_changes
from events.envelope import Entry
from events.table import ChangeProposed, ProposalAnswered, SeatLeft, TakenBack
from referee.kernel.registry import codec_for
from referee.kernel.shared import ASKED_OF_ALL, QUIET
from referee.kernel.table import Proposal, still_asked
from referee.kernel.verdict import Accepted, Refused, Verdict
from referee.service.commands.actor import NOT_YOURS, Actor
from referee.service.commands.changes.changing import change_together, is_free, told_again_after
from referee.service.logs.log_index import LogIndex
from referee.service.logs.reapply import Reapplier
from referee.service.tables.submissions import Submission
from referee.service.tables.submit_several import rehearsed
from referee.service.tables.table import Answer, Table, one_decision

CANNOT = Refused("table.cannot_be_made", ("TAB-BACK-02",))
"""All agreed, and the referee still sees something against it that they may not know."""

Said = Literal["agree", "object", "withdraw"]


@one_decision
def ask(
    table: Table,
    actor: Actor,
    *changes: Event,
    agreed: tuple[str, ...] = (),
    seen: int | None = None,
    key: str | Submission | None = None,
) -> Answer:
    """Make changes at once if this actor may make them alone, else put them to the others.

    Several changes are made together: the first takes back, the last stands before what was undone or
    replaces the first of it, and the rest is told again. An actor for the whole table says who `agreed`,
    here or in the change itself; where it names nobody, the change says that it was set at the screen.
    The screen asks those who have phones of their own. `seen` and `key` as in `Table.submit`.

    Rules: TAB-BACK-02
    """
    if not actor.agrees_for:
        return NOT_YOURS
    if (late := table.late(seen)) is not None:
        return late
    if not actor.is_whole(table.state):
        return propose(table, actor.agrees_for[0], *agreed_by(changes, ()), seen=seen, key=key)
    if (refused := unknowable(table, actor, changes)) is not None:
        return refused
    if of := asked_by_screen(table, actor, changes):
        return propose_for_table(table, changes, of, seen=seen, key=key)
    named = agreed or (() if actor.asks else getattr(changes[0], "agreed", ()))
    made = agreed_by(changes, named, at_screen=not named)
    if len(made) == 1:
        return table.submit(made[0], seen=seen, key=key)
    return change_together(table, made, seen=seen, key=key)


def unknowable(table: Table, actor: Actor, changes: Sequence[Event]) -> Refused | None:
    """Refuse changes by what an actor may know; give no reason where only hidden cards forbid them."""
    if not table.hides(actor.viewer) or isinstance(changes[0], TakenBack):
        return None
    if (refused := rehearsed(table, changes, actor.viewer)) is not None:
        return refused
    return CANNOT if isinstance(table.judge(changes[0]), Refused) else None


@one_decision
def propose(table: Table, /, by: str, *changes: Event, **how: Any) -> Answer:
    """Make a change at once if that is free, else put it to the others; `how` as in `Table.submit`.

    A change is refused if it could not be made, as far as its proposer can know. A seat alone at its
    table needs nobody.

    Rules: TAB-BACK-02
    """
    if len(changes) > 1:
        return propose_together(table, by, changes, **how)
    (change,) = changes
    verdict = judged_by(table, change, by)
    if isinstance(verdict, Refused):
        return verdict
    if isinstance(change, TakenBack):
        change = cast(
            "TakenBack", verdict.judged[0].event
        )  # what followed from the entry named stays with it
        if not change.dropped and is_free(table, (by,), change.to):
            return table.submit(replace(change, agreed=(by,)), **how)
    of = asked_of(table, by, change)
    if of == (by,):
        return table.submit(agreed_by((change,), of)[0], **how)
    return table.submit(asked(table, by, (change,), of), **how)


def asked_of(table: Table, by: str, change: Event) -> tuple[str, ...]:
    """Name the seats a change is put to, if that is not everybody; a seat said to have left is not asked.

    Rules: TAB-SEAT-02, TAB-BACK-02
    """
    if isinstance(change, SeatLeft) and change.seat != by:
        return tuple(seat for seat in table.state.present if seat != change.seat)
    return parties(table, change)


def propose_together(table: Table, by: str, changes: tuple[Event, ...], **how: Any) -> Answer:
    """Make changes together at once where they only amend one's own last act, else put them to the others.

    Rules: TAB-BACK-02
    """
    if isinstance(refused := rehearsed(table, changes, by), Refused):
        return refused
    back, last = changes[0], changes[-1]
    is_own = isinstance(back, TakenBack) and getattr(last, "seat", None) == by
    if is_own and is_free(table, (by,), back.to):  # type: ignore[attr-defined]
        return change_together(table, agreed_by(changes, (by,)), **how)
    return table.submit(asked(table, by, changes), **how)


def asked(table: Table, by: str, changes: tuple[Event, ...], of: tuple[str, ...] = ()) -> ChangeProposed:
    """Write a proposal."""
    return ChangeProposed(free_id(table), by, write_changes(changes), of)


def agreed_by(
    changes: tuple[Event, ...], seats: tuple[str, ...], *, at_screen: bool = False
) -> tuple[Event, ...]:
    """Note who agreed to changes, or that the screen spoke for all; an act of a seat names nobody."""
    return tuple(
        replace(c, agreed=seats, at_screen=at_screen) if isinstance(c, ASKED_OF_ALL) else c for c in changes
    )


def parties(table: Table, event: Event) -> tuple[str, ...]:
    """Name the seats whose hidden cards an act names, each of which has to say it; most acts name none."""
    return table.game.parties(event) if table.game.parties else ()


def judged_by(table: Table, event: Event, seat: str | None) -> Verdict:
    """Decide an event on what a seat, or everybody, may know, writing nothing."""
    if isinstance(event, TakenBack) or not table.hides(seat):
        return table.judge(event)
    return table.game.decide(table.known(seat), event)


@one_decision
def answer(
    table: Table,
    actor: Actor,
    proposal: str,
    said: Said,
    *,
    seen: int | None = None,
    key: str | Submission | None = None,
) -> Answer:
    """Agree to what the table is asked, object to it, or withdraw it, for every seat an actor answers for.

    With the last agreement the change is made: both are on disk, or neither.

    Rules: TAB-BACK-02
    """
    asked = Submission(key, f"{said} {proposal}") if isinstance(key, str) else key
    if (before := table.answer_to(asked)) is not None:
        return cast("Answer", before)
    waiting = waiting_for(table.state, proposal)
    own = answering(table.state, actor, waiting, said)
    if not own:
        return NOT_YOURS
    if (late := table.late(seen)) is not None:
        return late
    if waiting is not None and said == "agree" and (refused := judge_agreement(table, actor, waiting, own)):
        return refused
    answers = tuple(ProposalAnswered(proposal, seat, said == "agree") for seat in own)
    made = made_by(table, waiting, own) if said == "agree" else ()
    if made and isinstance(refused := rehearsed(table, (*answers, *made), sees_all=True), Refused):
        return CANNOT if table.hides(None) else refused
    if len(answers) == 1 and not made:
        return table.submit(answers[0], key=asked)
    return change_together(table, made, before=answers, key=asked)


def open_answers(state: Any, actor: Actor, waiting: Proposal) -> tuple[Said, ...]:
    """List what an actor may answer a proposal that waits; nothing where its seats are not asked."""
    if speaks_as_table(state, actor, waiting):
        return ("agree", "withdraw")
    if waiting.of and not {*actor.seats} & {*waiting.of, waiting.agreed[0]}:
        return ()
    found: list[Said] = []
    if {*answering(state, actor, waiting, "agree")} & still_asked(state, waiting):
        found.append("agree")
    if actor.place == "seat" and {*answering(state, actor, waiting, "object")} - {waiting.agreed[0]}:
        found.append("object")
    if answering(state, actor, waiting, "withdraw"):
        found.append("withdraw")
    return tuple(found)


def answering(state: Any, actor: Actor, waiting: Proposal | None, said: Said) -> tuple[str, ...]:
    """List the seats an actor answers a proposal for; where only some are asked, those alone."""
    if waiting is None:
        return actor.agrees_for[:1]
    if said != "object" and speaks_as_table(state, actor, waiting):
        return (TABLE,)
    own = actor.agrees_for
    if waiting.of:
        own = tuple(seat for seat in actor.seats if seat in (*waiting.of, waiting.agreed[0]))
        own = own or (actor.seats[:1] if actor.place == "seat" else ())  # who is told that nobody asked
    if said == "withdraw" or (said == "object" and actor.place != "seat"):
        return tuple(seat for seat in own if seat == waiting.agreed[0])
    if said == "object":
        return own[:1]
    missing = still_asked(state, waiting)
    return tuple(seat for seat in own if seat in missing) or own[:1]


def made_by(table: Table, waiting: Proposal | None, own: tuple[str, ...]) -> tuple[Event, ...]:
    """Give the changes that are made once some seats agree; none while others are still asked.

    Where the table says at its screen that all agree, only those are named who said so before.
    """
    if waiting is None:
        return ()
    changes = changes_of(table.game.id, waiting)
    if TABLE in own:
        return agreed_by(changes, waiting.seats_agreed, at_screen=True)
    if still_asked(table.state, waiting) - {*own}:
        return ()
    is_tables = waiting.agreed[0] == TABLE
    return agreed_by(changes, those_asked(table.state, waiting), at_screen=is_tables)


def those_asked(state: Any, proposal: Proposal) -> tuple[str, ...]:
    """Name who agreed in the end: everybody who is here, or only those it was put to."""
    return proposal.of or state.present


def judge_agreement(table: Table, actor: Actor, waiting: Proposal, own: tuple[str, ...]) -> Refused | None:
    """Refuse to agree to an act that a seat knows to be impossible, or to what the game has passed by.

    Rules: TAB-BACK-02, LIF-INFO-04
    """
    past = Refused("table.proposal_past", ("TAB-BACK-02",), {"proposal": waiting.id})
    if not actor.is_whole(table.state) and undoes_unseen(table, waiting):
        return past
    act = act_of_several(table.game.id, waiting)
    if act is None or not {*own} & {*waiting.of, TABLE}:
        return None
    if has_gone_on(table.log_index, waiting):
        return past
    for seat in own:
        verdict = judged_by(table, act, None if seat == TABLE else seat)
        if isinstance(verdict, Refused):
            return verdict
    is_last = TABLE in own or not still_asked(table.state, waiting) - {*own}
    return CANNOT if is_last and isinstance(table.judge(act), Refused) else None


def has_gone_on(log_index: LogIndex, waiting: Proposal) -> bool:
    """Tell whether anything happened in the game since a proposal was made."""
    return any(not isinstance(entry.event, QUIET) for entry in since_proposed(log_index, waiting))


def since_proposed(log_index: LogIndex, waiting: Proposal) -> tuple[Entry[Any], ...]:
    """List what was written after a proposal, the last first."""
    entries = reversed(log_index.entries)
    return tuple(takewhile(lambda entry: not is_proposal(entry.event, waiting), entries))


def is_proposal(event: Event, waiting: Proposal) -> bool:
    """Whether an event put what waits to the others."""
    return isinstance(event, ChangeProposed) and event.id == waiting.id


def undoes_unseen(table: Table, waiting: Proposal) -> bool:
    """Whether a take-back would undo for good what happened after it was proposed.

    Whoever proposed it never saw that. What is told again after a take-back is not undone by it.

    Rules: TAB-BACK-02
    """
    changes = changes_of(table.game.id, waiting)
    if not changes or not isinstance(changes[0], TakenBack) or not has_gone_on(table.log_index, waiting):
        return False
    if len(changes) == 1:
        return True
    teller = Reapplier(table.game, table.state, table=table)
    if any(teller.apply_new(change) is not None for change in changes):
        return False
    left = teller.reapply_all(told_again_after(table, changes)).left
    return bool(
        {told.seq for told in left} & {entry.seq for entry in since_proposed(table.log_index, waiting)}
    )


@one_decision
def make_what_is_owed(table: Table) -> Answer | None:
    """Make the change that all agreed to last, if an older log ends before it was made.

    Its key is made of the proposal, so that of several who sit down only one makes it.
    """
    waiting = agreed_not_made(table)
    if waiting is None:
        return None
    if undoes_unseen(table, waiting):
        return None
    key = Submission(f"made {waiting.id}", waiting.id)
    made = agreed_by(changes_of(table.game.id, waiting), those_asked(table.state, waiting))
    if not made or table.answer_to(key) is not None:
        return None
    return table.submit(made[0], key=key) if len(made) == 1 else change_together(table, made, key=key)


def agreed_not_made(table: Table) -> Proposal | None:
    """Find the proposal that all agreed to, where nothing has happened since."""
    log_index = table.log_index
    for told in reversed(log_index.actions):
        event = told.event
        if not isinstance(event, QUIET):
            return None
        if isinstance(event, ProposalAnswered) and event.agrees:
            before = log_index.state_before(told.seq or 1)
            waiting = waiting_for(before, event.proposal)
            if waiting is not None and not still_asked(before, waiting) - {event.by}:
                return waiting
    return None


def waiting_for(state: Any, proposal: str) -> Proposal | None:
    """Find a proposal that waits for answers."""
    return next((each for each in state.proposals if each.id == proposal), None)


def change_of(game: str, proposal: Proposal | None) -> Event | None:
    """Read what somebody proposed, the last of several changes; None where it cannot be read as such."""
    changes = changes_of(game, proposal)
    return changes[-1] if changes else None


def act_of_several(game: str, proposal: Proposal) -> Event | None:
    """Return the act of the game that several seats are asked to tell together; None where all are asked."""
    changes = changes_of(game, proposal)
    return changes[0] if len(changes) == 1 and not isinstance(changes[0], ASKED_OF_ALL) else None


def changes_of(game: str, proposal: Proposal | ChangeProposed | None) -> tuple[Event, ...]:
    """Read the changes, or the act of several seats, that somebody proposed; none where it is neither."""
    try:
        changes = read_changes(codec_for(game), proposal.change) if proposal else ()
    except MalformedError:
        return ()
    is_change = len(changes) > 1 or any(isinstance(each, ASKED_OF_ALL) for each in changes)
    return changes if is_change or (proposal is not None and proposal.of) else ()


def free_id(table: Table) -> str:
    """Number the proposals of a table by its revision: no two are alike."""
    return f"P{table.revision + 1}"


def asked_by_screen(table: Table, actor: Actor, changes: tuple[Event, ...]) -> tuple[str, ...]:
    """List whom the screen asks before it changes anything: who has a phone of its own, but for who leaves.

    Nobody is asked where the screen amends only what was told at it.

    Rules: TAB-BACK-02
    """
    first = changes[0]
    if isinstance(first, TakenBack) and is_free(table, (TABLE, *actor.seats), first.to):
        return ()
    gone = first.seat if isinstance(first, SeatLeft) else None
    return tuple(seat for seat in actor.asks_of(table.state) if seat != gone)


def propose_for_table(table: Table, changes: tuple[Event, ...], of: tuple[str, ...], **how: Any) -> Answer:
    """Put to some seats what the screen wishes; refused if it could not be made, as far as all may know.

    Rules: TAB-BACK-02
    """
    verdict = rehearsed(table, changes, None) if len(changes) > 1 else judged_by(table, changes[0], None)
    if isinstance(verdict, Refused):
        return verdict
    if isinstance(changes[0], TakenBack) and isinstance(verdict, Accepted):
        changes = (cast("TakenBack", verdict.judged[0].event), *changes[1:])
    return table.submit(asked(table, TABLE, agreed_by(changes, ()), of), **how)


def speaks_as_table(state: Any, actor: Actor, waiting: Proposal) -> bool:
    """Whether an actor answers a proposal as the table: not where it names cards that only some know."""
    if not actor.is_tables(state):
        return False
    return not waiting.of or waiting.lapses or act_of_several(state.game, waiting) is None


def waiting_now(log_index: LogIndex, state: Any) -> tuple[Proposal, ...]:
    """List the proposals that still can be agreed to: of acts, those the game has not passed by."""
    return tuple(
        each
        for each in state.proposals
        if act_of_several(state.game, each) is None or not has_gone_on(log_index, each)
    )
