"""Ways round a refusal: other options, facts set by hand, another act in place of an earlier one."""

from collections.abc import Iterator
from typing import Any

import msgspec

from events.base import REFEREE, Event, type_of
from events.codec import MalformedError
from events.table import HouseRuled
from referee.kernel.game import Game
from referee.kernel.registry import AnywayFacts, FactsOfAct, part_of
from referee.kernel.shared import ALL_SHARED
from referee.kernel.verdict import Accepted, Refused
from referee.service.commands.correct import make_correction
from referee.service.logs.effective import Action, EffectiveLog, actions_from
from referee.service.logs.reapply import ReapplyResult, reapply
from referee.service.logs.replay import IMPOSSIBLE
from referee.service.logs.whatif import differences
from referee.service.tables.request import Actor
from referee.service.tables.table import Table

DEALT = "TAB-CHANCE-01"
"""The rule of the table that an act in the game may break."""


def may_be_set(refused: Refused, event: Event | None = None) -> bool:
    """Return whether facts set by hand are a way round a refusal.

    They are where a rule of the game, not of the table, refused the event, and the event (None: it is not
    known) is the game's too.
    """
    is_of_game = any(not rule.startswith("TAB-") or rule == DEALT for rule in refused.rules)
    return is_of_game and not isinstance(event, ALL_SHARED)


def other_option_values(
    game: Game, state: Any, refused: Refused, event: Event | None = None
) -> list[tuple[str, Any]]:
    """Return (option, value) for options that settle what was refused and that the table may set now.

    Left out are values under which the event (None: not known) is refused for the same reason. Whether it
    would be accepted is not judged: that may depend on cards the viewer does not see. Empty for a consequence
    that a record states: no option set after the act before it changes that.
    """
    if event is not None and type_of(event) in game.consequence_rules:
        return []
    cited = set(refused.rules)
    asked = event.option if isinstance(event, HouseRuled) else None
    return [
        (option.name, value)
        for option in game.ruleset.options.values()
        if cited & set(option.rules) and option.name != asked
        for value in option.values
        if value != getattr(state.options, option.name)
        and isinstance(ruled := game.decide(state, HouseRuled(option.name, value)), Accepted)
        and not _is_same_refusal(game, ruled.state, event, refused)
    ]


def _is_same_refusal(game: Game, state: Any, event: Event | None, refused: Refused) -> bool:
    """Return whether an event (None: no event, so False) is refused in a state for the same reason."""
    verdict = None if event is None else game.decide(state, event)
    return isinstance(verdict, Refused) and verdict.reason == refused.reason


class WayRound(msgspec.Struct, frozen=True):
    """How a refused act is played all the same: facts to set by hand, by path.

    `then`: the act itself is recorded after them, as the facts only let its seat do it.
    """

    facts: dict[str, Any]
    then: bool = False


def find_way_round(game: Game, state: Any, event: Event) -> WayRound | None:
    """Return the facts to set by hand so that a refused act is played; None where there are none.

    They are all that everybody would see on the board if the act had been allowed, its costs included, or
    those that let its seat do it. None where the act moves what is hidden, or nothing; or where the board
    cannot hold it.
    """
    known = game.known(state, None)
    room = _facts_of_game(_own_facts(game).room_for, known, event)
    if room and _makes_room(game, known, room, event):
        return WayRound(room, then=True)
    if type_of(event) in game.closings:
        return None
    targets = apply_unchecked(game, known, event)
    facts = _facts_of_act(game, known, targets) or _facts_of_game(_own_facts(game).facts_for, known, event)
    after = _state_with(game, known, facts) if facts else None
    if after is None or game.position(after, None) == game.position(known, None):
        return None
    return WayRound(_without_derived(game, known, facts))


def _facts_of_act(game: Game, state: Any, targets: tuple[Any, ...]) -> dict[str, Any] | None:
    """Return facts that lead from `state` to one of `targets`, the last that works; None where none do.

    `targets` are the states of `apply_unchecked`.
    """
    if not targets or not _facts_changed(game, state, targets[0]):
        return None
    for after in reversed(targets):
        facts = _facts_changed(game, state, after)
        if facts and _is_whole_act(game, state, facts, targets):
            return facts
    return None


def _makes_room(game: Game, state: Any, room: dict[str, Any], event: Event) -> bool:
    """Return whether an act is accepted once the facts `room` are set, and those change nothing else."""
    after = _state_with(game, state, room)
    if after is None or not {each.fact for each in differences(game, state, after)} <= {*room}:
        return False
    return isinstance(game.decide(after, event), Accepted)


def apply_unchecked(game: Game, state: Any, event: Event) -> tuple[Any, ...]:
    """Return the states an act would lead to: at once, and with what follows; none where it has no effect."""
    found = []
    try:
        begun = _own_facts(game).at_its_turn(state, event)
        found.append(game.apply_unchecked(begun, event))
        if game.turn(begun) in {None, getattr(event, "seat", None)}:  # else it would end another's turn
            found.append(game.apply_unchecked(begun, event, settled=True))
    except (*IMPOSSIBLE, OSError):
        pass
    return tuple(found)


def _facts_changed(game: Game, state: Any, after: Any) -> dict[str, Any] | None:
    """Return the facts an act would change; None where some of them are not for everybody to see."""
    moved = {each.fact: each.would_be for each in differences(game, state, after)}
    hidden = {each.fact for each in differences(game, state, after, REFEREE)} - {*moved}
    has_unknown = any(isinstance(value, list | tuple) and None in value for value in moved.values())
    return None if hidden or has_unknown else moved


