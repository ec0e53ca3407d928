"""The board differs: facts chosen, counted or written in words, never as JSON."""

import re

import pytest

from events.codec import MalformedError
from referee.l10n import say
from referee.service.commands.correct import CHOICE, LIST, NUMBER
from referee.web.acts.correct_facts import facts_of, format_fact, parse_fact

GAMES = {"niagara": 3, "powerboats": 2, "lifeboat": 4}
PEOPLE = ("Ada", "Ben", "Chie", "Dan")


def sit_down(service, game):
    return service.open(*PEOPLE[: GAMES[game]], game=game, chance="referee")


def fact_of(table, path, who="A"):
    context = table.context(who)
    return context, next(fact for fact in facts_of(context) if fact.path == path)


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "ja"])
@pytest.mark.parametrize("game", GAMES)
def test_every_fact_is_read_back_as_it_is_shown(service, game, lang):
    table = sit_down(service, game)
    table.post("A", "language", lang=lang, here="/")
    context = table.context("A")
    context.lang = lang
    for fact in facts_of(context):
        assert fact.value == parse_fact(context, fact, format_fact(context, fact)), fact
    answer = table.post(
        "A", "correct", **{f"fact.{f.path}": format_fact(context, f) for f in facts_of(context)}
    )
    assert 422 == answer.status_code
    assert say("web.nothing_changed", lang) in answer.text


@pytest.mark.parametrize("game", GAMES)
def test_what_has_a_few_values_is_chosen(service, game):
    """A list of words, the one there is chosen; a number has its bounds, or words where it has some."""
    table = sit_down(service, game)
    shown_page = table.page("A", "correct").text
    for fact in facts_of(table.context("A")):
        if fact.kind == CHOICE:
            assert f'<select id="fact.{fact.path}"' in shown_page
        if fact.kind == NUMBER:
            asked = (
                r"<select id=\"fact.{0}\""
                if fact.path.endswith(".buoys")
                else r'id="fact.{0}"[^>]* type="number"'
            )
            assert re.search(asked.format(re.escape(fact.path)), shown_page)


def test_a_list_is_written_in_words_of_whichever_language(service):
    table = service.open("Ada", "Ben", "Chie", "Dan", game="lifeboat", chance="referee")
    context, fact = fact_of(table, "hands.A")
    assert LIST == fact.kind
    assert ["water", "oar"] == parse_fact(context, fact, "water, oar")
    context.lang = "ja"
    words = format_fact(context, fact)
    assert fact.value == parse_fact(context, fact, words)
    assert words.isascii() is False
    assert [] == parse_fact(context, fact, " ")


def test_what_cannot_be_is_said_with_what_can(service):
    table = service.open("Ada", "Ben", "Chie")
    context, fact = fact_of(table, "hands.A")
    with pytest.raises(MalformedError, match="1, 2, 3, 4, 5, 6"):
        parse_fact(context, fact, "1, 9")
    answer = table.post("A", "correct", **{"fact.hands.A": "1, 9"})
    assert (422, 1) == (answer.status_code, table.now()["revision"])


def test_a_gem_nobody_owned_can_be_given(service):
    table = service.open("Ada", "Ben", "Chie")
    sent = {"fact.owned.A.ruby": "1", "fact.sites.ruby.ruby": "6", "fact.canoes.B.1.at": "S3"}
    assert 303 == table.for_all("correct", **sent).status_code
    position = table.context("screen").game.position(table.context("screen").state, None)
    assert ({"ruby": 1}, 6, "S3") == (
        position.owned["A"],
        position.sites["ruby"]["ruby"],
        position.canoes["B"]["1"].at,
    )


def test_a_seat_is_chosen_by_its_name(service):
    table = service.open("Ada", "Ben", "Chie")
    assert '<option value="B">Ben</option>' in table.page("A", "correct").text
    table.for_all("correct", **{"fact.ring": "B"})
    assert "B" == table.context("A").game.position(table.context("A").state, "A").ring
