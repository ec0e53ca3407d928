"""Evenings of a game played at random: what the laws are held against."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import cycle
from random import Random
from typing import Any, NamedTuple, NoReturn

from msgspec.structs import replace

from events.base import REFEREE, TABLE, Event
from events.table import Chance, TableOpened
from referee.kernel.game import Game
from referee.kernel.seed import commitment
from referee.kernel.verdict import Accepted, JudgedEvent, Refused
from referee.service.simulation.simulate import choose, due

SEATS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SEED = "the seed of the laws"


class BrokenLawError(AssertionError):
    """A law a game does not obey; the message says where, and what to add where something is missing."""


def broken(why: str) -> NoReturn:
    """Say that a law is broken."""
    raise BrokenLawError(why)


class Step(NamedTuple):
    """One act of an evening: the state before it, all facts it brought, the state after them.

    `line` is the line of a record it stood on.
    """

    before: Any
    judged: tuple[JudgedEvent, ...]
    after: Any
    line: int = 0

    @property
    def event(self) -> Event:
        """Give the act itself."""
        return self.judged[0].event

    @property
    def events(self) -> tuple[Event, ...]:
        """Give the act and what followed from it."""
        return tuple([judged_event.event for judged_event in self.judged])


class Evening(NamedTuple):
    """A table, and what was done at it from its opening on."""

    opened: TableOpened
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        """Name it for whoever reads that a law is broken."""
        how = f"{len(self.opened.seats)} seats, edition {self.opened.edition}, chance: {self.opened.chance}"
        return f"{self.opened.game}, {how}"

    def some(self, n: int) -> tuple[Step, ...]:
        """Give so many of its acts, from all through it; the opening is none of them."""
        acts = self.steps[1:]
        return acts[:: max(1, len(acts) // n)]


class Evenings:
    """A game, and the evenings played of it: every edition, few and many seats, both ways of chance.

    `acts` is how long an evening lasts; `options` are options every one of them has. `formed` are the
    types of acts that are told in more ways than can be listed: a form of the room fills them in.
    `shown` are those of which this is so where they name pieces that a physical table shows. Another
    `number` gives other evenings.
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
    def all(self) -> tuple[Evening, ...]:
        """Play them; each is the same whenever it is played."""
        return tuple(Evening(opened, tuple(self.play(opened))) for opened in self.openings())

    @property
    def dealt(self) -> tuple[Evening, ...]:
        """Give those at which the referee throws and deals."""
        return tuple(each for each in self.all if each.opened.chance == REFEREE)

    def openings(self) -> Iterator[TableOpened]:
        """Open a table of every edition and either chance; the numbers of seats take turns."""
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
                tables = [replace(opened, seats=tuple(SEATS[:n])) for n in (next(numbers), *many)]
                yield next((each for each in tables if judged(self.game, None, each)), tables[0])

    def play(self, opened: TableOpened) -> Iterator[Step]:
        """Play at random; at a table whose people have to fill in forms, as far as there are buttons."""
        random = Random(f"{opened.edition} {opened.chance}" + (f" {self.number}" if self.number else ""))
        state: Any = None
        event: Event | None = opened
        for _ in range(self.acts + 1):
            if event is None:
                return
            verdict = self.game.decide(state, event)
            if isinstance(verdict, Refused):
                broken(f"{opened.game}: {event} was due or listed, and is refused: {verdict}")
            yield Step(state, verdict.judged, verdict.state)
            state = verdict.state
            event = self.next_act(state, opened, random)

    def next_act(self, state: Any, opened: TableOpened, random: Random) -> Event | None:
        """Choose what is done next; None where nothing is, or people have to fill in a form."""
        if (dealt := due(self.game, state, opened)) is not None:
            return dealt
        acting = self.game.acting(state)
        listed = any(self.game.legal(state, who) for who in (*acting, TABLE))
        if not acting or (opened.chance == TABLE and not listed):
            return None
        if not listed:
            broken(
                f"{opened.game}: {acting} must act in phase {self.game.phase(state)}, and nothing is "
                "possible; add `conceivable` to an act of that phase"
            )
        return choose_listed(self.game, state, acting, random)


def choose_listed(game: Game, state: Any, acting: tuple[str, ...], random: Random) -> Event:
    """Choose somebody who can act, and an act: now and then what ends a round, so that evenings go on."""
    able = tuple(who for who in acting if game.legal(state, who)) or (TABLE,)
    return choose(game, state, able, random)


def judged(game: Game, state: Any, event: Event) -> Accepted | None:
    """Give what an event brings where it is accepted."""
    verdict = game.decide(state, event)
    return verdict if isinstance(verdict, Accepted) else None


def sample(events: Sequence[Any], n: int, random: Random) -> list[Any]:
    """Take at most so many of some things."""
    return list(events) if len(events) <= n else random.sample(list(events), n)
