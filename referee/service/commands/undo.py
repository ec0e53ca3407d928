"""Undo and reapply: take back, replace one action, apply the rest again; what stays known all the same."""

from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, TABLE, Event
from events.table import Corrected, DisputeOpened, PositionTold, RulingGiven, TakenBack
from referee.kernel.game import Game
from referee.kernel.shared import ASKED_OF_ALL, TALK
from referee.kernel.verdict import Accepted, Refused
from referee.service.commands.consent import change_or_propose, decide_as, parties, reveals_anything
from referee.service.commands.record import may_record
from referee.service.logs.effective import Action, NoSuchEntryError, WaitingActions, count_together
from referee.service.logs.log_index import LogIndex, VisibleEntry
from referee.service.logs.reapply import Reapplier, ReapplyResult
from referee.service.logs.reapply import reapply as reapply_actions
from referee.service.logs.whatif import flat
from referee.service.tables.request import NOT_YOURS, Actor, Answer, Reapplied, Recorded, Request
from referee.service.tables.table import NOTHING_WAITS, Table, one_decision, submit_together

_NOTHING_TO_UNDO = Refused("table.nothing_to_take_back", ("TAB-BACK-01",))
"""Before the first action there is nothing to go back to."""


@one_decision
def undo(table: Table, request: Request, to: int | None = None, reason: str = "") -> Answer:
    """Take back to entry `to`, or (None) the last action; refused where there is none."""
    target = entry_before_acts(table, 1) if to is None else to
    since = (told for told in table.log_index.effective.actions[1:] if (told.seq or 0) > (target or 0))
    if target is None or (1 <= target <= table.revision and not any(since)):
        return table.find_conflict(request) or _NOTHING_TO_UNDO
    return change_or_propose(table, request, TakenBack(target, reason))


def entry_before_acts(table: Table, n: int) -> int | None:
    """Return the entry to go back to for taking `n` actions back; None where there are fewer.

    Talk since then is taken back with them. What the referee dealt is no action: it would deal the same
    again.
    """
    timeline = table.log_index.effective
    at = next(islice(_indices_of_acts(table, timeline.actions), n - 1, None), None)
    return None if at is None else timeline.actions[timeline.begin(at) - 1].end


def find_last_act(table: Table) -> Action | None:
    """Return the action that `undo` takes back without a target; None where there is none."""
    told = table.log_index.effective.actions
    at = next(_indices_of_acts(table, told), None)
    return None if at is None else told[at]


def _indices_of_acts(table: Table, told: Sequence[Action]) -> Iterator[int]:
    """Yield the indices of the acts of people in a log, the last one first; the opening is none."""
    return (i for i in range(len(told) - 1, 0, -1) if _is_act(table, told[i]))


def _is_act(table: Table, action: Action) -> bool:
    """Return whether an action is what people told of the game: not talk, not dealt, not inferred."""
    return not (isinstance(action.event, TALK) or action.is_inferred or table.is_dealt(action.event))


def acts_after(table: Table, to: int) -> tuple[Action, ...]:
    """Return the actions that going back to entry `to` undoes, in order."""
    kept = table.log_index.last_kept(to)
    later = (told for told in table.log_index.effective.actions[1:] if (told.seq or 0) > kept)
    return tuple(told for told in later if _is_act(table, told))


_OPENING_STANDS = Refused("table.opening_stands", ("TAB-BACK-01",))
"""Another opening is another table."""


@one_decision
def reapply(table: Table, request: Request, *, skip: bool = False, drop: bool = False) -> Answer:
    """Reapply undone actions, as far as they are possible and this actor's, in one step.

    `skip` drops the first (a position told with its acts) and goes on with the next, `drop` drops them all;
    the take-back that drops names the actor's seats as agreed, or the screen. Refused where not even the
    first is possible, and where what is dropped is not this actor's.
    """
    if (late := table.find_conflict(request)) is not None:
        return late
    actions = table.log_index.waiting
    own = own_prefix(table, request.actor, actions)
    dropped = len(actions) if drop else count_together(actions) if skip and actions else 0
    if not actions or len(own) < max(dropped, 1):
        return NOT_YOURS if actions else NOTHING_WAITS
    request = request.with_digest("again")
    if dropped:
        back = _drop(table, request.actor, dropped)
        return submit_together(table, (back,), own[dropped:], request)
    rehearsal = Reapplier(table.game, table.state, table=table).reapply_all(own)
    if rehearsal.stuck is own[0] and rehearsal.why is not None:
        return table.refuse(own[0].event, rehearsal.why, request)
    return submit_together(table, (), own, request)


