"""What was worked out from how the board stood is folded below what was told, on every page that lists it."""

import re

import pytest

from events.codec import write_changes
from events.table import ChangeProposed
from referee.games.niagara.events import CanoeMoved
from referee.l10n import LANGUAGES, say
from tests.worked_out import position_told, write_told

STANDS = {"canoes": {"A": {"1": {"at": "S3"}}}}
FOLDED = re.compile(r'<details class="inferred" id="worked-out-(\d+)"( open)?>(.*?)</details>', re.DOTALL)
MARK = "Worked out from how the board stood: "


def entries_in(folded):
    return [int(n) for n in re.findall(r'<li class="\w+" value="(\d+)"', folded)]


def seated(table):
    context = table.context("screen")
    return context.live.seated(context.link.table).table


@pytest.fixture
def told(table):
    """Leave a table at which A's turn was worked out; return its position told."""
    table.lay(A=3, B=4, C=5)
    return table, write_told(seated(table), STANDS, CanoeMoved("A", 1, "S3"))


@pytest.mark.parametrize("query", ["", "?kind=acts"])
def test_the_log_folds_it_below_the_position_told(told, query):
    table, seq = told
    page = table.page("A", f"log{query}").text
    ((head, is_open, folded),) = FOLDED.findall(page)
    assert (seq, "") == (int(head), is_open)
    assert seq + 1 == entries_in(folded)[0]
    assert 1 == page.count(MARK) == folded.count(MARK)


def test_the_log_is_narrowed_to_it(told):
    table, seq = told
    page = table.page("A", "log?kind=worked_out").text
    ((_, is_open, folded),) = FOLDED.findall(page)
    assert " open" == is_open
    listed = [int(n) for n in re.findall(r'<li class="\w+" value="(\d+)"', page)]
    assert listed == [seq, *entries_in(folded)]


def test_whose_acts_are_asked_for_finds_it_marked_without_the_position_told(told):
    page = told[0].page("A", "log?by=A").text
    assert not FOLDED.search(page)
    assert 1 == page.count(MARK)


def test_the_film_shows_each_act_and_says_so(told):
    table, seq = told
    assert MARK not in table.page("A", f"log/{seq - 1}").text
    act = table.page("A", f"log/{seq + 1}").text
    assert MARK in re.search(r'<p class="moment".*?</p>', act, re.DOTALL)[0]
    assert f'log/{seq + 1}">' in FOLDED.search(table.page("A", f"log/{seq}").text)[3]


@pytest.mark.parametrize("who", ["A", "screen"])
def test_what_happened_counts_a_position_told_as_one(told, who):
    table, seq = told
    page = table.page(who).text
    happened = page[page.index('<section class="happened">') :].partition("</section>")[0]
    ((head, _, folded),) = FOLDED.findall(happened)
    assert seq == int(head)
    rows = re.findall(r'value="(\d+)"', FOLDED.sub("", happened))
    assert 4 == len(rows)
    assert 1 == happened.count(MARK) == folded.count(MARK)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_question_to_the_table_lists_what_was_worked_out(table, lang):
    table.lay(A=3, B=4, C=5)
    changes = (position_told("niagara", STANDS), CanoeMoved("A", 1, "S3"))
    seated(table).submit(ChangeProposed(id="p", by="A", change=write_changes(changes)))
    page = table.client.get(f"{table.link('B')}/", headers={"accept-language": lang}).text
    assert say("web.worked_out_acts", lang, n=1) in page
    assert 'id="stands-p"' in page
