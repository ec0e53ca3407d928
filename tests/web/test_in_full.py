"""What was said about the log names the acts, not their numbers, in every language and at both doors."""

import re

import pytest

from referee.languages import LANGUAGES
from referee.service.wording import entry_words

NUMBERED = re.compile(r"(?i)\bentry\b|entries|第\s*\d+\s*条|記録\s*\d|\b[DP]\d\b")
"""How a text goes on about entries, disputes and proposals by what the log calls them."""


@pytest.fixture
def table(service):
    """Play, ask for a ruling and get one, take back what was agreed on, and object to another."""
    table = service.open("Ada", "Ben", "Chie")
    table.lay(A=6, B=4, C=3)
    table.say("A", "A1 launch to L6")
    table.post("B", "dispute", at=str(table.now()["revision"]), topic="river", question="may it stand still?")
    for seat in ("A", "B"):
        table.post(seat, "vote", dispute="D1", decision="minimum_speed=1")
    table.post("B", "back")
    table.answer("A", "agree")
    table.answer("C", "agree")
    table.post("B", "house", rule="both_ashore=may_stay")
    table.answer("C", "object")
    return table


def words(table, lang, who="screen"):
    context = table.context(who)
    return [entry_words(context.log_index, each, lang, context.seat) for each in context.entries]


def test_a_question_a_ruling_a_proposal_and_a_take_back_name_what_they_are_about(table):
    told = "\n".join(words(table, "en"))
    for expected in (
        "Ben asks for a ruling on “Ada's canoe 1 is launched and paddles to L6” (",
        "). may it stand still?",
        "Ruling on “Ada's canoe 1 is launched and paddles to L6” by the ",
        "Ben asks: take back: ",
        "Chie agrees: ",
        "Taken back: ",
        "Chie objects. Nothing changes: ",
    ):
        assert expected in told, told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nobody_meets_a_number_of_the_log(table, lang):
    assert [] == [line for line in words(table, lang) if NUMBERED.search(line)]


def test_the_log_reads_the_same_at_both_doors(table):
    rows = table.api("A", path="/log").json()
    assert words(table, "en", "A") == [row["words"] for row in rows]
