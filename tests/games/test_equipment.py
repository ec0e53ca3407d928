"""What lies in the boxes of our games: where it lies, what may be set there, and what an option changes."""

from typing import get_args

import pytest
from msgspec import json
from msgspec.structs import replace

from events.table import TableOpened
from referee.games.lifeboat.events import Provision
from referee.games.niagara.events import Card, Gem, Place
from referee.kernel.registry import find_game
from referee.kernel.sketch import facts_of_items
from referee.kernel.verdict import Accepted

GEMS = get_args(Gem), dict.fromkeys(get_args(Gem), 7)
CARDS = get_args(Card), dict.fromkeys(get_args(Card), 1)
CAST = ("lauren", "stephen", "captain", "mate", "frenchy", "kid")
BOW_TO_STERN = ("lauren", "stephen", "captain", "mate", "frenchy", "harter", "kid")


def opened(game, seats, **options):
    verdict = find_game(game).decide(None, TableOpened(game=game, seats=tuple(seats), options=options))
    assert isinstance(verdict, Accepted)
    return verdict.state


def lying(state, *fields):
    """Return of each fact in which something lies its item and shape, and some of its other fields."""
    game = find_game(state.game)
    found = facts_of_items(game.facts, game.ruleset.box(state))
    return {each.name: (each.item.name, each.shape, *(getattr(each, f) for f in fields)) for each in found}


def test_canoes_gems_and_paddle_cards_lie_in_the_facts_of_niagara():
    assert lying(opened("niagara", "ABC"), "by_seat", "values", "most") == {
        "canoes.at": ("canoe", "named", True, get_args(Place), {None: 2}),
        "canoes.gem": ("gem", "named", True, *GEMS),
        "owned": ("gem", "numbers", True, *GEMS),
        "sites": ("gem", "numbers", False, *GEMS),
        "removed": ("gem", "numbers", False, *GEMS),
        "hands": ("card", "many", True, *CARDS),
    }


def test_a_site_has_gems_of_each_colour():
    by = lying(opened("niagara", "ABC"), "by")
    assert (by["sites"][2], by["owned"][2]) == (GEMS[0], ())


def test_dice_and_damage_of_powerboats_have_no_limit():
    """POW-SET-05: something else stands in for what the box lacks."""
    assert lying(opened("powerboats", "ABC"), "by_seat", "values", "most") == {
        "boats.at": ("boat", "other", True, (), {None: 1}),
        "boats.dice": ("dice", "many", True, (1, 2, 3), {}),
        "boats.damage": ("damage", "number", True, (), {}),
    }
    game = find_game("powerboats")
    boats = {seat: {"damage": 3, "dice": (3,) * 7} for seat in "ABCDEF"}
    told = game.codec().event(json.encode({"type": "corrected", "position": {"boats": boats}}))
    assert isinstance(game.decide(opened("powerboats", "ABCDEF"), told), Accepted)


@pytest.mark.parametrize(("cannibalism", "cast", "medkits"), [("no", CAST, 3), ("yes", BOW_TO_STERN, 4)])
def test_cards_of_lifeboat_are_those_of_the_box_and_its_expansion(cannibalism, cast, medkits):
    state = opened("lifeboat", "ABCD", cannibalism=cannibalism)
    found = lying(state, "by_seat", "is_public", "values")
    cards = tuple(card for card in get_args(Provision) if card != "cannibalism" or cannibalism == "yes")
    undrawn = 44 if cannibalism == "yes" else 42
    assert found == {
        "characters": ("character", "one", True, True, cast),
        "wounds": ("wound", "number", True, True, ()),
        "love": ("love", "one", True, False, cast),
        "hate": ("hate", "one", True, False, cast),
        "birds": ("bird", "number", False, True, ()),
        "hands": ("provision", "many", True, False, cards),
        "table": ("provision", "many", True, True, cards),
        "row_stack": ("navigation", "other", False, False, ()),
        "deck": ("provision", "number", False, True, tuple(range(undrawn + 1))),
        "discard": ("provision", "many", False, True, cards),
    }
    assert find_game("lifeboat").ruleset.box(state).number("provision", "medkit") == medkits


def test_an_expansion_agreed_in_mid_game_waits_for_the_night():
    state = replace(opened("lifeboat", "ABCD", cannibalism="yes"), expansion=False)
    assert find_game("lifeboat").ruleset.box(state).number("provision") == 42
    joined = replace(state, expansion=True)
    assert find_game("lifeboat").ruleset.box(joined).number("provision") == 44