@one_decision
def drop_own(table: Table, request: Request) -> Answer:
    """Drop the first undone actions, as far as they are this actor's; refused where not even the first is."""
    if (late := table.find_conflict(request)) is not None:
        return late
    actions = table.log_index.waiting
    own = own_prefix(table, request.actor, actions)
    if not own:
        return NOT_YOURS if actions else NOTHING_WAITS
    return submit_together(table, (_drop(table, request.actor, len(own)),), (), request.with_digest("again"))


def _drop(table: Table, actor: Actor, n: int) -> TakenBack:
    """Return the take-back that drops the first `n` undone actions: of the actor's seats, or the screen's.

    Who speaks behind no seat's name says that nobody was asked: it was set at a screen.
    """
    seats = () if actor.name == TABLE else actor.agrees_for
    return TakenBack(table.revision, agreed=seats, at_screen=not seats, dropped=n)


def count_fresh(table: Table) -> int:
    """Return how many of the undone actions, from the first, were undone after the last act of the game.

    Recording an undone action again is no such act; nor is what the referee dealt or inferred.
    """
    waiting, fresh = WaitingActions(), 0
    for action in table.log_index.actions:
        before = len(waiting.now)
        waiting.take(action)
        if isinstance(action.event, TakenBack):
            fresh = max(0, fresh + len(waiting.offered) - before - action.event.dropped)
        elif len(waiting.now) < before:
            fresh = max(0, fresh - 1)
        elif _is_act(table, action):
            fresh = 0
    return fresh


