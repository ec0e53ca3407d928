"""Random play for tests: a referee-dealt or a physical game, one legal act after another."""

from random import Random

from events.base import TABLE
from events.table import TableOpened
from referee.games.lifeboat import GAME
from referee.games.lifeboat.dealer import deal
from referee.kernel.verdict import Accepted

SEATS = ("a", "b", "c", "d", "e", "f", "g")


def opened(n=6, chance="referee", edition="zh", **options):
    """Open a table."""
    if n == 7:
        options = {"cannibalism": "yes", **options}
    return TableOpened(game="lifeboat", edition=edition, seats=SEATS[:n], options=options, chance=chance)


def accepted(state, event):
    """Have an event judged, and insist on it."""
    verdict = GAME.decide(state, event)
    assert isinstance(verdict, Accepted), (event, verdict)
    return verdict


def next_event(state, seed, rng):
    """Choose what happens next in a game the referee deals."""
    if (dealt := deal(state, seed)) is not None:
        return dealt
    acting = GAME.acting(state)
    if not acting:
        return None
    seat = rng.choice(acting)
    legal = GAME.legal(state, seat)
    if not legal:
        legal = GAME.legal(state, TABLE)
    quiet = [e for e in legal if type(e).__name__ not in {"CardsTraded", "CardPlayed"}]
    if quiet and rng.random() < 0.85:
        legal = quiet
    return rng.choice(legal) if legal else None


def random_game(seed, n=6, steps=10_000, **opening):
    """Yield (state before, event, verdict) of a random game to its end."""
    rng = Random(seed)
    state = accepted(None, opened(n, **opening)).state
    for _ in range(steps):
        event = next_event(state, str(seed), rng)
        if event is None:
            return
        verdict = accepted(state, event)
        yield state, event, verdict
        state = verdict.state
