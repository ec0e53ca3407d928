"""Nobody at a table of Lifeboat learns by trying what its seat may not know."""

from random import Random

import pytest

from events.base import TABLE
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import CardsTraded, CardTaken
from referee.games.lifeboat.state import current, is_taking
from referee.kernel.verdict import Accepted
from referee.testing.laws.doors import Phone
from referee.testing.phones import GENEROUS, Service, counted, same_time
from tests.games.lifeboat.twins import asks, dealt_game, encode, mixed_game, physical_game, tries, twin
from tests.stages import one_in, slow

PAGES = ("", "log", "dispute", "correct", "end")

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


def verdicts_of(name):
    """Play one of the games."""
    play, args, options = GAMES[name]
    return list(play(*args, **options))


@pytest.mark.parametrize("name", one_in(5, GAMES))
def test_what_is_shown_and_possible_follows_from_what_a_seat_knows(name):
    """View, position, acts, whose turn it is: the same of the state without what the seat cannot know."""
    for verdict in verdicts_of(name)[::4]:
        state = verdict.state
        for seat in (*state.seats, None):
            known = GAME.known(state, seat)
            assert encode(GAME.view(state, seat)) == encode(GAME.view(known, seat))
            assert encode(GAME.position(state, seat)) == encode(GAME.position(known, seat))
            assert GAME.acting(state) == GAME.acting(known)
            for whose in filter(None, (seat, TABLE)):
                assert GAME.legal(state, whose) == GAME.legal(known, whose)


def is_alone(event, seat):
    """Tell whether an event is a seat's own to say, or the table's."""
    if isinstance(event, CardsTraded | CardTaken):
        return {*GAME.parties(event)} <= {seat}
    return getattr(event, "seat", seat) in (seat, None)


def told(verdict, seat):
    """Write down what a seat reads of a verdict."""
    if not isinstance(verdict, Accepted):
        return encode(verdict)
    followed = tuple(fact.event for fact in verdict.facts[1:])
    return encode([(GAME.redact(f.event, seat, followed), f.kind, f.rules) for f in verdict.facts])


@pytest.mark.parametrize("name", one_in(5, GAMES))
def test_a_seat_is_judged_by_what_it_knows(name):
    """Accepted or refused, with the same words, as if nobody held or noted anything it cannot know."""
    rng = Random(name)
    for verdict in verdicts_of(name):
        if rng.random() < 0.85:
            continue
        state = verdict.state
        seat = rng.choice(state.seats)
        known = GAME.known(state, seat)
        for event in tries(state, seat, rng):
            if is_alone(event, seat) and not GAME.dealer.is_dealt(state, event):
                there = GAME.decide(known, event)
                assert told(GAME.decide(state, event), seat) == told(there, seat), event


@pytest.fixture
def services(tmp_path):
    """Serve two stores whose links are the same."""
    for which in (0, 1):
        (tmp_path / str(which)).mkdir()
    with (
        Service(tmp_path / "0" / "tables.db", limits=GENEROUS, keyring=counted(), clock=same_time) as one,
        Service(tmp_path / "1" / "tables.db", limits=GENEROUS, keyring=counted(), clock=same_time) as other,
    ):
        yield one, other


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


@slow
@pytest.mark.parametrize("name", GAMES)
def test_two_games_alike_to_a_seat_answer_its_phone_alike(name, services):
    """Byte by byte: pages, API, disputes, and every guess it can send, at moments all through the game."""
    rng = Random(f"phone {name}")
    verdicts = verdicts_of(name)
    for moment, seat in moments_of(verdicts, rng):
        seen = verdicts[: moment + 1]
        facts = [fact for verdict in seen for fact in verdict.facts]
        other, exchanged = twin(seen, seat, rng)
        worlds = zip(services, (facts, other), strict=True)
        phones = [Phone(service, f"moment-{moment}-{seat}", each, seat) for service, each in worlds]
        entries = [rng.randint(2, len(facts)), len(facts)]
        first, second = (phone.look(entries) for phone in phones)
        assert first == second
        state = seen[-1].state
        guesses = rng.sample(tries(state, seat, rng, exchanged), 25)
        for event in (*asks(state, seat, exchanged), *guesses):
            here, there = (phone.send(event) for phone in phones)
            assert here == there, event
        here, there = (phone.ask("/disputes", at=entries[0], question="?") for phone in phones)
        assert here == there


@pytest.mark.parametrize("name", one_in(5, GAMES))
def test_two_games_alike_to_everybody_show_the_same_on_the_screen_in_the_middle(name, services):
    """Where every seat has its phone, the screen answers nobody what only one may know."""
    rng = Random(f"screen {name}")
    verdicts = verdicts_of(name)
    moment = rng.randrange(len(verdicts) // 4, len(verdicts))
    seen = verdicts[: moment + 1]
    facts = [fact for verdict in seen for fact in verdict.facts]
    other, exchanged = twin(seen, None, rng)
    screens = [Phone(s, "screen", each, None) for s, each in zip(services, (facts, other), strict=True)]
    entries = [rng.randint(2, len(facts)), len(facts)]
    first, second = (screen.look(entries) for screen in screens)
    assert first == second
    state = seen[-1].state
    for seat in state.seats:
        guesses = (*asks(state, seat, exchanged), *tries(state, seat, rng, exchanged))
        for event in rng.sample(guesses, 8):
            here, there = (screen.send(event) for screen in screens)
            assert here == there, event
