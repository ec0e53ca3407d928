"""Games played at random, which the laws are held against; random values of any type."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import cycle
from random import Random
from typing import Any, NamedTuple, NoReturn

from msgspec import inspect
from msgspec.structs import replace

from events.base import REFEREE, TABLE, Event
from events.table import Chance, TableOpened
from referee.kernel.game import Game
from referee.kernel.registry import folder_of
from referee.kernel.seed import commitment
from referee.kernel.verdict import Accepted, JudgedEvent, Refused
from referee.service.simulation.simulate import choose, due

_SEATS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SEED = "the seed of the laws"


class BrokenLawError(AssertionError):
    """A game breaks a law; the message says where, and what to change in which file."""


def fail(why: str, mend: str = "") -> NoReturn:
    """Raise BrokenLawError: what is wrong, and what to change, where."""
    raise BrokenLawError(f"{why}; {mend}" if mend else why)


def act_of(game: Game, event: Event | type[Event]) -> str:
    """Return where the act of an event is declared, for a message."""
    kind = event if isinstance(event, type) else type(event)
    return f"Act(event={kind.__name__}) in {folder_of(game.id)}"


class Step(NamedTuple):
    """One act of a game: the state before it (None for the opening), its judged events, the state after them.

    `line` is its line in a record; 0 where the game was played at random.
    """

    before: Any
    judged: tuple[JudgedEvent, ...]
    after: Any
    line: int = 0

    @property
    def event(self) -> Event:
        """The act itself, without its consequences."""
        return self.judged[0].event

    @property
    def events(self) -> tuple[Event, ...]:
        """The act and its consequences."""
        return tuple([judged_event.event for judged_event in self.judged])


class PlayedGame(NamedTuple):
    """A table, and what was done at it; the first step is the opening."""

    opened: TableOpened
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        """Its name in the message of a broken law."""
        how = f"{len(self.opened.seats)} seats, edition {self.opened.edition}, chance: {self.opened.chance}"
        return f"{self.opened.game}, {how}"

    def some(self, n: int) -> tuple[Step, ...]:
        """Return about `n` of its acts, evenly from all through it, without the opening."""
        acts = self.steps[1:]
        return acts[:: max(1, len(acts) // n)]


class PlayedGames:
    """A game played at random: in every edition, with few and many seats, with either chance.

    `acts` is how many acts each lasts; `options` are options all of them have. `formed` are the types of
    acts with more variants than can be listed: a form of the game fills them in. `shown` are the types
    of which this is so at a physical table, because they name pieces that it shows. Another `number`
    plays other games.
    """

    def __init__(
        self,
        game: Game,
        *,
        acts: int = 60,
        options: dict[str, Any] | None = None,
        formed: tuple[str, ...] = (),
        shown: tuple[str, ...] = (),
        number: int = 0,
    ) -> None:
        self.game, self.acts, self.options, self.number = game, acts, options or {}, number
        self.formed, self.shown = formed, shown

    @cached_property
    def all(self) -> tuple[PlayedGame, ...]:
        """The games, played once; the same whenever they are played."""
        return tuple(PlayedGame(opened, tuple(self.play(opened))) for opened in self.openings())

    @property
    def dealt(self) -> tuple[PlayedGame, ...]:
        """The games in which the referee throws and deals."""
        return tuple(each for each in self.all if each.opened.chance == REFEREE)

    def openings(self) -> Iterator[TableOpened]:
        """Yield an opening for every edition and either chance; the numbers of seats take turns."""
        ruleset = self.game.ruleset
        many = ruleset.players
        ways: tuple[Chance, ...] = ("table", "referee")
        numbers = cycle(dict.fromkeys((many[0], many[-1], many[len(many) // 2])))
        for edition in ruleset.editions:
            for chance in ways:
                opened = TableOpened(
                    game=self.game.id, edition=edition, seats=(), chance=chance, options=self.options
                )
                if chance == REFEREE:
                    opened = replace(opened, seed=SEED, seed_hash=commitment(SEED))
                tables = [replace(opened, seats=tuple(_SEATS[:n])) for n in (next(numbers), *many)]
                yield next((each for each in tables if try_event(self.game, None, each)), tables[0])

    def play(self, opened: TableOpened) -> Iterator[Step]:
        """Play at random, `acts` acts at most; stop where only a form could say what is done."""
        random = Random(f"{opened.edition} {opened.chance}" + (f" {self.number}" if self.number else ""))
        state: Any = None
        event: Event | None = opened
        for _ in range(self.acts + 1):
            if event is None:
                return
            verdict = self.game.decide(state, event)
            if isinstance(verdict, Refused):
                mend = f"mend `candidates`, `judge` or `when` of {act_of(self.game, event)}"
                fail(f"{opened.game}: {event} was due or listed, and is refused: {verdict}", mend)
            yield Step(state, verdict.judged, verdict.state)
            state = verdict.state
            event = self.next_act(state, opened, random)

    def next_act(self, state: Any, opened: TableOpened, random: Random) -> Event | None:
        """Return what is done next; None when the game is over, or where only a form could say it."""
        if (dealt := due(self.game, state, opened)) is not None:
            return dealt
        acting = self.game.acting(state)
        listed = any(self.game.legal(state, who) for who in (*acting, TABLE))
        if not acting or (opened.chance == TABLE and not listed):
            return None
        if not listed:
            fail(
                f"{opened.game}: {acting} must act in phase {self.game.phase(state)}: nothing is possible",
                f"add `candidates` to an act of that phase, in {folder_of(opened.game)}",
            )
        return _choose_listed(self.game, state, acting, random)


def _choose_listed(game: Game, state: Any, acting: tuple[str, ...], random: Random) -> Event:
    """Choose somebody who can act, and an act: now and then what ends a round, so that games go on."""
    able = tuple(who for who in acting if game.legal(state, who)) or (TABLE,)
    return choose(game, state, able, random)


def try_event(game: Game, state: Any, event: Event) -> Accepted | None:
    """Return the verdict on an event if it is accepted, else None."""
    verdict = game.decide(state, event)
    return verdict if isinstance(verdict, Accepted) else None


def sample(events: Sequence[Any], n: int, random: Random) -> list[Any]:
    """Return at most `n` of some things: all in their order where there are no more, else in any order."""
    return list(events) if len(events) <= n else random.sample(list(events), n)


_LENGTHS = (0, 1, 1, 2, 3, 6)
"""Lengths a list may have."""

_NUMBERS = 12
"""A random number without an upper bound is at most so much above its lower bound."""


def random_value(type_: inspect.Type, seats: tuple[str, ...], random: Random) -> Any:
    """Return a random value of a type; strings are seats. Raises TypeError for an unknown type."""
    match type_:
        case inspect.Metadata(type=inner):
            return random_value(inner, seats, random)
        case inspect.UnionType(types=types):
            return random_value(random.choice(types), seats, random)
        case inspect.BoolType():
            return random.random() < 0.5
        case inspect.IntType(ge=ge, le=le):
            least = ge or 0
            return random.randint(least, least + _NUMBERS if le is None else le)
        case inspect.LiteralType(values=values):
            return random.choice(values)
        case inspect.StrType():
            return random.choice(seats)
        case inspect.NoneType():
            return None
    return _random_container(type_, seats, random)


def _random_container(type_: inspect.Type, seats: tuple[str, ...], random: Random) -> Any:
    match type_:
        case inspect.VarTupleType(item_type=item):
            return tuple(random_value(item, seats, random) for _ in range(random.choice(_LENGTHS)))
        case inspect.TupleType(item_types=items):
            return tuple(random_value(item, seats, random) for item in items)
        case inspect.DictType(key_type=key, value_type=value):
            return {random_value(key, seats, random): random_value(value, seats, random) for _ in range(3)}
        case inspect.StructType(cls=cls, fields=fields):
            told = [field for field in fields if field.required or random.random() < 0.5]
            return cls(**{field.name: random_value(field.type, seats, random) for field in told})
    raise TypeError(type_)