def _is_whole_act(game: Game, state: Any, facts: dict[str, Any], targets: tuple[Any, ...]) -> bool:
    """Return whether setting facts leads where an act would have led, and changes nothing else.

    The `forgotten` fields of a game's AnywayFacts are not compared.
    """
    after = _state_with(game, state, facts)
    forgotten = _own_facts(game).forgotten
    return after is not None and all(
        any(getattr(after, field) == getattr(target, field) for target in targets)
        for field in state.__struct_fields__
        if field not in forgotten
    )


def _own_facts(game: Game) -> AnywayFacts:
    """Return what a game declares of facts for refused acts; one that declares nothing has the defaults."""
    return part_of(game.id, AnywayFacts) or AnywayFacts()


def _facts_of_game(find: FactsOfAct, state: Any, event: Event) -> dict[str, Any]:
    """Return the facts a game names for an act; empty where it cannot work them out in such a state."""
    try:
        return dict(find(event, state))
    except IMPOSSIBLE:
        return {}


def _state_with(game: Game, state: Any, facts: dict[str, Any]) -> Any:
    """Return the state with facts set by hand; None where the board cannot hold them."""
    try:
        verdict = game.decide(state, make_correction(game, state, facts, viewer=None))
    except (*IMPOSSIBLE, MalformedError):
        return None
    return verdict.state if isinstance(verdict, Accepted) else None


def _without_derived(game: Game, state: Any, facts: dict[str, Any]) -> dict[str, Any]:
    """Return facts without those that follow from the others."""
    whole = _state_with(game, state, facts)
    for path in tuple(facts):
        fewer = {each: value for each, value in facts.items() if each != path}
        if fewer and _state_with(game, state, fewer) == whole:
            facts = fewer
    return facts


RECENT, ENTRIES, TRIED, NAMED = 24, 4, 24, 2
"""So many last actions, entries of them, acts in place of each, and what is named of those."""


class EarlierMistake(msgspec.Struct, frozen=True):
    """An entry `seq` that may be wrong, and the act in its place that would make a refused act possible."""

    seq: int
    event: Event


def find_earlier_mistakes(
    table: Table, actor: Actor, event: Event, refused: Refused
) -> tuple[EarlierMistake, ...]:
    """Return acts in place of earlier entries of the same seat that would make a refused act possible.

    At most `NAMED` of one entry; only the act itself, where the seat's last act of that kind can be replaced
    by it. All entries since still have to be possible. Entries that revealed cards or dice are tried first.
    Empty where there are none, and for what this actor may not read.
    """
    seat = getattr(event, "seat", None)
    if isinstance(event, ALL_SHARED) or not may_be_set(refused, event) or seat not in actor.seats:
        return ()
    timeline, secrets = table.log_index.effective, table.log_index.secrets
    entries = _entries_of(table.game, timeline, seat)
    alike = (i for i in entries if type(timeline.actions[i].event) is type(event))
    last_alike = max(alike, default=None)
    for i in entries:
        told = timeline.actions[i]
        if not table.sees_all and secrets.hides(told.seq, told.event, actor.viewer):
            continue
        could = list(_other_acts(table.game, timeline.state(i), told.event))
        if i == last_alike and event in could and _reapply_with(timeline, i, event).stuck is None:
            return (EarlierMistake(told.seq or 0, event),)
        found = [each for each in could[:TRIED] if _allows(table, actor, i, each, event)]
        if found:
            return tuple(EarlierMistake(told.seq or 0, each) for each in found[:NAMED])
    return ()


def _entries_of(game: Game, timeline: EffectiveLog, seat: str) -> list[int]:
    """Return the indices of the last actions of a seat, those that revealed cards or chance first."""
    last = range(len(timeline.actions) - 1, 0, -1)[:RECENT]
    own = [i for i in last if getattr(timeline.actions[i].event, "seat", None) == seat]
    acts = [i for i in own if not isinstance(timeline.actions[i].event, ALL_SHARED)]
    shown = game.sealed | game.reveals
    return sorted(acts, key=lambda i: type_of(timeline.actions[i].event) not in shown)[:ENTRIES]


def _other_acts(game: Game, before: Any, recorded: Event) -> Iterator[Event]:
    """Yield the other acts of the kind of `recorded` that its seat could have done.

    None that leaves a field out which `recorded` fills in.
    """
    for event in game.legal(before, recorded.seat):  # type: ignore[attr-defined]
        if type(event) is type(recorded) and event != recorded:
            fields = event.__struct_fields__
            if not any(getattr(event, f) is None and getattr(recorded, f) is not None for f in fields):
                yield event


def _reapply_with(timeline: EffectiveLog, i: int, instead: Event) -> ReapplyResult:
    """Reapply a timeline with another act in the place of the `i`-th."""
    return reapply(
        timeline.game, timeline.state(i), (Action(None, instead), *actions_from(timeline.actions, i)[1:])
    )


def _allows(table: Table, actor: Actor, i: int, instead: Event, event: Event) -> bool:
    """Return whether an act is possible now, or a consequence, with `instead` in place of the `i`-th action.

    False where an action after it is refused. Judged by what the actor may know.
    """
    game, reapplied = table.game, _reapply_with(table.log_index.effective, i, instead)
    if reapplied.stuck is not None:
        return False
    if any(event in each.consequences for each in reapplied.actions):
        return True
    state = game.known(reapplied.state, actor.viewer) if table.hides(actor.viewer) else reapplied.state
    return isinstance(game.decide(state, event), Accepted)
