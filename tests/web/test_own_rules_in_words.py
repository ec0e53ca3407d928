"""Rules a table made for itself are said in words on every page; their exact form is for a terminal."""

import re

import pytest

ASSIGNED = re.compile(r">[^<]*\b[a-z]+_[a-z_]+ ?= ?\w+[^<]*<")
"""Text between two tags that assigns something."""

GAMES = {
    "niagara": ("minimum_speed", "1"),
    "powerboats": ("lone_boat", "must_finish"),
    "lifeboat": ("one_weapon", "yes"),
}


@pytest.mark.parametrize("game", GAMES)
def test_no_page_assigns_an_option(service, game):
    option, value = GAMES[game]
    people = ("Ada", "Ben", "Chie", "Dan")
    table = service.open(*people, game=game, chance="table", **{f"option.{option}": value})
    assert [option] == list(table.context("screen").state.house)
    for where in ("", "rules", "log", "score", "dispute"):
        for who in ("A", "screen"):
            assert [] == ASSIGNED.findall(table.page(who, where).text), (who, where)
