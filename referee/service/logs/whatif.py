"""What if: a game as it would have gone, shown as a difference. Nothing is written.

`viewer` is who compares the positions: a seat, REFEREE, or (None) everybody.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, TABLE, Event, type_of
from events.table import HouseRuled
from referee.kernel.game import Game
from referee.kernel.shared import TALK
from referee.kernel.verdict import Refused
from referee.service.logs.effective import Action, EffectiveLog, actions_from
from referee.service.logs.reapply import Reapplier, ReapplyResult, reapply


class Difference(msgspec.Struct, frozen=True):
    """A fact of the position by its path: its value, and what it would have been; None: missing."""

    fact: str
    was: Any
    would_be: Any


class Scored(msgspec.Struct, frozen=True):
    """A line of the score of a seat: its amount, and what it would have been.

    `item` is a message id with `args`. An amount is None where there is no such line, or it is not known.
    """

    seat: str
    item: str
    was: int | None
    would_be: int | None
    args: dict[str, str | int] = {}


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a game would have gone.

    `change` is what was changed at entry `at`; `first_change` the first entry in force that would differ,
    None where none would, and `reads` its fields that would. `differences` compare the positions at the end,
    `scores` the lines of the score; where a later action would not have been possible, `stuck` (its seq) and
    `why` say so and the comparison is at that point. Winners are None while the game lasts.
    """

    at: int
    change: Event
    first_change: int | None
    differences: tuple[Difference, ...]
    scores: tuple[Scored, ...] = ()
    winners_before: tuple[str, ...] | None
    winners_after: tuple[str, ...] | None
    reads: tuple[Difference, ...] = ()
    stuck: int | None = None
    stuck_event: Event | None = None
    why: Refused | None = None
    state: Any = None


def instead(log: EffectiveLog, at: int, event: Event, viewer: str | None = None) -> Outcome | Refused:
    """Return how the game would have gone with `event` in place of entry `at`; Refused if impossible."""
    i = log.index(at)
    before = log.before(at)
    replaced = Action(log.actions[i].seq, event)
    again = reapply(log.game, before, (replaced, *actions_from(log.actions, i)[1:]))
    if again.stuck is replaced and again.why is not None:
        return again.why
    return compare(log, i, event, again, viewer)


def under(
    log: EffectiveLog, at: int, option: str, value: Any, viewer: str | None = None
) -> Outcome | Refused:
    """Return how the game would have gone with an option set otherwise from entry `at` on.

    Refused where the option or the value cannot be. At the opening the table opens with it.
    """
    i = log.index(at)
    ruled = HouseRuled(option, value)
    if i == 0:
        return _reopen(log, option, value, viewer)
    verdict = log.game.decide(log.before(at), ruled)
    if isinstance(verdict, Refused):
        return verdict
    lead = [judged.event for judged in verdict.judged[1:]]
    again = Reapplier(log.game, verdict.state, lead).reapply_all(actions_from(log.actions, i))
    return compare(log, i, ruled, again, viewer)


def _reopen(log: EffectiveLog, option: str, value: Any, viewer: str | None = None) -> Outcome | Refused:
    """Return how the game would have gone had the table opened with another value of an option."""
    opened: Any = log.actions[0].event
    changed = replace(opened, options={**opened.options, option: value})
    first = Action(log.actions[0].seq, changed)
    again = reapply(log.game, None, (first, *log.actions[1:]))
    if again.stuck is first and again.why is not None:
        return again.why
    # That the opening itself names the option is the change, and no consequence of it.
    as_opened = replace(again.actions[0], event=opened)
    again = replace(again, actions=(as_opened, *again.actions[1:]))
    return compare(log, 0, HouseRuled(option, value), again, viewer)


def acts(log: EffectiveLog) -> tuple[Action, ...]:
    """Return what people did, in order: without talk, and without what the referee dealt."""
    game, end = log.game, log.end
    return tuple(
        action
        for action in log.actions[1:]
        if not isinstance(action.event, TALK) and not game.dealer.is_dealt(end, action.event)
    )


def observations(log: EffectiveLog, at: int) -> tuple[Event, ...]:
    """Return what the table might have seen at entry `at` instead: every outcome of a roll, for example."""
    game, i = log.game, log.index(at)
    if i == 0:
        return ()
    before, observed = log.before(at), log.actions[i].event
    by_the_table = game.legal(before, TABLE)
    kind, seat = type_of(observed), getattr(observed, "seat", None)
    if kind not in game.reveals or kind in game.depends_on_hidden or seat is None:
        return by_the_table
    thrown = (event for event in game.legal(before, seat) if _differs_in_one(event, observed))
    return tuple(dict.fromkeys((*by_the_table, *thrown)))


CHOSEN = frozenset({"held"})
"""Fields of an observation that its seat decides: another choice is no other outcome."""


