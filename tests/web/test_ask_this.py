"""*Ask this* of a ruling: Ask answers there as the ruling does; where it cannot, there is no button."""

from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from msgspec.structs import replace

from events.base import Event, type_of
from events.table import Corrected
from referee.kernel.registry import codec_for, find_game, own_games
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES, say
from referee.rulebooks.rulings import Ruling, RulingAct, find_ruling, rulings_in
from referee.service.answers.asking import make_question_answered
from referee.service.ask.address import read_address, write_address
from referee.service.ask.ask import ask
from referee.service.ask.asked import Answer, Asked
from referee.service.ask.layout import lay_out
from referee.service.ask.record import make_record
from referee.service.ask.tell import tell
from referee.web.book import find_file
from referee.web.book.site import ruling_path, site_of
from referee.web.pages.ask_rulings import work_out_ruling
from tests.stages import slow

ABOUT_THE_LOG = {"H-01-dice-from-a-seed", "E12-a-card-found-elsewhere"}
"""Rulings of games with a position whose act in question is decided by the log: a seed, a correction."""

OF_SETTING_UP = ("powerboats", "D-26-half-covered-shore")
BY_RECORD = ("lifeboat", "E04-loves-and-hates-dealt")


def asked_of(game: str, name: str) -> Asked:
    ruling = find_ruling(game, name)
    assert ruling is not None
    worked = work_out_ruling(ruling, None, "en")
    assert worked is not None
    asked = read_address(worked.sketch)
    assert isinstance(asked, Asked)
    return asked


def answer_to(asked: Asked) -> Answer:
    answer = ask(asked)
    assert isinstance(answer, Answer)
    return answer


def act_asked(ruling: Ruling, asked: Asked) -> RulingAct:
    """Return the first act of a ruling that is the one asked about, of which nobody reads why."""
    event = plain_event(asked.game, msgspec.json.encode(asked.acts[-1]))
    return next(act for act in ruling.acts if plain_event(asked.game, act.lines[-1].encode()) == event)


def plain_event(game: str, line: bytes) -> Event:
    event = codec_for(game).event(line)
    return replace(event, reason="") if isinstance(event, Corrected) else event


def page_of(game: str, name: str, lang: str, service: str | None = "") -> str:
    ruling = find_ruling(game, name)
    assert ruling is not None
    file = find_file(site_of(service=service), ruling_path(lang, ruling))
    assert file is not None
    content = file.make()
    assert content is not None
    return content.decode()


@slow
@pytest.mark.parametrize("game", own_games())
def test_ask_answers_as_the_ruling_by_its_rules(game: str) -> None:
    without = set()
    for ruling in rulings_in(game):
        worked = work_out_ruling(ruling, None, "en")
        if worked is None or not worked.sketch:
            without.add(ruling.name)
            continue
        asked = read_address(worked.sketch)
        assert isinstance(asked, Asked), ruling.name
        act, answer = act_asked(ruling, asked), answer_to(asked)
        said = {"accepted": "may", "refused": "may_not"}[act.verdict]
        rules = [each.rule.id for each in answer.rules]
        assert (ruling.name, answer.played) == (ruling.name, said)
        assert (ruling.name, rules[0]) == (ruling.name, worked.first.rules[0])
        assert (ruling.name, {*act.rules} - {*rules}) == (ruling.name, set())
        # The page asks about the act too, and takes it for none of setting up.
        laid = lay_out(asked)
        assert not isinstance(laid, Refused)
        assert laid.acts_done < len(asked.acts)
    assert {name for name in without if has_position(game, name)} <= ABOUT_THE_LOG


def has_position(game: str, name: str) -> bool:
    ruling = find_ruling(game, name)
    return ruling is not None and work_out_ruling(ruling, None, "en") is not None


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), [("powerboats", "H-01-dice-from-a-seed")])
def test_a_ruling_about_the_log_has_no_button_and_says_why(game: str, name: str, lang: str) -> None:
    page = page_of(game, name, lang)
    assert say("book.no_ask", lang) in page
    assert f"/ask/{game}/" not in page
    assert "referee ask" not in page_of(game, name, lang, None)
    assert say("book.no_ask", lang) not in page_of(*BY_RECORD, lang)


@pytest.mark.parametrize(("game", "name"), [BY_RECORD, OF_SETTING_UP])
def test_what_facts_do_not_tell_is_asked_by_the_record(game: str, name: str, service: Any) -> None:
    asked = asked_of(game, name)
    assert asked.record is not None
    assert not asked.facts
    answer = answer_to(asked)
    assert not answer.assumed
    assert not answer.assumed_acts
    assert len(write_address(asked)) < 1000
    for lang in LANGUAGES:
        found = service.client.get(f"{urlsplit(write_address(asked)).path}?lang={lang}")
        assert found.status_code == 200
        assert say(f"web.settle.verdict.{answer.verdict}", lang) in found.text


def test_a_record_of_nothing_says_that_nothing_was_done() -> None:
    asked = asked_of(*OF_SETTING_UP)
    assert asked.record == ()
    assert read_address(write_address(asked)) == asked


def test_a_record_is_played_on_from_as_it_is() -> None:
    asked = asked_of(*BY_RECORD)
    answer = answer_to(asked)
    opened, *done = make_record(asked, answer)
    assert opened.seats == asked.seats
    assert len(done) == len(asked.record or ())


def test_facts_are_set_where_the_record_led_to() -> None:
    asked = asked_of(*BY_RECORD)
    seat = asked.seats[0]
    before = find_game(asked.game).position(lay_out(asked).state, None)
    told = lay_out(tell(asked, {f"wounds.{seat}": 1}))
    assert not isinstance(told, Refused), told
    assert find_game(asked.game).position(told.state, None) != before


def test_a_record_that_cannot_be_is_refused() -> None:
    asked = asked_of(*BY_RECORD)
    twice = Asked(game=asked.game, seats=asked.seats, record=(*(asked.record or ()),) * 2, acts=asked.acts)
    assert isinstance(ask(twice), Refused)
    assert isinstance(lay_out(twice), Refused)


def test_what_a_book_lets_nobody_show_is_answered_by_how_the_game_goes_there() -> None:
    """One book has the table show the river, the other lets it flow by itself: neither forbids it."""
    answer = answer_to(asked_of("niagara", "D-83-D-84-three-readings-of-a-tie"))
    (other,) = [each for each in answer.others if not each.options]
    assert (None, None, "river_flowed") == (other.verdict, other.refusal, type_of(other.follows[0]))
    assert (("A", "B", "C"), ("B",)) == (answer.follows[-1].winners, other.follows[-1].winners)  # type: ignore[attr-defined]
    for lang in LANGUAGES:
        words = make_question_answered(answer, lang).words
        assert say("ask.verdict.may_not", lang) not in words.partition("B")[0]


def test_the_page_says_by_each_book_how_the_game_ends() -> None:
    ruling = find_ruling("niagara", "D-83-D-84-three-readings-of-a-tie")
    assert ruling is not None
    worked = work_out_ruling(ruling, None, "en")
    assert worked is not None
    zh, ja = (each.follows[-1] for each in worked.by_book)
    assert ("Won by A, B and C:" in zh, "Won by B:" in ja) == (True, True)
