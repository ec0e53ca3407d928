"""A game made of every shared part obeys every law, whoever turns the cards."""

import pytest
from msgspec.structs import replace

from events.base import TABLE
from events.table import Corrected, TableOpened
from referee.kernel import registry
from referee.kernel.seed import commitment
from referee.testing.laws import LAWS, changing, web
from referee.testing.random_games import PlayedGames
from tests.kernel.caves import CHOICE, DECK, GAME, RANKING
from tests.kernel.caves.events import CardTurned, ChoiceMade, ChoiceShown, GameEnded, PathShared
from tests.stages import slow

SEED = "a cave"


@pytest.fixture(scope="module", autouse=True)
def installed():
    """Let the registry find the game as if somebody had installed it."""
    patch = pytest.MonkeyPatch()
    patch.setattr(registry, "installed", lambda: (("caves", "tests.kernel.caves"),))
    registry.all_games.cache_clear()
    yield
    patch.undo()
    registry.all_games.cache_clear()


@pytest.fixture(scope="module")
def played_games():
    return PlayedGames(GAME, acts=40)


def open_table(chance="table", **facts):
    seeded = {"seed": SEED, "seed_hash": commitment(SEED)} if chance == "referee" else {}
    opened = TableOpened(game="caves", seats=("A", "B", "C"), chance=chance, **seeded)
    state = GAME.decide(None, opened).state
    return replace(state, **facts)


def play(state, *events):
    """Play acts, all accepted; return the state and the events of the last one."""
    for event in events:
        verdict = GAME.decide(state, event)
        state = verdict.state
    return state, [judged.event for judged in verdict.judged]


@pytest.mark.parametrize(
    "law",
    [
        pytest.param(law, id=law.__name__, marks=[slow] if law in (*web.LAWS, *changing.LAWS) else [])
        for law in LAWS
    ],
)
def test_it_obeys(law, played_games):
    law(played_games)


def test_what_was_chosen_is_shown_together_once_all_have_chosen():
    state, _ = play(open_table(), CardTurned("nugget"), ChoiceMade("A", "leave"), ChoiceMade("B", "stay"))
    assert {"B"} == set(state.chosen) - {"A"}
    assert {} == state.shown
    assert ("C",) == GAME.acting(state)
    assert "caves.done_already" == GAME.decide(state, ChoiceMade("A", "stay")).reason
    _, events = play(state, ChoiceMade("C", "leave"))
    assert [ChoiceShown("A", "leave"), ChoiceShown("B", "stay"), ChoiceShown("C", "leave")] == events[1:4]
    assert PathShared(("A", "C"), 5) == events[4]


def test_a_choice_that_nobody_told_is_shown_by_its_seat():
    state, events = play(
        open_table(), CardTurned("nugget"), ChoiceMade("A"), ChoiceMade("B", "stay"), ChoiceMade("C", "stay")
    )
    assert [ChoiceShown("B", "stay"), ChoiceShown("C", "stay")] == events[1:]
    assert ("A",) == GAME.acting(state)
    assert "caves.not_as_chosen" == GAME.decide(replace(state, shown={}), ChoiceShown("B", "leave")).reason
    _, events = play(state, ChoiceShown("A", "leave"))
    assert PathShared(("A",), 11) == events[1]


def test_what_others_chose_is_known_to_be_chosen_and_no_more():
    state, _ = play(open_table(), CardTurned("nugget"), ChoiceMade("A", "leave"))
    assert {"A": "leave"} == GAME.view(state, "A").chosen
    assert GAME.view(state, "B").chosen is None
    assert {"A": None} == GAME.known(state, "B").chosen
    assert ("B", "C") == CHOICE.waiting(GAME.known(state, "B"))


def test_a_card_that_cannot_be_in_the_deck_is_refused():
    state = open_table(gone=("nugget",) * 3)
    assert "caves.not_in_deck" == GAME.decide(state, CardTurned("nugget")).reason
    assert CardTurned("nugget") not in GAME.legal(state, TABLE)
    assert 15 == DECK.number_left(state)


def test_the_referee_turns_the_cards_of_the_seed_also_after_a_correction():
    state = open_table("referee")
    cards = []
    for _ in range(3):
        cards.append(DECK.deal(state, SEED).card)
        state = replace(state, gone=(*state.gone, cards[-1]))
    assert cards[2] == DECK.deal(replace(state, gone=tuple(reversed(cards[:2]))), SEED).card
    assert () == GAME.legal(state, TABLE)


def test_a_store_is_known_to_its_seat_until_the_end():
    state = open_table(stores={"A": 5, "B": 0, "C": 0}, supply=235)
    assert {"A": 5} == GAME.view(state, "A").stores
    assert {"A": None, "B": 0, "C": None} == GAME.known(state, "B").stores
    assert () == RANKING.winners(GAME.known(state, "B"))
    assert ("A", "C") == RANKING.reading(GAME.known(state, "B")).depends_on


def test_of_equals_the_next_measure_decides_and_then_they_share():
    state = open_table(stores={"A": 9, "B": 9, "C": 4}, collapses={"A": 2, "B": 1, "C": 0})
    assert ("B",) == RANKING.winners(state)
    assert ("CAV-END-01", "CAV-END-02") == RANKING.rules(state)
    assert ["compared.stores", "compared.collapses"] == [each.item for each in RANKING.reading(state).steps]
    shared = replace(state, collapses={"A": 1, "B": 1, "C": 0})
    assert ("A", "B") == RANKING.winners(shared)


def test_gems_that_are_not_in_the_box_are_refused():
    correct = Corrected(GAME.facts.kind(path=4))
    refused = GAME.decide(open_table(), correct)
    assert ("caves.more_than_in_the_box", 240, 244) == (
        refused.reason,
        refused.args["most"],
        refused.args["n"],
    )
    both = Corrected(GAME.facts.kind(path=4, supply=236))
    assert 4 == GAME.decide(open_table(), both).state.path


def test_the_next_seat_begins_the_next_round_and_the_last_round_ends_the_game():
    state, _ = play(open_table(gone=("flood",)), CardTurned("flood"))
    assert (2, "B", ("B", "C", "A")) == (state.round, state.first, state.order)
    assert () == state.gone
    _, events = play(replace(state, round=3, gone=("flood",)), CardTurned("flood"))
    assert GameEnded(("A", "B", "C"), {"A": 0, "B": 0, "C": 0}) == events[-1]
