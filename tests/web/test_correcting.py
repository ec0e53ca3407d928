"""The board differs: facts chosen, counted or written in words, never as JSON."""

import re
from urllib.parse import parse_qsl, urlencode

import pytest

from events.base import type_of
from events.codec import MalformedError
from referee.l10n import say
from referee.service.commands.correct import LIST
from referee.testing.laws.web import untapped_facts
from referee.testing.phones import PagePlayer
from referee.web.acts.correct_facts import facts_of, format_fact, parse_fact
from referee.web.pages.correct import BoardTaps

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


def taps_of(table, who="A", **query):
    return BoardTaps(table.context(who), {name.replace("__", "."): value for name, value in query.items()})


@pytest.mark.parametrize("who", ["A", "screen"])
@pytest.mark.parametrize("game", GAMES)
def test_every_fact_of_the_board_is_fixed_by_tapping(service, game, who):
    assert set() == untapped_facts(sit_down(service, game), who)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_tapped_sets_that_fact_and_no_other(service, game):
    """Chips and steps lead to a page on which that fact differs; one of four is tried."""
    table = sit_down(service, game)
    for about in ("seat:A", "table"):
        usual, others, _ = taps_of(table, of=about).rows()
        for row in (*usual, *others):
            chips = [each.address for each in (*row.chips, *row.more) if not each.is_on]
            for address in [*filter(None, (*chips, *(row.steps or ())))][::4]:
                query = dict(parse_qsl(address.partition("?")[2]))
                assert {row.path} == {*taps_of(table, **query).changes}


def test_no_form_asks_for_more_than_one_fact(service):
    """Nothing is read or typed in numbers of the map, of a circle, or of the box."""
    for game in GAMES:
        table = sit_down(service, game)
        for about in ("seat:A", "table"):
            text = table.page("A", f"correct?of={about}").text
            assert 1 >= max(form.count('name="typed.') for form in text.split("<form"))
            assert "twelfths" not in text
            assert "<select" not in text


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
    assert ">Ben</a>" in table.page("A", "correct?of=table").text
    table.for_all("correct", **{"fact.ring": "B"})
    assert "B" == table.context("A").game.position(table.context("A").state, "A").ring


CHANGES = {"set.canoes.B.1.at": '"S3"', "set.owned.B.ruby": "2"}


def test_several_changes_are_one_question_and_one_entry(service):
    table = service.open("Ada", "Ben", "Chie")
    assert 303 == table.post("A", "correct", **CHANGES, reason="we looked").status_code
    ((_, (correction,)),) = table.context("B").proposals
    owned, canoes = correction.position.owned, correction.position.canoes
    assert ({"B"}, 2, "S3") == ({*owned}, owned["B"]["ruby"], canoes["B"]["1"].at)
    for seat in "BC":
        proposal = table.context(seat).proposals[0][0].id
        assert 303 == table.post(seat, "answer", proposal=proposal, reply="agree").status_code
    kinds = [type_of(entry.event) for entry in table.context("A").log_index.entries]
    assert 1 == kinds.count("corrected")


def test_one_change_is_dropped_and_the_others_stay(service):
    table = service.open("Ada", "Ben", "Chie")
    taps = taps_of(table, **CHANGES)
    assert ["Ben's canoe 1 stands on S3", "Ben's gems ashore (ruby): 2"] == [
        each.words for each in taps.listed()
    ]
    query = dict(parse_qsl(taps.listed()[0].address.partition("?")[2]))
    assert {"owned.B.ruby": 2} == taps_of(table, **query).changes


def test_what_is_so_already_is_no_change(service):
    table = service.open("Ada", "Ben", "Chie")
    assert {} == taps_of(table, **{"set.owned.B.ruby": "0", "set.canoes.A.1.at": '"land"'}).changes


def test_what_cannot_be_yet_is_said_before_it_is_asked(service):
    """Two boats on one hex for a moment, say: the page shows it all the same, and why it cannot stay so."""
    table = service.open("Ada", "Ben", "Chie")
    query = {"set.owned.B.ruby": "7", "set.owned.A.ruby": "1"}
    page = table.page("A", f"correct?{urlencode(query)}")
    assert (200, True) == (page.status_code, "So it cannot be yet" in page.text)
    answer = table.post("A", "correct", **query)
    assert (422, 1) == (answer.status_code, table.now()["revision"])
    assert 2 == len(re.findall(r'type="hidden" name="set\.', answer.text))


def test_changes_survive_that_the_game_goes_on(service):
    table = service.open("Ada", "Ben", "Chie")
    seen = table.now()["revision"]
    table.say("A", "A plays 6")
    answer = table.post("A", "correct", **CHANGES, seen=str(seen))
    assert 409 == answer.status_code
    assert "The game has gone on" in answer.text
    assert f'name="seen" value="{table.now()["revision"]}"' in answer.text
    assert 2 == len(re.findall(r'type="hidden" name="set\.', answer.text))


def test_what_is_typed_joins_what_was_tapped(service):
    table = service.open("Ada", "Ben", "Chie")
    taps = taps_of(table, **{"set.owned.B.ruby": "2", "typed.round": "12"})
    assert {"owned.B.ruby": 2, "round": 12} == taps.changes
    page = table.page("A", "correct?typed.round=many&set.owned.B.ruby=2")
    assert (422, True) == (page.status_code, "set.owned.B.ruby" in page.text)


def test_what_is_no_fact_and_no_json_does_no_harm(service):
    table = service.open("Ada", "Ben", "Chie")
    for query in (
        "set.nothing=1",
        "set.round={",
        "set.canoes.A.1.at=%22moon%22",
        "set.=1",
        "put=canoe:Z.9",
        "of=fact:",
    ):
        assert table.page("A", f"correct?{query}").status_code in {200, 422}
    assert 422 == table.post("A", "correct", **{"set.round": "{"}).status_code
    assert 422 == table.post("A", "correct", **{"set.nothing": "1"}).status_code


def test_a_change_of_the_own_hand_is_read_by_nobody_else(service):
    """Ada says what she holds: the others are asked, and see that something was set, not what."""
    table = service.open("Ada", "Ben", "Chie", "Dan", game="lifeboat", chance="table")
    for _ in range(2):
        PagePlayer(table, seed=1).act("screen")
    page = table.page("A", "correct?of=seat:A").text
    assert "set.hands.A" in page
    assert "set.hands.A" not in table.page("B", "correct?of=seat:A").text
    assert 303 == table.post("A", "correct", **{"set.hands.A": '["oar","compass"]'}).status_code
    read = {
        who: [change.position.hands["A"] for _, (change,) in table.context(who).proposals] for who in "AB"
    }
    assert {"A": [("oar", "compass")], "B": [(None, None)]} == read
    texts = (table.page(who, "log").text for who in ("B", "screen"))
    assert [] == [word for text in texts for word in re.findall(r"\b(oar|compass)\b", text)]
