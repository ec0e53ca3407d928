"""What if: a game as it would have gone, shown as a difference. Nothing is written.

`viewer` is the viewer who compares the positions: a seat, the referee, or (None) everybody.
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
from referee.service.logs.effective import Action, EffectiveLog
from referee.service.logs.reapply import Reapplier, ReapplyResult, reapply
from referee.service.logs.secrecy import score_of


class Difference(msgspec.Struct, frozen=True):
    """A fact of the position: where it stands, what it is, what it would have been."""

    fact: str
    was: Any
    would_be: Any


class Scored(msgspec.Struct, frozen=True):
    """A line of the score: whose, of what (a message id with `args`), what it is, what it would have been."""

    seat: str
    item: str
    was: int | None
    would_be: int | None
    args: dict[str, str | int] = {}


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a game would have gone.

    `change` is what was changed at entry `at`; `first_change` the first entry in force that
    would read otherwise, None where nothing would, and `reads` what of it. `differences` compare
    the positions at the end, `scores` the lines of the score; where a later action would not have
    been possible, `stuck` (its seq) and `why` say so and the comparison is at that point.
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


def instead(timeline: EffectiveLog, at: int, event: Event, viewer: str | None = None) -> Outcome | Refused:
    """Tell the game with another action in place of entry `at`; refused where that was not possible."""
    i = timeline.index(at)
    before = timeline.before(at)
    replaced = Action(timeline.actions[i].seq, event)
    retold = reapply(timeline.game, before, (replaced, *timeline.actions[i + 1 :]))
    if retold.stuck is replaced and retold.why is not None:
        return retold.why
    return compare(timeline, i, event, retold, viewer)


def under(
    timeline: EffectiveLog, at: int, option: str, value: Any, viewer: str | None = None
) -> Outcome | Refused:
    """Tell the game with an option set otherwise from entry `at` on."""
    i = timeline.index(at)
    ruled = HouseRuled(option, value)
    if i == 0:
        return reopened(timeline, option, value, viewer)
    verdict = timeline.game.decide(timeline.before(at), ruled)
    if isinstance(verdict, Refused):
        return verdict
    lead = [judged.event for judged in verdict.judged[1:]]
    retold = Reapplier(timeline.game, verdict.state, lead).reapply_all(timeline.actions[i:])
    return compare(timeline, i, ruled, retold, viewer)


def reopened(timeline: EffectiveLog, option: str, value: Any, viewer: str | None = None) -> Outcome | Refused:
    """Tell the whole game with an option set otherwise from the opening on."""
    opened: Any = timeline.actions[0].event
    changed = replace(opened, options={**opened.options, option: value})
    first = Action(timeline.actions[0].seq, changed)
    retold = reapply(timeline.game, None, (first, *timeline.actions[1:]))
    if retold.stuck is first and retold.why is not None:
        return retold.why
    # That the opening itself names the option is the change, and no consequence of it.
    as_opened = replace(retold.actions[0], event=opened)
    retold = replace(retold, told=(as_opened, *retold.actions[1:]))
    return compare(timeline, 0, HouseRuled(option, value), retold, viewer)


def acts(timeline: EffectiveLog) -> tuple[Action, ...]:
    """List what people did, in order: without what is said about the game and what the referee dealt."""
    game, end = timeline.game, timeline.end
    return tuple(
        told
        for told in timeline.actions[1:]
        if not isinstance(told.event, TALK) and not game.dealer.is_dealt(end, told.event)
    )


def observations(timeline: EffectiveLog, at: int) -> tuple[Event, ...]:
    """List what the table might have seen at entry `at` instead: every outcome of a roll, for example."""
    game, i = timeline.game, timeline.index(at)
    if i == 0:
        return ()
    before, seen = timeline.before(at), timeline.actions[i].event
    by_the_table = game.legal(before, TABLE)
    kind, seat = type_of(seen), getattr(seen, "seat", None)
    if kind not in game.reveals or kind in game.depends_on_hidden or seat is None:
        return by_the_table
    thrown = (event for event in game.legal(before, seat) if differs_in_one(event, seen))
    return tuple(dict.fromkeys((*by_the_table, *thrown)))


CHOSEN = frozenset({"held"})
"""Fields of an observation that its seat decides: another choice is no other outcome."""


def differs_in_one(event: Event, seen: Event) -> bool:
    """Whether an event is another outcome of the same act: one field that nobody chose is otherwise."""
    if type(event) is not type(seen):
        return False
    other = [name for name in seen.__struct_fields__ if getattr(event, name) != getattr(seen, name)]
    return len(other) == 1 and not CHOSEN & {*other}


def compare(
    timeline: EffectiveLog, i: int, change: Event, retold: ReapplyResult, viewer: str | None = None
) -> Outcome:
    """Compare a game told again from its `i`-th action with how it went, as far as it could be told."""
    game = timeline.game
    last = len(timeline.actions) if retold.stuck is None else timeline.actions.index(retold.stuck)
    state = timeline.state(last)
    stuck = retold.stuck
    whole = state if stuck is None else timeline.end
    winners = game.winners(whole)
    is_secret = winners is None and game.keeps_hands and viewer != REFEREE
    first, *read = first_change(timeline.actions[i:last], retold)
    return Outcome(
        at=timeline.actions[i].seq or 0,
        change=change,
        first_change=first,
        differences=differences(game, state, retold.state, viewer),
        scores=() if is_secret else scores(game, state, retold.state, viewer if winners is None else REFEREE),
        winners_before=winners,
        winners_after=None if is_secret else game.winners(retold.state),
        reads=fields(*(game.redact(e, viewer) if e and winners is None else e for e in read)),
        stuck=stuck.seq if stuck else None,
        stuck_event=stuck.event if stuck else None,
        why=openly(game, retold, viewer) if is_secret else retold.why,
        state=retold.state,
    )


def openly(game: Game, retold: ReapplyResult, viewer: str | None) -> Refused | None:
    """Give a refusal without its reason where the action refused shows what an viewer may not know."""
    if retold.stuck is None or retold.why is None:
        return retold.why
    if game.redact(retold.stuck.event, viewer) == retold.stuck.event:
        return retold.why
    return Refused("cli.still_secret", retold.why.rules, {"n": retold.stuck.seq or 0})


def first_change(
    actions: Sequence[Action], retold: ReapplyResult
) -> tuple[int | None, Event | None, Event | None]:
    """Find the first entry in force that would read otherwise: what it says, what it would have said."""
    again = {told.seq: told for told in retold.actions}
    for was in actions:
        now = again.get(was.seq)
        if now is None:
            return was.seq, None, None
        if was != now:
            pairs = zip_longest((was.event, *was.consequences), (now.event, *now.consequences))
            k, (one, other) = next((k, pair) for k, pair in enumerate(pairs) if pair[0] != pair[1])
            return (was.seq or 0) + k, one, other
    return (retold.stuck.seq if retold.stuck else None), None, None


def fields(was: Event | None, would_be: Event | None) -> tuple[Difference, ...]:
    """List what two entries do not share; nothing where there is only one of them."""
    if was is None or would_be is None:
        return ()
    one, other = (flat(msgspec.to_builtins(event)) for event in (was, would_be))
    return not_shared(one, other)


def not_shared(one: dict[str, Any], other: dict[str, Any]) -> tuple[Difference, ...]:
    """List what two sets of facts do not share."""
    facts = dict.fromkeys((*one, *other))
    return tuple(
        Difference(fact, one.get(fact), other.get(fact)) for fact in facts if one.get(fact) != other.get(fact)
    )


def scores(game: Game, was: Any, would_be: Any, viewer: str | None = None) -> tuple[Scored, ...]:
    """List the lines of the score two states do not share, as everybody (or the referee) may add them up."""
    if game.tally is None or was is None:
        return ()
    tallies = (score_of(game, state, viewer) for state in (was, would_be))
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
    """List the facts two states do not share, by path, as an viewer may see them."""
    one, other = (flat(msgspec.to_builtins(game.position(state, viewer))) for state in (was, would_be))
    return not_shared(one, other)


def flat(value: Any, path: str = "") -> dict[str, Any]:
    """Spread nested facts out by path: `canoes.A.1.at`."""
    if not isinstance(value, dict):
        return {path: value}
    facts: dict[str, Any] = {}
    for key, part in value.items():
        facts |= flat(part, f"{path}.{key}" if path else str(key))
    return facts