def own_prefix(table: Table, actor: Actor, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Return the first of some actions, up to one that the actor may not reapply.

    One that was inferred goes with the action it was inferred from.
    """
    own = tuple(takewhile(lambda told: told.is_inferred or _may_reapply(table, actor, told.event), actions))
    ends = [n for n, told in enumerate(own, 1) if not told.is_implied]
    return own[: ends[-1]] if ends else ()


def _may_reapply(table: Table, actor: Actor, event: Event) -> bool:
    """Return whether an actor may reapply an action.

    It may where it answers for everybody here, where the act is its own, and where all agreed to it or only
    the referee can know it.
    """
    if actor.is_whole(table.state) or isinstance(event, RulingGiven) or table.is_dealt(event):
        return True
    if isinstance(event, ASKED_OF_ALL):
        is_for_all = event.at_screen or {*event.agreed} >= {*table.state.present}  # type: ignore[attr-defined]
        return bool(is_for_all)
    if named := {*parties(table, event)}:
        return named <= {*actor.seats}
    return may_record(table, actor, event)


def judge_reapplying(table: Table, action: Action, viewer: str | None) -> Refused | None:
    """Return why an action could not be reapplied now, as far as the viewer may know; None: it could."""
    secrets = table.log_index.secrets
    if isinstance(action.event, DisputeOpened) or secrets.hides(action.seq, action.event, viewer):
        return None
    if table.is_dealt(action.event):
        return None
    verdict = decide_as(table, action.event, viewer)
    return verdict if isinstance(verdict, Refused) else None


def rehearse_reapplying(table: Table) -> ReapplyResult:
    """Return how far the undone actions could be reapplied, writing nothing."""
    return reapply_actions(table.game, table.state, table.log_index.waiting)


class EntryPlace(msgspec.Struct, frozen=True):
    """Where another action may be put: entry `seq`, and the state before it.

    `waits`: the entry is not in force, but waits to be reapplied.
    """

    seq: int
    before: Any
    waits: bool = False


def find_place(table: Table, seq: int) -> EntryPlace | Refused:
    """Return the place of the action that entry `seq` belongs to; the opening's is refused.

    Raises NoSuchEntryError where the entry is neither in force nor waits to be reapplied.
    """
    timeline = table.log_index.effective
    try:
        before = timeline.before(seq)
    except NoSuchEntryError:
        waiting = table.log_index.waiting
        first = Reapplier(table.game, table.state, table=table)
        return EntryPlace(seq, first.reapply_all(waiting[: _index_of(waiting, seq)]).state, waits=True)
    return EntryPlace(seq, before) if before is not None else _OPENING_STANDS


@one_decision
def amend(table: Table, request: Request, seq: int, event: Event, reason: str = "") -> Answer:
    """Put another action in the place of the one that entry `seq` belongs to, and reapply the rest.

    One that was worked out from a position told is replaced among the acts that lead there, and has to lead
    there still. Nothing is written where it is refused. Raises NoSuchEntryError.
    """
    timeline = table.log_index.effective
    i = timeline.index(seq)
    if i == 0:
        return _OPENING_STANDS
    replaced = timeline.actions[i]
    changes: tuple[Event, ...] = (event,)
    if replaced.is_worked_out and not isinstance(event, PositionTold):
        i = timeline.begin(i)
        told, *acts = timeline.actions[i : i + count_together(timeline.actions, i)]
        worked_out = (event if act is replaced else act.event for act in acts if act.is_worked_out)
        changes = (told.event, *worked_out)
    back = TakenBack(timeline.actions[timeline.begin(i) - 1].end or 1, reason)
    return change_or_propose(table, request, back, *changes)


@one_decision
def amend_waiting(table: Table, request: Request, seq: int, event: Event) -> Answer:
    """Record another action in place of one that waits, after those before it; then reapply the rest.

    Nothing is written where it is refused. Raises NoSuchEntryError.
    """
    waiting = table.log_index.waiting
    i, other = _index_of(waiting, seq), Action(None, event)
    actions = (*waiting[:i], other, *waiting[i + 1 :])
    if len(own_prefix(table, request.actor, actions[: i + 1])) <= i:
        return NOT_YOURS
    rehearsal = Reapplier(table.game, table.state, table=table).reapply_all(actions[: i + 1])
    if rehearsal.stuck is other and rehearsal.why is not None:
        return table.refuse(event, rehearsal.why)
    answer = submit_together(table, (), own_prefix(table, request.actor, actions), request)
    is_told = isinstance(answer, Reapplied) and rehearsal.stuck is None
    return replace(answer, again=answer.again - 1) if is_told else answer  # type: ignore[union-attr]


def _index_of(waiting: Sequence[Action], seq: int) -> int:
    """Return the index of the waiting action whose entries include `seq`. Raises NoSuchEntryError."""
    for i, told in enumerate(waiting):
        if told.seq is not None and told.seq <= seq <= (told.end or 0):
            return i
    raise NoSuchEntryError(seq)


class ReapplyReport(msgspec.Struct, frozen=True):
    """How far a change came: entries up to `revision`, `again` actions reapplied as they were.

    `stuck` is the first old action the new state does not allow, `why` its refusal, `left` it and
    everything after it: to be skipped, amended or house-ruled.
    """

    revision: int
    again: int
    stuck: Action | None = None
    why: Refused | None = None
    left: tuple[Action, ...] = ()


def make_report(table: Table, answer: Answer, wanted: Sequence[Action] = ()) -> ReapplyReport | Refused:
    """Return how far a change came; its refusal where nothing was to be reapplied, or nothing was allowed.

    Where reapplying itself was refused, the first of `wanted` is stuck. On a conflict all of `wanted` is
    left.
    """
    match answer:
        case Reapplied():
            return ReapplyReport(table.revision, answer.again, answer.stuck, answer.why, answer.left)
        case Refused() if wanted and answer not in (NOTHING_WAITS, NOT_YOURS):
            return ReapplyReport(table.revision, 0, wanted[0], answer, tuple(wanted))
        case Refused():
            return answer
        case Recorded():
            return ReapplyReport(table.revision, 0)
    return ReapplyReport(table.revision, 0, None, None, tuple(wanted))


def reveals_undone(log_index: LogIndex, to: int, viewer: str | None = None) -> tuple[VisibleEntry, ...]:
    """Return the secrets and chance that undoing to entry `to` cannot make unseen, as a viewer reads them."""
    undone = (seen for seen in log_index.view(viewer)[log_index.last_kept(to) :] if seen.in_force)
    return tuple(seen for seen in undone if reveals_anything(log_index.game, seen.event))


def reveals_corrected(
    table: Table, correction: "Corrected[Any]", viewer: str | None = None
) -> tuple[VisibleEntry, ...]:
    """Return the entries that revealed what a correction changes, as a viewer may read them.

    They are found by what that viewer may know, so that no warning tells whether another's card was named.
    """
    game, state = table.game, table.game.known(table.state, viewer)
    verdict = game.decide(state, correction)
    if not isinstance(verdict, Accepted):
        return ()
    now, then = _all_facts(game, state), _all_facts(game, verdict.state)
    changed = {fact for fact in now if now[fact] != then.get(fact)}
    setters = sorted(set(_last_setters(table.log_index, changed).values()))
    seen = table.log_index.view(viewer)
    shown = (seen[seq - 1] for seq in setters)
    return tuple(each for each in shown if reveals_anything(game, each.event))


def _all_facts(game: Game, state: Any) -> dict[str, Any]:
    """Return every fact of a state by path, secrets included."""
    return flat(msgspec.to_builtins(game.position(state, REFEREE)))


def _last_setters(log_index: LogIndex, facts: set[str]) -> dict[str, int]:
    """Return the entry that gave each of some facts the value it has."""
    found: dict[str, int] = {}
    before: dict[str, Any] = {}
    for seq in (seq for seqs in log_index.in_force for seq in seqs):
        now = _all_facts(log_index.game, log_index.states[seq - 1])
        found |= {fact: seq for fact in facts if before.get(fact) != now.get(fact)}
        before = now
    return found
