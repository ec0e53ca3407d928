"""Ways round a refusal: house rules that would settle the matter otherwise, facts set by hand."""

from typing import Any

import msgspec

from events.base import REFEREE, Event, type_of
from events.codec import MalformedError
from events.table import HouseRuled
from referee.kernel.game import Game
from referee.kernel.registry import AnywayFacts, FactsOfAct, part_of
from referee.kernel.shared import ALL_SHARED
from referee.kernel.verdict import Accepted, Refused
from referee.service.commands.changes.correct import correction_of
from referee.service.logs.replay import IMPOSSIBLE
from referee.service.logs.whatif import differences

DEALT = "TAB-CHANCE-01"
"""The rule of the table that an act in the game may break."""


def may_be_set(refused: Refused, event: Event | None = None) -> bool:
    """Whether facts set by hand are a way round a refusal: a rule of the game refused an act of it."""
    is_of_game = any(not rule.startswith("TAB-") or rule == DEALT for rule in refused.rules)
    return is_of_game and not isinstance(event, ALL_SHARED)


def other_values(
    game: Game, state: Any, refused: Refused, event: Event | None = None
) -> list[tuple[str, Any]]:
    """Find the options that settle what was refused, with the values the table may give them now.

    A value under which the event is refused for the same reason is no way round it. Whether it would be
    accepted is not asked: that may hang on cards the viewer does not see. A consequence that a record
    claims follows from the act before it, and no option set after that act is a way round.
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
        and not is_same(game, ruled.state, event, refused)
    ]


def is_same(game: Game, state: Any, event: Event | None, refused: Refused) -> bool:
    """Tell whether an event is refused at a state for the reason it was refused for."""
    verdict = None if event is None else game.decide(state, event)
    return isinstance(verdict, Refused) and verdict.reason == refused.reason


class Anyway(msgspec.Struct, frozen=True):
    """How a refused act is played all the same: facts to set by hand, by path.

    `then` the act itself is told: the facts only let its seat do it.
    """

    facts: dict[str, Any]
    then: bool = False


def played_anyway(game: Game, state: Any, event: Event) -> Anyway | None:
    """Find the facts that everybody would see on the board if an act had been allowed.

    All of them, and nothing else: what was carried, taken and paid with it too. None where the act moves
    what is hidden, or nothing; or where the board cannot hold it.
    """
    known = game.known(state, None)
    room = _facts_said(_own_facts(game).room_for, event, known)
    if room and makes_room(game, known, room, event):
        return Anyway(room, then=True)
    if type_of(event) in game.closings:
        return None
    targets = apply_unchecked(game, known, event)
    facts = facts_of_act(game, known, targets) or _facts_said(_own_facts(game).facts_for, event, known)
    return Anyway(needed(game, known, facts)) if facts and changes(game, known, facts) else None


def facts_of_act(game: Game, state: Any, targets: tuple[Any, ...]) -> dict[str, Any] | None:
    """Find facts that lead where an act would have led, from there on or as it stood at once."""
    if not targets or not moved_openly(game, state, targets[0]):
        return None
    for after in reversed(targets):
        facts = moved_openly(game, state, after)
        if facts and is_whole_act(game, state, facts, targets):
            return facts
    return None


def makes_room(game: Game, state: Any, room: dict[str, Any], event: Event) -> bool:
    """Whether an act can be told once some facts are set, and nothing else becomes otherwise by them."""
    after = state_with(game, state, room)
    if after is None or not {each.fact for each in differences(game, state, after)} <= {*room}:
        return False
    return isinstance(game.decide(after, event), Accepted)


def changes(game: Game, state: Any, facts: dict[str, Any]) -> bool:
    """Whether some facts can be set by hand, and the board is another one then."""
    position = position_with(game, state, facts)
    return position is not None and position != game.position(state, None)


def apply_unchecked(game: Game, state: Any, event: Event) -> tuple[Any, ...]:
    """Give the state an act would lead to, and the one that follows from it; none where it has no effect."""
    found = []
    try:
        begun = _own_facts(game).at_its_turn(state, event)
        found.append(game.apply_unchecked(begun, event))
        if game.turn(begun) in {None, getattr(event, "seat", None)}:  # else it would end another's turn
            found.append(game.apply_unchecked(begun, event, settled=True))
    except (*IMPOSSIBLE, OSError):
        pass
    return tuple(found)


def moved_openly(game: Game, state: Any, after: Any) -> dict[str, Any] | None:
    """List the facts an act would change; None where some of them are not for everybody to see."""
    moved = {each.fact: each.would_be for each in differences(game, state, after)}
    hidden = {each.fact for each in differences(game, state, after, REFEREE)} - {*moved}
    return None if hidden or any(map(holds_unknown, moved.values())) else moved


def is_whole_act(game: Game, state: Any, facts: dict[str, Any], targets: tuple[Any, ...]) -> bool:
    """Whether setting some facts leads where an act would have led, and nothing else becomes otherwise.

    What a game says is `forgotten` may differ.
    """
    after = state_with(game, state, facts)
    forgotten = _own_facts(game).forgotten
    return after is not None and all(
        any(getattr(after, field) == getattr(target, field) for target in targets)
        for field in state.__struct_fields__
        if field not in forgotten
    )


def holds_unknown(value: Any) -> bool:
    """Whether a value has cards in it that nobody may name."""
    return isinstance(value, list | tuple) and None in value


def _own_facts(game: Game) -> AnywayFacts:
    return part_of(game.id, AnywayFacts) or AnywayFacts()


def _facts_said(say: FactsOfAct, event: Event, state: Any) -> dict[str, Any]:
    """Return the facts a game names for an act; none where it cannot work them out in such a state."""
    try:
        return dict(say(event, state))
    except IMPOSSIBLE:
        return {}


def position_with(game: Game, state: Any, facts: dict[str, Any]) -> Any:
    """Give the position with some facts set by hand; None where the board cannot hold them."""
    after = state_with(game, state, facts)
    return None if after is None else game.position(after, None)


def state_with(game: Game, state: Any, facts: dict[str, Any]) -> Any:
    """Give the state with some facts set by hand; None where the board cannot hold them."""
    try:
        verdict = game.decide(state, correction_of(game, state, facts, viewer=None))
    except (*IMPOSSIBLE, MalformedError):
        return None
    return verdict.state if isinstance(verdict, Accepted) else None


def needed(game: Game, state: Any, facts: dict[str, Any]) -> dict[str, Any]:
    """Leave out of some facts those that follow from the others."""
    whole = state_with(game, state, facts)
    for path in tuple(facts):
        fewer = {each: value for each, value in facts.items() if each != path}
        if fewer and state_with(game, state, fewer) == whole:
            facts = fewer
    return facts
