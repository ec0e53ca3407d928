"""Nobody at a table of Lifeboat learns by trying what its seat may not know."""

from random import Random

import pytest

from events.base import TABLE
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import CardsTraded, CardTaken
from referee.games.lifeboat.state import current, is_taking
from referee.kernel.verdict import Accepted
from referee.testing.laws.web import Phone, two_services
from tests.games.lifeboat import twins
from tests.games.lifeboat.twins import dealt_game, encode, guesses, mixed_game, physical_game, twin
from tests.stages import one_in, slow

GAMES = {
    "physical-4": (physical_game, (1, 4, 0.0), {}),
    "physical-5-half-noted": (physical_game, (2, 5, 0.5), {"edition": "en"}),
    "physical-6-ghosts": (physical_game, (3, 6, 0.0), {"ghost_sharks": "yes"}),
    "physical-7-cannibalism": (physical_game, (4, 7, 0.2), {}),
    "dealt-5": (dealt_game, (5, 5), {}),
    "dealt-6-face-up-trades": (dealt_game, (6, 6), {"trade_face_up": "yes", "ghost_sharks": "yes"}),
    "dealt-7-cannibalism": (dealt_game, (7, 7), {"edition": "en"}),
    "mixed-5-cards-on-the-table": (mixed_game, (9, 5), {}),
    "mixed-6-navigation-on-the-table": (dealt_game, (10, 6), {"physical_navigation": "yes"}),
    "dealt-4-row-one": (dealt_game, (8, 4), {"row_one": "yes"}),
}
LOOKS = {
    "view": GAME.view,
    "position": GAME.position,
    "legal": lambda state, seat: [GAME.legal(state, who) for who in (seat, TABLE) if who],
    "acting": lambda state, _: GAME.acting(state),
}
"""What can be asked of a state."""


def verdicts_of(name):
    play, args, options = GAMES[name]
    return play(*args, **options)


def told(state, event, seat):
    verdict = GAME.decide(state, event)
    return twins.told(verdict, seat) if isinstance(verdict, Accepted) else encode(verdict)


def is_alone(state, event, seat):
    """Tell whether an event is a seat's own to say, or the table's, and no result of the referee's."""
    if isinstance(event, CardsTraded | CardTaken) and not {*GAME.parties(event)} <= {seat}:
        return False
    return getattr(event, "seat", seat) in (seat, None) and not GAME.dealer.is_dealt(state, event)


def is_the_end(state, event):
    verdict = GAME.decide(state, event)
    return isinstance(verdict, Accepted) and verdict.state.phase == "ended"


@pytest.mark.parametrize("name", one_in(9, GAMES))
def test_what_a_seat_is_shown_and_answered_follows_from_what_it_knows(name):
    """And that is the same in another game that it cannot tell from this one: looks, and every answer."""
    rng = Random(name)
    verdicts = verdicts_of(name)
    for n in range(3, len(verdicts), 12):
        state = verdicts[n].state
        seat = rng.choice((*state.seats, None))
        facts, exchanged = twin(verdicts[: n + 1], seat, rng)
        other = None
        for judged in facts:
            other = GAME.evolve(other, judged.event)
        known = GAME.known(state, seat)
        assert known == GAME.known(other, seat)
        for way, look in LOOKS.items():
            assert encode(look(state, seat)) == encode(look(other, seat)) == encode(look(known, seat)), way
        whose = seat or rng.choice(state.seats)
        for event in guesses(state, whose, rng, exchanged, 40):
            if is_alone(state, event, seat) and not is_the_end(state, event):
                assert told(state, event, seat) == told(known, event, seat) == told(other, event, seat), event


def moments_of(verdicts, rng):
    """Choose moments and a seat at each: when its slot begins, when it draws from a hand, and any."""
    later = range(len(verdicts) // 8, len(verdicts))
    states = [verdict.state for verdict in verdicts]
    slots = [n for n in later if states[n].phase == "action" and states[n].demand is None]
    draws = [n for n in later if is_taking(states[n])]
    slots = [n for n in slots if current(states[n]) >= 0]
    chosen = [rng.choice(slots[: len(slots) // 3]), *rng.sample(draws, min(1, len(draws)))]
    anywhere = rng.choice(later)
    acting = {n: states[n].seats[current(states[n])] for n in chosen}
    return {anywhere: rng.choice(states[anywhere].seats), **acting}.items()


def same_at_the_doors(services, verdicts, moment, seat, rng):
    """Ask for every page, all the API shows, and guess, at one table and at another like it."""
    seen = verdicts[: moment + 1]
    facts = [fact for verdict in seen for fact in verdict.judged]
    other, exchanged = twin(seen, seat, rng)
    worlds = zip(services, (facts, other), strict=True)
    phones = [Phone(service, f"moment-{moment}-{seat}", each, seat) for service, each in worlds]
    entries = [rng.randint(2, len(facts)), len(facts)]
    first, second = (phone.look(entries) for phone in phones)
    assert first == second
    state = seen[-1].state
    for whose in state.seats:
        tried = guesses(state, whose, rng, exchanged, 25 if whose == seat else 8)
        for event in (each for each in tried if not is_the_end(state, each)):
            for anyway in (False, True):
                here, there = (phone.send(event, anyway=anyway) for phone in phones)
                assert here == there, (event, anyway)
    here, there = (phone.ask("/disputes", at=entries[0], question="?") for phone in phones)
    assert here == there


@slow
@pytest.mark.parametrize("name", GAMES)
def test_two_games_alike_to_a_seat_answer_its_phone_alike(name):
    """Byte by byte: pages, API, disputes, and every guess it can send, at moments all through the game."""
    rng = Random(f"phone {name}")
    verdicts = verdicts_of(name)
    with two_services() as services:
        for moment, seat in moments_of(verdicts, rng):
            same_at_the_doors(services, verdicts, moment, seat, rng)


@pytest.mark.parametrize("name", one_in(9, GAMES))
def test_two_games_alike_to_everybody_show_the_same_on_the_screen_in_the_middle(name):
    rng = Random(f"screen {name}")
    verdicts = verdicts_of(name)
    with two_services() as services:
        same_at_the_doors(services, verdicts, rng.randrange(len(verdicts) // 4, len(verdicts)), None, rng)
