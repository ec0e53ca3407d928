"""What is tapped means events, also those that the rules refuse: the taps of an event the other way."""

from random import Random

import pytest

from events.base import TABLE
from referee.draw import marked_board, picture_of
from referee.draw.picks import is_counted, picks
from referee.games.niagara.events import CanoeBought, CanoeMoved, CanoeRef
from referee.kernel import registry
from referee.kernel.registry import find_game, own_games
from referee.kernel.verdict import Refused
from referee.service.ask.taps import events_asked, events_meant, events_near
from referee.testing.random_games import PlayedGames
from tests.kernel import caves
from tests.laws.walks import open_game
from tests.stages import of_largest

GAMES = {name: find_game(name) for name in own_games()} | {"caves": caves.GAME}


@pytest.fixture(scope="module", autouse=True)
def installed():
    """Let the registry find a game without a board of its own, as if somebody had installed it."""
    patch = pytest.MonkeyPatch()
    patch.setattr(registry, "installed", lambda: (("caves", "tests.kernel.caves"),))
    registry.all_games.cache_clear()
    yield
    patch.undo()
    registry.all_games.cache_clear()


def played(name, number=2):
    """Return the states of some games, from beginning to end."""
    games = PlayedGames(GAMES[name], acts=40).all[:number]
    return [[step.after for step in each.some(6)] for each in games]


def acts_with_taps(game, state, seat, number=4):
    """Yield some legal acts that can be tapped, with their taps."""
    view, legal = game.view(state, seat), game.legal(state, seat)
    for event in Random(len(legal)).sample(legal, min(number, len(legal))):
        if taps := picks(view, event):
            yield event, taps


@pytest.mark.parametrize("name", of_largest("lifeboat", sorted(GAMES)))
def test_the_taps_of_a_legal_act_mean_it_and_nothing_with_other_taps(name):
    game = GAMES[name]
    for states in played(name):
        for state in states:
            for seat in (state.seats[0], state.seats[-1], TABLE):
                viewer = None if seat == TABLE else seat
                for event, taps in acts_with_taps(game, state, seat):
                    meant = events_meant(game, state, seat, taps)
                    assert event in meant
                    assert {taps} == {picks(game.view(state, viewer), each) for each in meant}


@pytest.mark.parametrize("name", of_largest("lifeboat", sorted(GAMES)))
def test_taps_mean_an_act_at_moments_at_which_nobody_may_do_it(name):
    """Its type at least: what nobody taps, such as the faces of hidden cards, cannot be told from them."""
    game = GAMES[name]
    for states in played(name):
        for here, elsewhere in zip(states, [*states[2:], *states[:2]], strict=True):
            seat = here.seats[0]
            for event, taps in acts_with_taps(game, here, seat):
                if taps == picks(game.view(elsewhere, seat), event):
                    meant = events_meant(game, elsewhere, seat, taps)
                    assert type(event) in set(map(type, meant)), (event, taps)


MANY = 12
"""So many things of a board are tapped at a moment."""

SAYS_NOTHING = {"to:land"}
"""Where a canoe lies already, no act brings it."""


@pytest.mark.parametrize("name", of_largest("lifeboat", sorted(GAMES)))
def test_everything_that_can_be_tapped_has_an_act_or_a_refusal_with_a_rule(name):
    """Alone, and after a piece of the seat."""
    game = GAMES[name]
    for states in played(name):
        for state in states[::2]:
            seat = state.seats[0]
            if game.winners(state) is not None:
                continue
            view = game.view(state, seat)
            own = [id for id in picture_of(name).own_pieces(view) if id.partition(":")[2].startswith(seat)]
            begun = {id for event in game.legal(state, seat) for id in picks(view, event)}
            for ids in Random(len(begun)).sample(things := things_on(view), min(MANY, len(things))):
                if begun.isdisjoint(ids) and not SAYS_NOTHING.issuperset(ids):
                    check_answered(game, state, own[:1], ids)


def things_on(view):
    """Return the ids of each thing on the board that is drawn whether or not it can be tapped."""
    marked = [each.attributes for each in marked_board(view, size="phone").walk()]
    shown = [each["data_pick"].split() for each in marked if each.get("data_offered", "asked") == "asked"
             and "data_pick" in each]  # fmt: skip
    return [[id for id in ids if not is_counted(id)] or ids[-1:] for ids in shown]


def check_answered(game, state, own, ids):
    """Fail where a tap on a thing means nothing to a seat, nor to anybody, or is refused without a rule."""
    for before in ((), own):
        asked = events_asked(game, state, state.seats[0], before, ids)
        asked = asked or events_asked(game, state, None, before, ids)
        assert asked, (before, ids)
        verdict = game.decide(game.known(state, state.seats[0]), asked[0])
        assert verdict.rules


def test_a_space_out_of_reach_means_the_act_that_is_refused():
    state = open_game(GAMES["niagara"])
    meant = events_meant(GAMES["niagara"], state, "A", ("canoe:A.1", "to:S4"))
    assert (CanoeMoved("A", 1, "S4"),) == meant
    assert isinstance(GAMES["niagara"].decide(state, meant[0]), Refused)


def test_a_theft_that_nobody_may_commit_is_meant_all_the_same():
    taps = "canoe:A.1", "to:S3", "steal:B.2"
    expected = CanoeMoved("A", 1, "S3", steal=CanoeRef("B", 2))
    assert (expected,) == events_meant(GAMES["niagara"], open_game(GAMES["niagara"]), "A", taps)


def test_a_space_alone_may_be_meant_for_each_piece_of_the_seat():
    state = open_game(GAMES["niagara"])
    assert () == events_meant(GAMES["niagara"], state, "A", ("to:S4",))
    near = events_near(GAMES["niagara"], state, "A", ("to:S4",))
    assert (CanoeMoved("A", 1, "S4"), CanoeMoved("A", 2, "S4")) == near


def test_a_piece_alone_may_mean_each_act_that_begins_with_it():
    near = events_near(GAMES["niagara"], open_game(GAMES["niagara"]), "A", ("canoe:A.2",))
    assert {CanoeMoved, CanoeBought} == set(map(type, near))


def test_a_seat_means_no_act_of_another_but_the_table_does():
    state, taps = open_game(GAMES["niagara"]), ("canoe:B.1", "to:S2")
    assert () == events_meant(GAMES["niagara"], state, "A", taps)
    assert (CanoeMoved("B", 1, "S2"),) == events_meant(GAMES["niagara"], state, None, taps)


def test_what_is_on_no_board_means_nothing():
    state = open_game(GAMES["niagara"])
    for taps in ((), ("",), ("canoe:Z.9",), ("to:nowhere", "x"), ("canoe:A.1", "to:S4", "to:S4")):
        assert () == events_meant(GAMES["niagara"], state, "A", taps)
