"""Where a question begins: at a table set up as somebody told, or at one that is played."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from events.base import TABLE, Event
from events.table import TableOpened
from referee.kernel.fields import seats_in
from referee.kernel.game import Game
from referee.kernel.ruleset import Plain, Ruleset
from referee.kernel.verdict import Accepted, Refused
from referee.service.ask.asked import Asked, read_events
from referee.service.ask.unknowns import Setting, SetUpError, Sketch, make_sketch, set_up
from referee.service.commands.correct import settable_facts
from referee.service.disputes.analysis import decide_under
from referee.service.tables.opening import LETTERS

_MOST_WAYS = 8
"""So many ways of a usual act of setting up are looked at."""

_MOST_SET_UP = 4
"""So many acts of setting up are taken as done at most, one after the other."""


class Beginning(Protocol):
    """Where a question begins."""

    def starts(self) -> list[Sketch] | Refused:
        """Return the position, each time a step further in setting up; refused where no table opens so."""

    def start_under(self, sketch: Sketch, edition: str, options: Mapping[str, Plain]) -> Sketch | Refused:
        """Return the same position at a table of an edition, with some options otherwise."""


class AtNoTable:
    """A table at which nothing is known but what a question tells."""

    def __init__(self, game: Game, asked: Asked, acts: tuple[Event, ...]) -> None:
        self.game, self.asked, self.acts = game, asked, acts
        self.record = read_events(asked.game, asked.record or ())
        self.opened = TableOpened(
            game=game.id,
            seats=asked.seats or _seats_of(game.ruleset, _seats_named(game, asked.facts, acts)),
            edition=asked.edition or game.ruleset.default_edition,
            options=asked.options,
        )

    def starts(self) -> list[Sketch] | Refused:
        """Return the position as told, at the opening and after each usual act of setting up.

        Acts that were told and can be done then are done, whatever is usual.
        """
        refused = self.game.decide(None, self.opened)
        if isinstance(refused, Refused):
            return refused
        if self.asked.record is not None:
            return self._at_record()
        done, begun, usual, found = tuple[Event, ...](), 0, 0, list[Sketch]()
        while True:
            found.append(self._sketch_after(done, begun))
            state = found[-1].setting.state
            told = self.acts[begun : len(self.acts) - 1][:1]
            next_usual = self.game.legal(state, TABLE)[:_MOST_WAYS] if usual < _MOST_SET_UP else ()
            if self.game.acting(state) != (TABLE,):
                break
            if told and isinstance(self.game.decide(state, told[0]), Accepted):
                done, begun = (*done, *told), begun + 1
            elif next_usual:
                # Which way it was set up may matter for what was told: who is who, unless that was told.
                is_open = bool(self.asked.facts) and not usual
                told_too = self.asked.facts.keys() & {*next_usual[0].__struct_fields__}
                ways = next_usual[1:] if is_open and not told_too else ()
                found += [self._sketch_after((*done, way), begun) for way in ways]
                done, usual = (*done, next_usual[0]), usual + 1
            else:
                break
        return [sketch for sketch in found if sketch.begun == begun]

    def _at_record(self) -> list[Sketch] | Refused:
        """Return the position that the record led to, with the facts told set there; nothing is unknown."""
        try:
            setting = Setting(self.game, (), set_up(self.opened, self.record).state)
        except SetUpError as error:
            return error.refused
        sketch = make_sketch(self.game, setting, self.asked.facts, self.asked.acts)
        return [replace(sketch, unknown=(), is_recorded=True)]

    def _sketch_after(self, done: tuple[Event, ...], begun: int) -> Sketch:
        setting = set_up(self.opened, done)
        return make_sketch(self.game, setting, self.asked.facts, self.asked.acts, begun)

    def start_under(self, sketch: Sketch, edition: str, options: Mapping[str, Plain]) -> Sketch | Refused:
        """Return the same position at a table of an edition, with some options otherwise."""
        own = {} if edition != self.opened.edition else self.opened.options
        opened = replace(self.opened, edition=edition, options={**own, **options})
        try:
            setting = set_up(opened, (*self.record, *sketch.setting.acts))
        except SetUpError as error:
            return error.refused
        return replace(sketch, setting=replace(setting, acts=sketch.setting.acts))


class AtTable:
    """A table as a viewer (None: everybody) may know it."""

    def __init__(self, game: Game, state: Any, viewer: str | None, acts: tuple[Event, ...]) -> None:
        self.game, self.acts = game, acts
        self.state = game.known(state, viewer)
        self.seen = frozenset(fact.path for fact in settable_facts(game, state, viewer))

    def starts(self) -> list[Sketch] | Refused:
        """Return the table as it stands."""
        sketch = make_sketch(
            self.game, Setting(self.game, (), self.state), {}, msgspec.to_builtins(self.acts)
        )
        return [replace(sketch, unknown=tuple([f for f in sketch.unknown if f.path not in self.seen]))]

    def start_under(self, sketch: Sketch, edition: str, options: Mapping[str, Plain]) -> Sketch | Refused:
        """Return the table as it would be with the options of an edition, and some otherwise."""
        state, effect = self.state, dict(options)
        if edition != state.edition:
            effect = {**self.game.ruleset.values(edition, len(state.seats)), **effect}
        changed = {name: value for name, value in effect.items() if getattr(state.options, name) != value}
        if not changed:
            return sketch
        verdict = decide_under(self.game, state, changed)
        if isinstance(verdict, Refused):
            return verdict
        return replace(sketch, setting=Setting(self.game, (), verdict.state))


def _seats_named(game: Game, facts: Mapping[str, Any], acts: Iterable[Event]) -> tuple[str, ...]:
    """Return the seats that facts and acts speak of, in the order they do."""
    by_seat = {fact.name for fact in game.facts.declared if fact.by_seat}
    told = {name: value for name, value in facts.items() if name in by_seat and isinstance(value, dict)}
    named = [seat for value in told.values() for seat in value]
    for name in facts.keys() - by_seat:
        try:
            named += seats_in(msgspec.convert({name: facts[name]}, game.facts.kind))
        except msgspec.ValidationError:  # told again where the facts are set
            continue
    return tuple(dict.fromkeys((*named, *(seat for act in acts for seat in seats_in(act)))))


def _seats_of(ruleset: Ruleset, named: tuple[str, ...]) -> tuple[str, ...]:
    """Return who plays: those that are named, and as many more as it takes.

    Letters come in their order, those between them too.
    """
    fewest = ruleset.players.start
    if set(named) <= {*LETTERS}:
        last = max((LETTERS.index(seat) + 1 for seat in named), default=0)
        return tuple(LETTERS[: max(last, fewest)])
    more = (letter for letter in LETTERS if letter not in named)
    return (*named, *[next(more) for _ in range(fewest - len(named))])