def _differs_in_one(event: Event, observed: Event) -> bool:
    """Return whether two events of one type differ in a single field that nobody chose: another outcome."""
    # Another outcome of the same act: one field that nobody chose is otherwise.
    if type(event) is not type(observed):
        return False
    other = [name for name in observed.__struct_fields__ if getattr(event, name) != getattr(observed, name)]
    return len(other) == 1 and not CHOSEN & {*other}


def compare(
    log: EffectiveLog, i: int, change: Event, again: ReapplyResult, viewer: str | None = None
) -> Outcome:
    """Compare a game that was reapplied from the action at index `i` with how it went, as far as it went."""
    game = log.game
    last = len(log.actions) if again.stuck is None else log.index(again.stuck.seq or 0)
    state = log.state(last)
    stuck = again.stuck
    whole = state if stuck is None else log.end
    winners = game.winners(whole)
    is_secret = winners is None and game.keeps_hands and viewer != REFEREE
    first, *read = first_change(log.actions[i:last], again)
    return Outcome(
        at=log.actions[i].seq or 0,
        change=change,
        first_change=first,
        differences=differences(game, state, again.state, viewer),
        scores=() if is_secret else scores(game, state, again.state, viewer if winners is None else REFEREE),
        winners_before=winners,
        winners_after=None if is_secret else game.winners(again.state),
        reads=fields(*(game.redact(e, viewer) if e and winners is None else e for e in read)),
        stuck=stuck.seq if stuck else None,
        stuck_event=stuck.event if stuck else None,
        why=_without_secret_reason(game, again, viewer) if is_secret else again.why,
        state=again.state,
    )


def _without_secret_reason(game: Game, again: ReapplyResult, viewer: str | None) -> Refused | None:
    """Return why an action could not be reapplied; None where all could be.

    Where the viewer may not read the action, the refusal names no reason.
    """
    # The reason would tell of an action that the viewer may not read.
    if again.stuck is None or again.why is None:
        return again.why
    if game.redact(again.stuck.event, viewer) == again.stuck.event:
        return again.why
    return Refused("cli.still_secret", again.why.rules, {"n": again.stuck.seq or 0})


def first_change(
    actions: Sequence[Action], again: ReapplyResult
) -> tuple[int | None, Event | None, Event | None]:
    """Return the first entry in force that would differ, its event, and the event it would have been.

    Both are None for an action that would not have been at all; all three where nothing differs.
    """
    by_seq = {each.seq: each for each in again.actions}
    for was in actions:
        now = by_seq.get(was.seq)
        if now is None:
            return was.seq, None, None
        if was.events != now.events:
            pairs = zip_longest((was.event, *was.consequences), (now.event, *now.consequences))
            k, (one, other) = next((k, pair) for k, pair in enumerate(pairs) if pair[0] != pair[1])
            return (was.seq or 0) + k, one, other
    return (again.stuck.seq if again.stuck else None), None, None


def fields(was: Event | None, would_be: Event | None) -> tuple[Difference, ...]:
    """Return the fields in which two entries differ; none where one of them is missing (None)."""
    if was is None or would_be is None:
        return ()
    one, other = (flat(msgspec.to_builtins(event)) for event in (was, would_be))
    return _not_shared(one, other)


def _not_shared(one: dict[str, Any], other: dict[str, Any]) -> tuple[Difference, ...]:
    """Return the keys whose values differ in two dicts; None stands for a value that is missing."""
    facts = dict.fromkeys((*one, *other))
    return tuple(
        Difference(fact, one.get(fact), other.get(fact)) for fact in facts if one.get(fact) != other.get(fact)
    )


def scores(game: Game, was: Any, would_be: Any, viewer: str | None = None) -> tuple[Scored, ...]:
    """Return the lines of the score that two states do not share, as a viewer may add them up."""
    if was is None:
        return ()
    tallies = (game.tally(state, viewer) for state in (was, would_be))
    before, after = (
        {(line.seat, line.item, tuple(line.args.items())): line for line in (tally.lines if tally else ())}
        for tally in tallies
    )
    both = {key: (before.get(key), after.get(key)) for key in {**before, **after}}
    return tuple(
        Scored(key[0], key[1], one.amount if one else 0, other.amount if other else 0, (one or other).args)  # type: ignore[union-attr]
        for key, (one, other) in both.items()
        if (one.amount if one else 0) != (other.amount if other else 0)
    )


def differences(game: Game, was: Any, would_be: Any, viewer: str | None = None) -> tuple[Difference, ...]:
    """Return the facts that two states do not share, by path, as a viewer may see them."""
    one, other = (flat(msgspec.to_builtins(game.position(state, viewer))) for state in (was, would_be))
    return _not_shared(one, other)


def flat(value: Any, path: str = "") -> dict[str, Any]:
    """Return nested facts by path: `canoes.A.1.at`."""
    if not isinstance(value, dict):
        return {path: value}
    facts: dict[str, Any] = {}
    for key, part in value.items():
        facts |= flat(part, f"{path}.{key}" if path else str(key))
    return facts
