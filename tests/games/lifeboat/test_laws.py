"""Laws of every game of Lifeboat: legal and decide agree, facts fold, lines read back, no dead ends."""

from random import Random

import pytest

from events.base import TABLE
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import (
    CardPlayed,
    CardsTraded,
    ChumUsed,
    CompassUsed,
    DemandGranted,
    DemandRefused,
    FightClosed,
    FightJoined,
    GhostCalled,
    MugDemanded,
    NavigationChosen,
    Objected,
    OverboardClosed,
    Passed,
    ProvisionKept,
    Rowed,
    SeatDemanded,
    SpecialUsed,
    ThirstClosed,
    WaterUsed,
)
from referee.games.lifeboat.tables import NAVIGATION_IDS, PROVISION_NAMES
from referee.kernel.verdict import Accepted, Refused
from referee.l10n.wording import notate, parse
from tests.games.lifeboat.play import SEATS, accepted, random_game
from tests.stages import one_in

VARIANTS = [{}, {"ghost_sharks": "yes"}, {"row_one": "yes"}, {"quick": "yes"}, {"cannibalism": "yes"}]


def everything(state, seat):
    """List whatever a seat could say, sensible or not."""
    others = [s for s in state.seats if s != seat]
    cards = PROVISION_NAMES
    yield from (CardPlayed(seat, card) for card in cards)
    yield from (CardPlayed(seat, "preserver", other) for other in others)
    yield from (CardsTraded((seat, other), ((card,), ())) for other in others for card in cards)
    yield from (MugDemanded(seat, other, card) for other in others for card in (*cards, "hand"))
    yield from (SeatDemanded(seat, other) for other in others)
    yield from (SpecialUsed(seat, "medkit", other) for other in state.seats)
    yield from (SpecialUsed(seat, "cannibalism", corpse=other) for other in state.seats)
    yield from (SpecialUsed(seat, card) for card in ("flare", "parasol"))
    yield from (ProvisionKept(seat, card) for card in (*cards, None))
    yield from (NavigationChosen(card, seat) for card in NAVIGATION_IDS)
    yield from (WaterUsed(seat, other) for other in state.seats)
    yield from (FightJoined(seat, side) for side in ("attack", "defence"))
    yield from (
        event(seat)
        for event in (
            ChumUsed,
            CompassUsed,
            DemandGranted,
            DemandRefused,
            GhostCalled,
            Objected,
            Passed,
            Rowed,
        )
    )
    yield Passed(seat, out=True)


@pytest.mark.parametrize("seed", one_in(2, range(15)))
def test_legal_is_what_decide_accepts(seed):
    """Both ways, of every seat and of the table, all through games of every size and variant.

    The last card of a packet is listed by its name; it may be kept without one.
    """
    rng = Random(seed)
    for _, _, verdict in random_game(
        seed, 4 + seed % 4, edition=("zh", "en")[seed % 2], **VARIANTS[seed % 5]
    ):
        state = verdict.state
        if rng.random() < 0.85:
            continue
        for seat in (*state.seats, TABLE):
            listed = GAME.legal(state, seat)
            for event in listed:
                assert isinstance(GAME.decide(state, event), Accepted), event
            said = (
                everything(state, seat)
                if seat != TABLE
                else (FightClosed(), OverboardClosed(), ThirstClosed())
            )
            for event in said:
                given = GAME.decide(state, event)
                assert isinstance(given, Refused) or event in listed or is_listed(state, given, listed)


def is_listed(state, verdict, listed):
    """Whether an act that was accepted is listed as another line for the very same."""
    alike = (GAME.decide(state, one) for one in listed if type(one) is type(verdict.facts[0].event))
    where = GAME.position(verdict.state, "referee")
    return any(where == GAME.position(each.state, "referee") for each in alike)


@pytest.mark.parametrize("seed", one_in(3, range(25)))
def test_a_game_is_sound_at_every_step(seed):
    """Facts fold to the state, lines read back, no card is made or lost, and the game ends."""
    last = None
    for before, event, verdict in random_game(
        seed, 4 + seed % 4, edition=("zh", "en")[seed % 2], **VARIANTS[seed % 5]
    ):
        folded = before
        for fact in verdict.facts:
            folded = GAME.evolve(folded, fact.event)
            assert () == GAME.invariants(folded), fact.event
        assert folded == verdict.state
        if windows := GAME.view(folded, None).windows:
            assert {*windows, TABLE} == {*GAME.acting(folded)}
        assert parse(before, notate(before, event)) == event
        last = verdict.state
    assert last.result is not None
    assert set(last.result.scores) == set(SEATS[: 4 + seed % 4])


@pytest.mark.parametrize("seed", range(8))
def test_a_position_taken_and_set_again_changes_nothing(seed):
    """What `position` writes, `corrected` accepts, and gives back, wherever a position can be set."""
    from events.table import Corrected
    from referee.games.lifeboat.events import Position

    for _, _, verdict in random_game(seed, 4 + seed % 3):
        state = verdict.state
        position = GAME.position(state, "referee")
        if (
            position.phase not in {"supply", "action", "navigation"}
            or state.demand
            or state.packet
            or state.stroke
        ):
            continue
        again = accepted(state, Corrected(position)).state
        assert GAME.position(again, "referee") == position
        assert accepted(state, Corrected(Position())).state.hands == state.hands
