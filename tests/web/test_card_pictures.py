"""Lifeboat's cards are pictures wherever one sees them; their numbers stand in notation alone."""

import re
from html.parser import HTMLParser

import pytest

NUMBERED = re.compile(r"(?<![A-Za-z0-9])N\d\d(?!\d)")
ROWS = re.compile(r'data-line="([^"]*)"')


FIRST = re.compile(r'<ol class="log".*?</li>', re.DOTALL)
"""The latest entry of the log."""


class Said(HTMLParser):
    """Everything of a page that is read or heard."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_data(self, data):
        self.found.append(data)

    def handle_starttag(self, _, attrs):
        self.found += [value or "" for name, value in attrs if name in ("aria-label", "title")]


@pytest.fixture
def rowing(service):
    """Sit down to a dealt game, and let whoever acts first take the oars; give the table and that seat."""
    table = service.open("Ada", "Ben", "Chie", "Dan", game="lifeboat", chance="referee")
    for _ in range(4):
        for seat in "ABCD":
            if kept := re.search(
                r'data-kind="provision_kept".*?data-line="([^"]+)"', table.page(seat).text, re.DOTALL
            ):
                table.say(seat, kept[1])
    seat = table.context("screen").game.acting(table.context("screen").state)[0]
    table.say(seat, f"{seat} rows")
    return table, seat


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "ja"])
def test_nobody_reads_or_hears_a_number_of_a_card(rowing, lang):
    """Neither on the rower's own page nor in the log; the notation of the buttons has them."""
    table, seat = rowing
    table.client.headers["accept-language"] = lang
    page, log = table.page(seat).text, table.page(seat, "log").text
    assert f'lang="{lang}"' in page
    assert any(NUMBERED.search(line) for line in ROWS.findall(page))
    assert [] == [said for text in (page, log) for said in Said(text).found if NUMBERED.search(said)]


def test_the_log_shows_drawn_cards_to_their_rower_alone(rowing):
    """Beside the sentence; to everybody else the entry has no picture."""
    table, seat = rowing
    other = next(each for each in "ABCD" if each != seat)
    first = [FIRST.search(table.page(who, "log").text)[0] for who in (seat, other)]
    assert ["lifeboat icon" in each for each in first] == [True, False]


def test_what_goes_where_is_said_beside_the_picture(rowing):
    table, seat = rowing
    page = table.page(seat).text
    said = ("Into the row stack", "Only this one into the row stack", "Under the deck")
    assert [True] * 3 == [each in page for each in said]
