"""What one says in Lifeboat, in every language: what is told of cards and of what one may do."""

import pytest
from msgspec.structs import replace

from events.table import TableOpened
from referee.games.lifeboat import GAME
from referee.games.lifeboat.actions import splits
from referee.games.lifeboat.events import FightClosed, NavigationChosen, Passed, Rowed
from referee.games.lifeboat.state import Demand, Fight
from referee.games.lifeboat.tables import NAVIGATION_IDS, content_of
from referee.games.lifeboat.wording import card_words, content_words, place_of
from referee.kernel.game import NotationError
from referee.l10n import LANGUAGES
from referee.l10n.messages import event_words
from referee.l10n.wording import label, parse

TABLE = GAME.decide(None, TableOpened(game="lifeboat", seats=("a", "b", "c", "d"))).state


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("card", NAVIGATION_IDS)
def test_a_card_is_typed_as_the_list_of_what_is_possible_words_it(card, lang):
    """All 24 of them, in every language, from the top of the deck."""
    chosen = NavigationChosen(content_of(card))
    assert chosen == parse(TABLE, label(TABLE, chosen, lang, None), lang)


def test_the_beginning_of_a_word_is_no_seat():
    """`deal` is not d, and what is wrong is quoted whole."""
    with pytest.raises(NotationError) as error:
        parse(TABLE, "deal a card to everyone")
    assert "deal a card to everyone" == error.value.args_["text"]


def test_what_ends_a_meal_and_what_the_navigator_leaves_to_the_deck_are_called_so():
    eating = replace(TABLE, phase="action", demand=Demand(0, "meal", 1))
    fighting = replace(eating, fight=Fight((0,), (1,)))
    at_the_helm = replace(TABLE, phase="navigation")
    said = (
        (eating, FightClosed(), "Nobody objects", "Nobody objects."),
        (fighting, FightClosed(), "Nobody joins or plays any more", "Nobody joins or plays any more."),
        (TABLE, Passed("a"), "Do nothing", "a does nothing."),
        (at_the_helm, Passed("a"), "Turn up the top card", "a lets the top card be turned up."),
    )
    for state, event, button, sentence in said:
        told = event_words(event, "en", {}, place_of(state, event))
        assert (button, sentence) == (label(state, event, "en", "a"), told)


def test_a_card_that_names_all_six_says_so():
    assert "Choose: overboard: all six; thirsty: all six; fighters thirst" == label(
        TABLE, NavigationChosen("N24", "a"), "en", "a"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("drawn", [("N13", "N22"), ("N01", "N05", "N09"), NAVIGATION_IDS[8:12]], ids=str)
def test_cards_that_were_drawn_are_parted_by_what_tells_them_apart(drawn, lang):
    """Who rows sees what each reads: no button says it again, and no two buttons read the same."""
    ways = splits("a", drawn)
    said = [label(TABLE, way, lang, "a") for way in ways]
    assert len(ways) == len({*said})
    whole = [card_words(card, lang) for card in drawn if len(content_words(content_of(card), lang)) > 2]
    assert [] == [(each, card) for each in said for card in whole if card in each]


def test_a_navigator_chooses_by_what_tells_the_cards_of_the_row_stack_apart():
    """All of them are read above; where one has not been seen, the card says all it reads."""
    seen = replace(TABLE, stack=("N13", "N22"))
    chosen = NavigationChosen("N13", "a")
    assert "Choose: overboard: the First Mate" == label(seen, chosen, "en", "a")
    whole = "Choose: overboard: the First Mate; thirsty: Lady Lauren"
    assert {whole} == {
        label(replace(TABLE, stack=("N13", hidden)), chosen, "en", "a") for hidden in (None, 3)
    }


def test_the_log_says_whole_what_was_rowed():
    done = Rowed("a", ("N13", "N22"), ("N22",), ("N13",))
    assert "Row: (a bird) into the row stack, (overboard: the First Mate) under the deck" == label(
        TABLE, done, "en", "a"
    )
    assert (
        "a rows: (a bird; nobody falls, nobody thirsts) into the row stack, "
        "(overboard: the First Mate; thirsty: Lady Lauren) under the deck."
    ) == event_words(done, "en", {})
