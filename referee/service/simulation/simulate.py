"""Play whole games at random, by the rules: for fixtures, benchmarks and soak."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import TABLE, Event, type_of
from events.stores.protocol import NO_HEAD
from events.table import OptionValue, TableClosed, TableOpened
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.seed import commitment
from referee.kernel.verdict import Accepted, JudgedEvent, Refused
from referee.service.tables.table import encode_entries

FIRST_MOMENT = datetime(2026, 1, 1, tzinfo=UTC)
"""When simulated games begin; each action takes a second."""

SEATS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What the seats of a simulated game are called."""

MAX_ROUNDS = 200
"""After how many rounds a game that does not end is closed."""

_MAX_ACTIONS = 100_000
"""After how many actions a game is closed, whatever it calls a round."""


class DeadEndError(Exception):
    """Somebody must act and nothing is legal, or what is legal was refused: the rules have a hole."""


def simulate(
    game: Game,
    seed: int | str,
    number: int = 1,
    *,
    players: int | None = None,
    edition: str | None = None,
    options: dict[str, OptionValue] | None = None,
    max_rounds: int = MAX_ROUNDS,
) -> Iterator[bytes]:
    """Play game `number` of a seed; yield the lines of its exported log, the same for the same arguments.

    None for `players`, `edition`: any number that may play, the usual edition. Raises DeadEndError;
    ValueError (its `args[0]` the Refused) where the table cannot be opened.
    """
    random = Random(f"{seed}/{number}")
    opened = opening(game, random, players, edition, options or {})
    table, head, at = f"{game.id}-{seed}-{number}", NO_HEAD, FIRST_MOMENT
    for facts in play(game, opened, random, max_rounds):
        lines, head = encode_entries(table, at, facts, head)
        at += timedelta(seconds=1)
        yield from lines


class Simulated(msgspec.Struct, frozen=True, kw_only=True):
    """Games `first` to `last` of a seed, to be played in one piece of work."""

    game: str
    seed: str
    first: int
    last: int
    players: int | None = None
    edition: str | None = None
    options: dict[str, OptionValue] = {}
    max_rounds: int = MAX_ROUNDS


def simulate_batch(batch: Simulated) -> list[bytes]:
    """Play some games; return each as its file holds it. Raises as `simulate` does.

    In one piece, as many small ones cost a cluster more than the games.
    """
    game = find_game(batch.game)
    return [
        b"".join(
            line + b"\n"
            for line in simulate(
                game,
                batch.seed,
                number,
                players=batch.players,
                edition=batch.edition,
                options=batch.options,
                max_rounds=batch.max_rounds,
            )
        )
        for number in range(batch.first, batch.last + 1)
    ]


def opening(
    game: Game, random: Random, players: int | None, edition: str | None, options: dict[str, OptionValue]
) -> TableOpened:
    """Return the opening of a table of A, B, C…, of as many as may play, by chance."""
    numbers = game.ruleset.players if players is None else (players,)
    tables = [
        TableOpened(game=game.id, edition=edition, seats=tuple(SEATS[:n]), options=options) for n in numbers
    ]
    opened = random.choice(
        [each for each in tables if isinstance(game.decide(None, each), Accepted)] or tables
    )
    if game.deal is None:
        return opened
    seed = f"{random.getrandbits(128):032x}"
    return replace(opened, chance="referee", seed=seed, seed_hash=commitment(seed))


def play(
    game: Game, opened: TableOpened, random: Random, max_rounds: int = MAX_ROUNDS
) -> Iterator[tuple[JudgedEvent, ...]]:
    """Play a game to its end; yield the judged events of each action. Raises as `simulate` does."""
    verdict = game.decide(None, opened)
    if isinstance(verdict, Refused):
        raise ValueError(verdict)  # noqa: TRY004 - a value of the right type
    yield verdict.judged
    state, rounds, actions = verdict.state, 0, 0
    while acting := game.acting(state):
        if rounds >= max_rounds or actions >= _MAX_ACTIONS:
            yield decide_accepted(game, state, TableClosed(reason="max_rounds")).judged
            return
        verdict = decide_accepted(
            game, state, due(game, state, opened) or choose(game, state, acting, random)
        )
        state = verdict.state
        yield verdict.judged
        actions += 1
        rounds += sum(type_of(judged.event) in game.chapters for judged in verdict.judged)


def due(game: Game, state: Any, opened: TableOpened) -> Event | None:
    """Return what the referee rolls or deals now; None where people act, or the table does."""
    return game.deal(state, opened.seed) if game.deal and opened.seed else None


def choose(game: Game, state: Any, acting: tuple[str, ...], random: Random) -> Event:
    """Return a legal action of someone who may act, all alike. Raises DeadEndError."""
    seat = acting[0] if len(acting) == 1 else random.choice(acting)
    legal = game.legal(state, seat) or game.legal(state, TABLE)
    if not legal:
        raise DeadEndError(seat, game.phase(state))
    return random.choice(legal)


def decide_accepted(game: Game, state: Any, event: Event) -> Accepted:
    """Return the verdict on what must be accepted. Raises DeadEndError where it is refused."""
    verdict = game.decide(state, event)
    if isinstance(verdict, Refused):
        raise DeadEndError(event, verdict)
    return verdict
