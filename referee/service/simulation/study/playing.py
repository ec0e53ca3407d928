"""One game of a study: played by the rules, its outcome noted, and whether the other values would matter."""

from itertools import product
from random import Random
from typing import Any

import msgspec
from msgspec.json import encode
from msgspec.structs import replace

from events.base import TABLE, Event, type_of
from events.envelope import blake2b
from events.table import HouseRuled, TableOpened
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.ruleset import Plain
from referee.kernel.seed import commitment
from referee.kernel.verdict import Accepted
from referee.service.simulation.simulate import MAX_ROUNDS, SEATS, DeadEndError, decided
from referee.service.simulation.study.plan import Lot
from referee.service.simulation.study.players import Player, players_of

MOST_ACTIONS = 20_000
"""After so many acts a game of a study is left unfinished."""


class Outcome(msgspec.Struct, frozen=True):
    """How one game went.

    `cell` is the number of its set of option values; `winners` are seats from 0 in turn order, none
    where it did not end. `acts` counts what people and the table did, `rounds` the game's chapters.
    `course` stands for all that happened in it after the opening, 16 hex digits. `matters` are the
    cells whose values would have changed what the rules answered somewhere in it; told of the first
    cell only, the one the others are measured by.
    """

    kind: str
    players: int
    number: int
    cell: int
    winners: tuple[int, ...]
    acts: int
    rounds: int
    course: str
    matters: tuple[int, ...] = ()


def play_lot(lot: Lot) -> list[Outcome]:
    """Play all games of a lot, every number once under each cell, on the same seeds."""
    game = find_game(lot.plan.game)
    player = players_of(game.id)[lot.kind]
    pairs = product(range(lot.first, lot.last + 1), range(len(lot.plan.cells)))
    return [play_game(game, lot, number, cell, player) for number, cell in pairs]


def play_game(game: Game, lot: Lot, number: int, cell: int, player: Player) -> Outcome:
    """Play one game to its end, or as long as a game of a study may last."""
    plan = lot.plan
    opened = opening(game, lot, number, plan.cells[cell])
    verdict = decided(game, None, opened)
    others = {} if cell else dict(enumerate(plan.cells))
    chances = Chances(plan.seed, lot.players, number)
    state, acts, rounds, matters = verdict.state, 0, 0, set[int]()
    course = blake2b(digest_size=8)
    while (acting := game.acting(state)) and acts < MOST_ACTIONS and rounds < MAX_ROUNDS:
        event = game.deal(state, opened.seed) if game.deal and opened.seed else None
        event = event or chosen(game, state, acting, player, chances)
        verdict = decided(game, state, event)
        for other, values in others.items():
            if other and other not in matters and would_matter(game, state, event, verdict, values):
                matters.add(other)
        state, acts = verdict.state, acts + 1
        course.update(encode([judged.event for judged in verdict.judged]))
        rounds += sum(type_of(judged.event) in game.chapters for judged in verdict.judged)
    winners = tuple(state.seats.index(seat) for seat in game.winners(state) or ())
    went = course.hexdigest()
    return Outcome(lot.kind, lot.players, number, cell, winners, acts, rounds, went, tuple(sorted(matters)))


class Chances:
    """Where the luck of a game comes from: a row of its own for each seat and for the table.

    So the same dice fall for everybody as long as two games go the same way.
    """

    def __init__(self, seed: str, players: int, number: int) -> None:
        self._called = f"{seed}/{players}/{number}"
        self._rows: dict[str, Random] = {}

    def of(self, seat: str) -> Random:
        """Give the row of a seat, of the table, or of who is asked first."""
        if seat not in self._rows:
            self._rows[seat] = Random(f"{self._called}/{seat}")
        return self._rows[seat]


def opening(game: Game, lot: Lot, number: int, options: dict[str, Plain]) -> TableOpened:
    """Open a table of the cell; the referee rolls and deals from a seed where the game lets it."""
    seats = tuple(SEATS[: lot.players])
    opened = TableOpened(game=game.id, edition=lot.plan.edition, seats=seats, options=dict(options))
    if game.deal is None and not game.dealer.throws_any:
        return opened
    seed = f"{lot.plan.seed}/{lot.players}/{number}"
    return replace(opened, chance="referee", seed=seed, seed_hash=commitment(seed))


def chosen(game: Game, state: Any, acting: tuple[str, ...], player: Player, chances: Chances) -> Event:
    """Let somebody who may act choose what to do, or the table show something."""
    seat = acting[0] if len(acting) == 1 else chances.of("turn").choice(acting)
    if seat != TABLE and (legal := game.legal(state, seat)):
        return player(game, state, seat, legal, chances.of(seat))
    if shown := game.legal(state, TABLE):
        return chances.of(TABLE).choice(shown)
    raise DeadEndError(seat, game.phase(state))


def would_matter(game: Game, state: Any, event: Event, verdict: Accepted, values: dict[str, Plain]) -> bool:
    """Whether the rules would answer otherwise under other values: to this act, or to what is possible.

    What an answer leads to follows from its facts alone, so that states need no comparing.
    """
    other = state
    for name, value in values.items():
        other = game.evolve(other, HouseRuled(name, value))
    answer = game.decide(other, event)
    if not isinstance(answer, Accepted) or told(answer) != told(verdict):
        return True
    return any(game.legal(state, seat) != game.legal(other, seat) for seat in game.acting(state))


def told(verdict: Accepted) -> tuple[Event, ...]:
    """Give the facts an answer holds."""
    return tuple(judged.event for judged in verdict.judged)
