"""Whatever is said at whatever moment, the answer is a verdict and never an exception."""

from random import Random

import pytest

from events.table import Corrected, HouseRuled
from referee.games.lifeboat import GAME
from referee.games.lifeboat import events as v
from referee.games.lifeboat.charter import CHARTER
from referee.games.lifeboat.tables import NAVIGATION_IDS, PROVISION_NAMES, START_ORDER
from referee.kernel.verdict import Accepted, Refused
from referee.l10n.wording import notate
from tests.games.lifeboat.play import physical_record, random_game

WHO = ("a", "b", "c", "d", "e", "f", "g", "nobody")
SIMPLE = (v.DemandGranted, v.DemandRefused, v.Objected, v.Passed, v.ChumUsed, v.GhostCalled)
SPECIALS = ("flare", "parasol", "medkit", "cannibalism")
CLOSINGS = (v.FightClosed, v.OverboardClosed, v.ThirstClosed)


def anything(rng):
    """Make up an event."""
    seat, other = rng.choice(WHO), rng.choice(WHO)
    card = rng.choice((*PROVISION_NAMES, None))
    cards = tuple(rng.choice((*PROVISION_NAMES, None)) for _ in range(rng.randrange(4)))
    content = v.NavigationContent(rng.choice((-1, 0, 1)), (rng.choice(START_ORDER),), (), row=True)
    read = tuple(rng.choice((*NAVIGATION_IDS, None, content)) for _ in range(rng.randrange(4)))
    k = rng.randint(0, len(read))
    named = rng.choice(PROVISION_NAMES)
    return rng.choice(
        [
            v.CharactersDealt(dict(zip(WHO[: rng.randint(0, 8)], rng.sample(START_ORDER, 7), strict=False))),
            v.SecretsDealt(seat, rng.choice((*START_ORDER, None)), rng.choice((*START_ORDER, None))),
            v.ProvisionDealt(seat, card),
            v.ProvisionsDrawn(seat, cards),
            v.ProvisionKept(seat, card),
            v.CardsTraded((seat, other), (cards, (card,))),
            v.NavigationDrawn(seat, read),
            v.Rowed(seat, read, read[:k], read[k:]),
            v.SeatDemanded(seat, other),
            v.MugDemanded(seat, other, rng.choice((*PROVISION_NAMES, "hand"))),
            v.FightJoined(seat, rng.choice(("attack", "defence"))),
            v.CardPlayed(seat, named, rng.choice((other, None))),
            v.CardTaken(seat, other, card),
            v.SpecialUsed(seat, rng.choice(SPECIALS), other, read, other),
            v.CompassUsed(seat, rng.choice((*read, None))),
            v.NavigationChosen(rng.choice((*NAVIGATION_IDS, content)), rng.choice((seat, None))),
            v.WaterUsed(seat, other),
            v.HandRevealed(seat, cards, rng.choice((*START_ORDER, None))),
            Corrected(position(rng)),
            HouseRuled(*switched(rng)),
            rng.choice(SIMPLE)(seat),
            rng.choice(CLOSINGS)(),
            v.Wounded(seat),
        ]
    )


def position(rng):
    """Make up a position."""
    facts = {
        "hands": {rng.choice(WHO[:4]): tuple(rng.choice((*PROVISION_NAMES, None)) for _ in range(2))},
        "wounds": {rng.choice(WHO[:4]): rng.randrange(9)},
        "boat": tuple(rng.sample(WHO[:4], rng.randint(2, 4))),
        "lost": (rng.choice(WHO[:4]),),
        "phase": rng.choice(("supply", "action", "navigation", "thirst")),
        "row_stack": (rng.choice((*NAVIGATION_IDS, None)),),
        "birds": rng.randrange(5),
        "acting": rng.choice(WHO[:4]),
        "deck": rng.randrange(40),
        "table": {rng.choice(WHO[:4]): (rng.choice(PROVISION_NAMES),)},
    }
    return v.Position(**dict(rng.sample(sorted(facts.items()), rng.randint(0, 4))))


def switched(rng):
    """Choose a switch and a value."""
    switch = rng.choice(list(CHARTER.switches.values()))
    return switch.name, rng.choice(switch.values)


def follow(state, rng, steps):
    """Say things, and go where they lead: what is accepted leaves nothing broken."""
    for _ in range(steps):
        told = anything(rng)
        verdict = GAME.decide(state, told)
        assert isinstance(verdict, Accepted | Refused)
        if isinstance(verdict, Accepted):
            state = verdict.state
            assert GAME.invariants(state) == (), told
            for fact in verdict.facts:
                notate(state, fact.event)
            GAME.acting(state)
            GAME.view(state, rng.choice(state.seats))
            GAME.position(state, "referee")
            for seat in (*state.seats, "table"):
                GAME.legal(state, seat)


@pytest.mark.parametrize("seed", range(10))
def test_nothing_said_in_a_dealt_game_raises(seed):
    """From moments all through a game."""
    rng = Random(seed)
    for state, _, _ in random_game(seed, 4 + seed % 4):
        if rng.random() < 0.15:
            follow(state, rng, 60)


@pytest.mark.parametrize("seed", range(6))
def test_nothing_said_at_a_physical_table_raises(seed):
    """With half the cards unseen."""
    rng, state = Random(seed), None
    for event in physical_record(seed, 4 + seed % 3, 0.5)[0]:
        state = GAME.decide(state, event).state
        if rng.random() < 0.05:
            follow(state, rng, 25)
