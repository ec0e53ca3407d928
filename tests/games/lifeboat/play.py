"""Random play for tests: a referee-dealt or a physical game, one legal act after another."""

from functools import partial
from random import Random

from msgspec.structs import replace

from events.base import TABLE
from events.table import Corrected, TableOpened
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import (
    CardsTraded,
    CompassUsed,
    HandRevealed,
    NavigationDrawn,
    Passed,
    Position,
    Rowed,
    SpecialUsed,
)
from referee.games.lifeboat.hidden_cards.secrecy import SECRETS
from referee.games.lifeboat.phases.dealer import deal
from referee.games.lifeboat.phases.playing import split_gift
from referee.kernel.verdict import Accepted
from tests.laws import walks

SEATS = ("a", "b", "c", "d", "e", "f", "g")
CAST = ("lauren", "stephen", "captain", "mate", "frenchy", "kid", "harter")
"""Who sits in a boat, from the bow."""
refused = partial(walks.refused, GAME)


def opened(n=6, chance="referee", edition="zh", **options):
    """Open a table."""
    if n == 7:
        options = {"cannibalism": "yes", **options}
    return TableOpened(game="lifeboat", edition=edition, seats=SEATS[:n], options=options, chance=chance)


def after(*events, state=None):
    """Give the state after events, each accepted."""
    return walks.after(GAME, state, *events)


def at_sea(seats="ABCD", chance="table", *, hands=None, options=None, **facts):
    """Sit people at the table in the order of the boat, in the action phase, empty-handed but for `hands`."""
    opening = TableOpened(game="lifeboat", seats=tuple(seats), chance=chance, options=options or {})
    held = dict.fromkeys(seats, ()) | (hands or {})
    told = {"characters": dict(zip(seats, CAST, strict=False)), "hands": held, "phase": "action", **facts}
    return after(opening, Corrected(Position(**told), "The board says so."))


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


def physical_record(seed, n=6, hide=1.0, **opening):
    """Turn a dealt game into the record of a physical one, each hidden card unseen with chance `hide`."""
    rng = Random(f"hide {seed}")
    events = [opened(n, chance="table", **opening)]
    before_state = final = None
    for state, event, verdict in random_game(seed, n, **opening):
        before_state = state
        append_physical(events, state, event)
        final = verdict.state
    events += [
        HandRevealed(seat, final.hands[i], final.love[i], final.hate[i]) for i, seat in enumerate(SEATS[:n])
    ]
    del before_state
    return [events[0], *(hidden(event, rng, hide) for event in events[1:])], final


def append_physical(events, state, event):
    """Append what a physical table would write."""
    match event:
        case Rowed(drawn=()):
            return
        case Passed() if GAME.phase(state) == "navigation":
            return
        case NavigationDrawn(cards=cards):
            last = events[-1]
            if isinstance(last, SpecialUsed) and last.card == "flare":
                events[-1] = replace(last, drawn=cards)
            elif isinstance(last, CompassUsed):
                events[-1] = replace(last, card=cards[0])
        case CardsTraded(seats, gives):
            up = [split_gift(state, state.index[s], cards)[1] for s, cards in zip(seats, gives, strict=True)]
            events.append((event, up))
        case _:
            events.append(event)


def hidden(event, rng, hide):
    """Turn hidden cards face down; a face-up card that is traded stays named."""
    if isinstance(event, tuple):
        trade, up = event
        gives = tuple(
            tuple(card if card in face_up else faded(card, rng, hide) for card in cards)
            for cards, face_up in zip(trade.gives, up, strict=True)
        )
        return replace(trade, gives=gives)
    secret = SECRETS.get(type(event))
    if secret is None:
        return event
    return replace(event, **{name: faded(getattr(event, name), rng, hide) for name in secret.fields})


def faded(value, rng, hide):
    """Replace cards by None at random."""
    if isinstance(value, tuple):
        return tuple(faded(item, rng, hide) for item in value)
    return None if rng.random() < hide else value
