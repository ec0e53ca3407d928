"""What nobody told of a position: its facts one by one, the values each may have, a position that names some.

A fact is told, or known not to be there (null), or left out and so unknown.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, cached_property, lru_cache
from typing import Any, cast

import msgspec
from msgspec import inspect

from events.base import REFEREE, Event
from events.codec import MalformedError
from events.envelope import encode
from events.table import Corrected, TableOpened
from referee.kernel.game import Game
from referee.kernel.paths import inner_kind, is_count, with_fact
from referee.kernel.registry import codec_for, find_game
from referee.kernel.verdict import Refused, Verdict
from referee.service.ask.reading import Place, places_changed
from referee.service.commands.correct import (
    CHOICE,
    LIST,
    NUMBER,
    SettableFact,
    settable_facts,
)

_FEW = 6
"""So many values of a fact are all looked at; of more, those that what is asked mentions, and some others."""

_MOST_COUNTED = 12
"""Of a number that has no limit worth the name, as of wounds, no more is looked at."""

_SPREAD = 3
"""So many of the others."""

_MOST_OFFERED = 60
"""The values in so many acts of a table are looked at."""

Facts = Mapping[str, Any]
"""Facts by their path in a position (`canoes.A.1.at`)."""


class Setting(msgspec.Struct, frozen=True, dict=True, eq=False):
    """A table after its opening and the `acts` of setting up, before any fact is set."""

    game: Game
    acts: tuple[Event, ...]
    state: Any

    @cached_property
    def position(self) -> Mapping[str, Any]:
        """Return its position as JSON, secrets included."""
        shown: Mapping[str, Any] = msgspec.json.decode(encode(self.game.position(self.state, REFEREE)))
        return shown

    @cached_property
    def facts(self) -> tuple[SettableFact, ...]:
        """Return the facts of the position, one by one."""
        return settable_facts(self.game, self.state, REFEREE)

    @cached_property
    def offered(self) -> tuple[str, ...]:
        """Return values that acts name which are possible now, as JSON."""
        game, state = self.game, self.state
        legal = [event for seat in game.acting(state) for event in game.legal(state, seat)][:_MOST_OFFERED]
        return tuple(dict.fromkeys(map(key_of, values_in(msgspec.to_builtins(legal)))))

    @cached_property
    def touched(self) -> Mapping[str, frozenset[Place]]:
        """Return by the path of a fact what setting it by hand changes in the state, possible or not.

        No entry for one that makes no sense alone (who acts, of those who sit nowhere), or changes nothing as
        yet (whether dice were thrown before anybody races): anything may change with it.
        """
        sketch = make_sketch(self.game, self, {})
        found = {fact.path: sketch.places_of(fact) for fact in self.facts}
        return {path: places for path, places in found.items() if places}


class SetUpError(Exception):
    """A table that does not open so, or an act of setting up that is `refused` there."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.reason)
        self.refused = refused


def set_up(opened: TableOpened, acts: tuple[Event, ...] = ()) -> Setting:
    """Return a table after its opening and acts of setting up; cached. Raises SetUpError."""
    return _set_up(encode(opened), tuple(map(encode, acts)))


@lru_cache(maxsize=256)
def _set_up(opened: bytes, acts: tuple[bytes, ...]) -> Setting:
    id = msgspec.json.decode(opened)["game"]
    game, codec, state = find_game(id), codec_for(id), None
    events = [codec.event(line) for line in (opened, *acts)]
    for event in events:
        verdict = game.decide(state, event)
        if isinstance(verdict, Refused):
            raise SetUpError(verdict)
        state = verdict.state
    return Setting(game, tuple(events[1:]), state)


@cache
def _type_of(position: type[msgspec.Struct]) -> Any:
    return inspect.type_info(position)


class Sketch(msgspec.Struct, frozen=True, kw_only=True):
    """A position of which some is told.

    - `told`: the known facts by path; `partial_position`: the same as JSON of a position.
    - `usual`: the whole position as JSON where nothing is set, which fills in what belongs together.
    - `unknown`: the single facts that were not. `mentioned`: values that what is asked speaks of, as JSON.
    - `begun`: so many of the acts that were told as done belong to setting up.
    - `is_recorded`: all that led to it was told, so that no act more is taken as done.
    """

    game: Game
    setting: Setting
    told: Facts
    partial_position: Any
    usual: Mapping[str, Any]
    unknown: tuple[SettableFact, ...]
    mentioned: frozenset[str]
    begun: int = 0
    is_recorded: bool = False

    def correction(self, more: Facts) -> Corrected[Any]:
        """Return the correction that sets what was told, and `more` facts. Raises MalformedError."""
        kind, position = _type_of(self.game.facts.kind), self.partial_position
        for path, value in more.items():
            position = with_fact(kind, position, self.usual, path.split("."), value)
        try:
            return Corrected(msgspec.convert(position, self.game.facts.kind))
        except msgspec.ValidationError:  # the codec says it better
            line = msgspec.json.encode({"type": "corrected", "position": position})
            return cast(Corrected[Any], codec_for(self.game.id).event(line))

    def place(self, more: Facts) -> Any:
        """Return the state with what was told, and `more` facts; a refusal where they can't be together."""
        state = self.setting.state
        if not (self.told or more):
            return state
        try:
            verdict = self.game.decide(state, self.correction(more))
        except MalformedError:  # a value that does not go with that of another fact
            if not more:
                raise
            return Refused("table.impossible_fact")
        return verdict if isinstance(verdict, Refused) else verdict.state

    def places_of(self, fact: SettableFact) -> frozenset[Place]:
        """Return what setting a fact besides those told changes in the state, possible or not.

        Nothing where it makes no sense so.
        """
        is_of_one = "." in fact.path and fact.kind != LIST  # else each value is about another seat
        values, places = self.values_of(fact, every=not (is_of_one or self.told)), frozenset[Place]()
        before = self._set({}) if self.told else self.setting.state
        for value in values[:: max(1, len(values) - 1)] if is_of_one else values:
            with suppress(MalformedError, LookupError, ValueError):  # nobody judged it: a reducer may stumble
                places |= places_changed(before, self._set({fact.path: value}))
        return places

    def _set(self, more: Facts) -> Any:
        """Return the state with facts, and what follows from them where they can be."""
        placed = self.place(more) if self.told else None
        if placed is None or isinstance(placed, Refused):
            return self.game.evolve(self.setting.state, self.correction(more))
        return placed

    def is_changed(self, state: Any, verdict: Verdict) -> bool:
        """Return whether an act changes what was told: then it was not done unless somebody says so."""
        names = {path.partition(".")[0] for path in self.told}
        if isinstance(verdict, Refused) or not names:
            return isinstance(verdict, Refused)
        facts = self.game.facts
        before = facts.visible_values(state, REFEREE, names)
        after = facts.visible_values(verdict.state, REFEREE, names)
        if before == after:
            return False
        before, after = msgspec.to_builtins(before), msgspec.to_builtins(after)
        return any(_at(before, path) != _at(after, path) for path in self.told)

    def values_of(self, fact: SettableFact, *, every: bool = False) -> tuple[Any, ...]:
        """Return what an unknown fact may be, other than usual; what is mentioned comes first.

        `every`: all that there may be of what can be listed; else a few of many.
        """
        usual, may_lack = key_of(fact.value), fact.value is not None and None in fact.choices
        ranged = {key_of(value): value for value in self._range_of(fact) if value is not None}
        found = [value for key, value in ranged.items() if key != usual] + [None] * may_lack
        near = [value for value in found if self._mentions(value)]
        rest = [value for value in found if value not in near]
        if not every and len(found) > _FEW:
            rest = rest[:: max(1, len(rest) // _SPREAD)][:_SPREAD]
        return (*near, *rest)

    def _mentions(self, value: Any) -> bool:
        """Return whether what is asked speaks of a value, or of a member of a list."""
        each_of = value if isinstance(value, list) else ()
        return any(key_of(each) in self.mentioned for each in (value, *each_of))

    def _range_of(self, fact: SettableFact) -> Iterator[Any]:
        if fact.kind == CHOICE:
            yield from fact.choices
        elif fact.kind == NUMBER:
            least = fact.least or 0
            yield from range(
                least, min(least + _MOST_COUNTED, least + _FEW - 2 if fact.most is None else fact.most) + 1
            )
        elif fact.kind == LIST:
            yield []
            said = filter(_is_list, map(msgspec.json.decode, sorted(self.mentioned)))
            yield from (each for each in said if all(member in fact.choices for member in each))
            yield from ([each] for each in fact.choices)
            held = fact.value or []
            yield from ([*held[:i], *held[i + 1 :]] for i in range(len(held)) if len(held) > 1)
        else:
            known = dict.fromkeys((*sorted(self.mentioned), *self.setting.offered))
            yield from filter(self._fits(fact), map(msgspec.json.decode, known))

    def _fits(self, fact: SettableFact) -> Callable[[Any], bool]:
        """Return whether a value can stand in a fact that is written out, by its type."""

        def fits(value: Any) -> bool:
            try:
                self.correction({fact.path: value})
            except MalformedError:
                return False
            return True

        return fits


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def key_of(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def make_sketch(
    game: Game, setting: Setting, facts: Mapping[str, Any], acts: Any = (), begun: int = 0
) -> Sketch:
    """Return what is told of a position; `acts`, as JSON, are what else is asked."""
    kind, position = _type_of(game.facts.kind), dict[str, Any]()
    told = dict(_flatten(facts, kind))
    for path, value in told.items():
        position = with_fact(kind, position, setting.position, path.split("."), value)
    whole = tuple(f"{path}." for path in told)
    unknown = [f for f in setting.facts if f.path not in told and not f.path.startswith(whole)]
    mentioned = frozenset(map(key_of, values_in([told, acts])))
    return Sketch(
        game=game,
        setting=setting,
        told=told,
        partial_position=position,
        usual=setting.position,
        unknown=tuple(unknown),
        mentioned=mentioned,
        begun=begun,
    )


def _flatten(facts: Mapping[str, Any], kind: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the facts told in a part of a position, by path; a count by kind is one fact."""
    for name, value in facts.items():
        there, inner = f"{path}{name}", inner_kind(kind, name)
        if isinstance(value, Mapping) and inner is not None and not is_count(inner):
            yield from _flatten(value, inner, f"{there}.")
        else:
            yield there, value


def _at(facts: Any, path: str) -> Any:
    """Return the value at a path; None where there is none."""
    for step in path.split("."):
        facts = facts.get(step) if isinstance(facts, Mapping) else None
    return facts


def values_in(value: Any) -> Iterator[Any]:
    """Yield every value in a JSON value, lists whole too."""
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    for each in inner:
        yield from values_in(each)
    if not isinstance(value, Mapping):
        yield value
