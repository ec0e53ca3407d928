"""Settle an argument: open to everybody, in every language; nothing of it is stored or told to others."""

import json
import re
import sqlite3
from contextlib import closing
from html import unescape
from random import Random
from string import ascii_letters

import msgspec
import pytest

from events.base import REFEREE
from referee.kernel.registry import all_games, codec_for, find_game
from referee.l10n import say
from referee.l10n.messages import leaves
from referee.languages import LANGUAGES
from referee.rulebooks.rulings import all_rulings, find_ruling, most_asked, read_ruling
from referee.service.ask.address import LONGEST, read_address, write_address
from referee.service.ask.ask import ask
from referee.service.ask.asked import Asked
from referee.service.ask.layout import new_sketch
from referee.service.ask.tell import ask_about, asked_at, facts_by_path, forget, tell
from referee.service.ask.worked import work_out
from referee.testing.phones import KEEPER, Service
from referee.web.access.limits import Limits
from tests.stages import slow

KILOBYTES_100 = 100_000
THEFT = Asked(
    game="niagara",
    seats=("A", "B", "C"),
    facts={"canoes": {"A": {"1": {"at": "S4"}}, "B": {"1": {"at": "S3", "gem": "diamond"}}}},
    acts=({"type": "canoe_moved", "seat": "A", "canoe": 1, "to": "S3", "steal": {"seat": "B", "canoe": 1}},),
)
DOWNSTREAM = tell(THEFT, {"canoes.A.1.at": "S2"})
HELPLESS = Asked(game="lifeboat", acts=({"type": "seat_demanded", "seat": "A", "with": "B"},))
CRASH = Asked(
    game="powerboats",
    seats=("A", "B"),
    facts={"boats": {"A": {"at": [14, 6], "heading": "E", "dice": [3]}}, "thrown": True},
    acts=({"type": "lake_laid", "lake": "training"}, {"type": "boat_moved", "seat": "A", "turn": "left"}),
)


def get(service, address, lang="en"):
    return service.client.get(address, headers={"accept-language": lang, "accept-encoding": "gzip"})


def words(answer):
    return unescape(re.sub(r"<[^>]+>", " ", answer.text))


def stored(service):
    return sorted((row.table, service.live.store.head(row.table)) for row in service.live.tables())


# Addresses


@pytest.mark.parametrize("asked", [THEFT, HELPLESS, CRASH, Asked(game="niagara")])
def test_an_address_says_all_that_was_asked(asked):
    assert asked == read_address(write_address(asked))
    assert asked == read_address(f"http://192.168.1.5:8000{write_address(asked)}?lang=ja#answer")


def test_an_address_that_was_cut_short_is_refused_wherever_it_was_cut():
    whole = write_address(THEFT)
    refusals = [read_address(whole[:n]) for n in range(len("/ask/niagara/") + 1, len(whole))]
    assert {"web.settle.link_cut"} == {each.reason for each in refusals}


@pytest.mark.parametrize(
    ("address", "status"),
    [
        (write_address(THEFT)[:-4], 400),
        ("/ask/niagara/!!!", 400),
        ("/ask/niagara/" + "A" * LONGEST, 400),
        (write_address(HELPLESS).replace("lifeboat", "niagara"), 400),
        (write_address(Asked(game="niagara", acts=({"type": "no_act"},))), 400),
        (write_address(Asked(game="niagara", facts={"no": "fact"})), 400),
        (write_address(Asked(game="niagara", facts={"canoes": 5})), 400),
        (write_address(Asked(game="niagara", edition="klingon")), 400),
        (write_address(Asked(game="niagara", seats=("A",) * 40)), 400),
        (write_address(THEFT) + "?fact=canoes.A.1.at&is=%5B", 400),
        (write_address(THEFT) + "?before=%7B%7D", 303),
        ("/ask/parcheesi", 404),
        ("/ask/parcheesi/xx", 400),
        ("/ask/niagara/ruling/none", 404),
        ("/ask/niagara/rule/LIF-MUG-01", 404),
    ],
)
def test_what_makes_no_sense_is_said_with_what_to_do(service, address, status):
    """Never a traceback: a page that leads on."""
    answer = service.client.get(address, follow_redirects=False)
    assert status == answer.status_code
    if status == 400:
        assert 'href="/ask' in answer.text
        assert "Traceback" not in answer.text


def test_a_position_too_long_for_a_link_is_refused_by_name(service):
    draw = Random(1)
    lake = {"type": "lake_laid", "map": "".join(draw.choices(ascii_letters, k=9000))}
    address = write_address(Asked(game="powerboats", acts=(lake,)))
    assert LONGEST < len(address)
    assert str(LONGEST) in words(get(service, address))


def test_facts_that_cannot_be_together_are_refused_by_their_rule(service):
    two_many = {"canoes": {seat: {"1": {"at": "S1", "gem": "ruby"}} for seat in "ABC"}}
    asked = Asked(game="niagara", seats=("A", "B", "C"), facts=two_many | {"owned": {"A": {"ruby": 7}}})
    answer = get(service, write_address(asked))
    assert 200 == answer.status_code
    assert re.search(r'role="alert".*?NIA-', answer.text)


# Pages


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_argument_comes_first_on_the_start_page_and_at_the_door(service, lang):
    door, start = get(service, "/", lang), get(service, f"/h/{KEEPER}/?lang={lang}")
    for page in (door, start):
        found = [page.text.find(f'href="/ask/{game}') for game in all_games()]
        assert -1 not in found
        assert max(found) < page.text.find("<form")
        assert say("web.settle.title", lang) in page.text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", all_games())
def test_six_subjects_a_game_lead_to_an_answer(service, game, lang):
    page = get(service, f"/ask/{game}", lang)
    assert f'<html lang="{lang}">' in page.text
    assert 6 == len(most_asked(game))
    for each in most_asked(game).values():
        ruling, address = find_ruling(game, each.ruling), f"/ask/{game}/ruling/{each.ruling}"
        assert f'href="{address}"' in page.text
        assert each.of(lang) in unescape(page.text)
        answer = get(service, address, lang)
        assert KILOBYTES_100 > len(answer.text)
        assert ruling.question.of(lang)[:10] in words(answer)
        assert f"/ask/{game}/rule/{ruling.rules[0]}" in answer.text
        assert 200 == get(service, f"/ask/{game}/rule/{ruling.rules[0]}", lang).status_code


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "do_differ"),
    [
        ("D-03-the-alternation-from-round-to-round", True),  # the river told is none by the other book
        ("D-83-D-84-three-readings-of-a-tie", True),
        ("D-31-the-only-canoe-ashore", True),
        ("D-10-two-canoes-on-one-disc", False),  # only the arm differs, not what falls
        ("D-12-D-13-all-clouds", False),
        ("D-66-D-68-D-77-when-to-buy", False),
    ],
)
def test_books_differ_where_the_answer_does(service, name, do_differ, lang):
    page = get(service, f"/ask/niagara/ruling/{name}", lang)
    assert do_differ == (f'<p class="word">{say("web.settle.differ", lang)}</p>' in page.text)
    may = say("web.settle.verdict.may", lang)
    assert name.startswith("D-31") == (f"</b> {may}</a>" in page.text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_sentence_of_an_answer_is_said_once(service, lang):
    ruling = find_ruling("powerboats", "D-27-two-boats-in-line")
    assert 1 == words(get(service, f"/ask/powerboats/ruling/{ruling.name}", lang)).count(
        ruling.answer.of(lang)
    )


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "can I steal going downstream", "/ask/niagara/ru"),
        ("zh-Hans", "两艘船能停同一格吗", "/ask/niagara/ru"),
        ("ja", "下流へ進んで盗めるか", "/ask/niagara/ru"),
    ],
)
def test_words_find_rulings_and_rules(service, lang, text, expected):
    page = get(service, f"/ask/niagara?q={text}", lang)
    first = page.text.find("first-found")
    assert expected in page.text[first : first + 300]


def test_words_that_mean_nothing_here_lead_on(service):
    page = get(service, "/ask/niagara?q=zzzz")
    assert say("web.settle.none_found", "en") in words(page)
    assert write_address(new_sketch(find_game("niagara"))) in page.text


def test_a_page_is_turned_to_another_language_and_the_address_carries_that(service):
    page = get(service, write_address(DOWNSTREAM) + "?lang=ja", "en")
    assert '<html lang="ja">' in page.text
    assert say("web.settle.verdict.may_not", "ja") in page.text
    assert "?lang=zh-Hans" in page.text
    links = re.findall(r'<a[^>]* href="\?([^"]*)"', page.text)
    assert all("lang=" in each for each in links)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("asked", [DOWNSTREAM, HELPLESS, CRASH], ids=lambda asked: asked.game)
def test_an_answer_is_worded_with_its_rules_its_books_and_a_bubble(service, asked, lang):
    page = get(service, write_address(asked), lang)
    assert KILOBYTES_100 > len(page.text)
    assert re.search(r'<p class="word \w+">[^<]+</p>', page.text)
    assert 'class="bubble"' in page.text
    assert re.search(rf'href="/ask/{asked.game}/rule/[A-Z]{{3}}-', page.text)
    has_books = len(find_game(asked.game).ruleset.editions) > 1
    assert has_books == (say("web.settle.at_table", lang) in page.text)


@pytest.mark.parametrize("game", all_games())
def test_an_empty_sketch_is_small_and_every_piece_can_be_tapped(service, game):
    page = get(service, write_address(new_sketch(find_game(game))))
    assert KILOBYTES_100 > len(page.text)
    assert "?put=" in page.text or "?pick=" in page.text


def test_what_is_no_piece_is_put_nowhere(service):
    for tap in ("put=canoe:Z.9+to:S1", "off=canoe:Z.9", "put=canoe:A.1+to:S99"):
        assert 200 == get(service, f"{write_address(THEFT)}?{tap}").status_code


def test_wounds_and_cards_of_who_is_tapped_are_offered_at_once(service):
    page = get(service, f"{write_address(new_sketch(find_game('lifeboat')))}?pick=who:C&of=who:C").text
    at_once = page[: page.find("more-facts")]
    assert "fact=wounds.C&amp;is=8" in at_once
    assert "fact=table.C" in at_once


def test_what_is_asked_about_is_said_with_the_answer(service):
    asked = tell(THEFT, {"canoes.A.1.gem": "ruby"})
    answer = get(service, write_address(asked)).text
    assert "No" == re.search(r'<p class="word[^>]*>([^<]*)', answer)[1]
    assert "steals the gem from B&#39;s canoe 1" in answer[answer.find('id="answer"') :]


@pytest.mark.parametrize(
    ("game", "ruling", "said"),
    [
        ("niagara", "D-10-two-canoes-on-one-disc", "Everything on the disc"),
        ("niagara", "D-83-D-84-three-readings-of-a-tie", "The books differ"),
        ("niagara", "D-40-unloading-at-its-own-colour", "The books differ"),
        ("lifeboat", "D82-the-lost-are-dead", "Yes, 3 each"),
    ],
)
def test_the_books_differ_only_where_they_answer_otherwise(service, game, ruling, said):
    page = words(get(service, f"/ask/{game}/ruling/{ruling}"))
    assert said in page
    assert ("The books differ" in page) == (said == "The books differ")


def test_a_bubble_says_what_comes_of_it(service):
    board = get(service, write_address(CRASH)).text
    assert "It crashes after 1 hex" in words(get(service, write_address(CRASH)))
    bubble = board[board.find('class="bubble"') : board.find('id="answer"')]
    assert "crashes" in unescape(re.sub(r"<[^>]+>", " ", bubble))


def test_a_short_answer_is_said_once(service):
    page = get(service, "/ask/powerboats/ruling/D-16-choosing-a-crash").text
    assert '<p class="word">No.</p>' in page
    assert '<p class="answer">' not in page


def test_every_space_answers_once_a_piece_is_chosen(service):
    page = get(service, write_address(DOWNSTREAM) + "?pick=canoe:A.1")
    for space in ("S1", "S2", "S3", "S4", "S5", "L6", "L7", "R6", "R7", "land"):
        assert f"to:{space}" in page.text
        after = service.client.get(
            write_address(DOWNSTREAM) + f"?pick=canoe:A.1+to:{space}", follow_redirects=False
        )
        assert after.status_code in {200, 303}


def test_what_was_not_told_is_drawn_as_unknown(service):
    page = get(service, write_address(new_sketch(find_game("niagara"))))
    assert 'class="untold"' in page.text
    told = tell(new_sketch(find_game("niagara")), {"canoes.A.1.at": "S2"})
    shown = get(service, write_address(told) + "?of=canoe:A.1").text
    row = shown[shown.find("fact-row") :]
    assert 'aria-pressed="true"' in row[: row.find("</a>")]


def test_a_fact_is_told_and_taken_back():
    told = tell(tell(Asked(game="niagara"), {"canoes.A.1.at": "S2"}), {"canoes.A.1.gem": None})
    assert {"canoes.A.1.at": "S2", "canoes.A.1.gem": None} == facts_by_path(told)
    assert {"canoes.A.1.at": "S2"} == facts_by_path(forget(told, "canoes.A.1.gem"))
    assert Asked(game="niagara") == forget(forget(told, "canoes.A.1.gem"), "canoes.A.1.at")


def test_the_same_question_by_another_book_is_one_tap(service):
    answer = service.client.get(write_address(DOWNSTREAM) + "?edition=ja", follow_redirects=False)
    asked = read_address(answer.headers["location"])
    assert ("ja", DOWNSTREAM.facts, DOWNSTREAM.acts) == (asked.edition, asked.facts, asked.acts)


@slow
def test_every_ruling_has_a_page_in_which_its_acts_come_out_as_it_says(service):
    for ruling in all_rulings():
        for game in all_games() if ruling.game == "table" else (ruling.game,):
            assert 200 == get(service, f"/ask/{game}/ruling/{ruling.name}").status_code


def test_a_situation_that_takes_a_log_is_not_worked_out():
    """What was taken back in it cannot be told from a position."""
    (ruling,) = [each for each in all_rulings() if each.name == "E15-the-packet-remembers"]
    assert None in [work_out(ruling, act) for act in ruling.acts]


# At a table


def test_may_i_begins_at_the_table_as_this_seat_may_know_it(table, service):
    """Its own hand is told, those of the others are not; the table is as it was."""
    table.lay(A=1, B=2)
    before = stored(service)
    link = f"/s/{table.token('A')}/may"
    answer = service.client.get(link, follow_redirects=False)
    asked = read_address(answer.headers["location"])
    assert "niagara" == asked.game
    assert set(asked.facts.get("hands", {"A": ()})) <= {"A"}
    assert 200 == service.client.get(answer.headers["location"]).status_code
    assert before == stored(service)
    assert table.token("A") not in service.client.get(answer.headers["location"]).text


def test_may_i_is_asked_in_the_middle_of_a_round(table, service):
    """What cannot be told before the cards are laid, such as whose turns were had, is left to be assumed."""
    table.lay(A=1, B=2, C=3)
    table.say("A", "A1 to S1")
    answer = service.client.get(f"/s/{table.token('B')}/may")
    assert 200 == answer.status_code
    assert 'role="alert"' not in answer.text
    asked = read_address(str(answer.url))
    assert "S1" == facts_by_path(asked)["canoes.A.1.at"]


@pytest.mark.parametrize("viewer", ["A", "B", None])
def test_no_secret_of_another_seat_is_in_what_a_seat_asks(service, viewer):
    """The same address whatever the others hold."""
    game = find_game("lifeboat")
    addresses = set()
    for card in ("water", "cash"):
        state = None
        for event in (
            {"type": "table_opened", "game": "lifeboat", "seats": ["A", "B", "C", "D"]},
            {
                "type": "corrected",
                "position": {
                    "characters": {"A": "lauren", "B": "stephen", "C": "captain", "D": "mate"},
                    "phase": "action",
                    "hands": {"A": ["oar"], "B": ["knife"], "C": [card], "D": []},
                    "love": {"C": "captain" if card == "water" else "mate"},
                },
            },
        ):
            verdict = game.decide(state, decode(game, event))
            state = verdict.state
        addresses.add(write_address(asked_at(game, state, viewer)))
    assert 1 == len(addresses)


def decode(game, event):
    return codec_for(game.id).event(json.dumps(event).encode())


def test_every_page_of_a_table_leads_there(table, service):
    assert "/may" in table.page("A").text
    assert "/may" in service.client.get(table.screen).text


# From the answer on


def test_an_answer_is_kept_as_a_ruling_file(service, tmp_path):
    """It reads as the rulings of the game do, and its act comes out as it says."""
    answer = get(service, write_address(DOWNSTREAM) + "/ruling")
    assert "attachment" in answer.headers["content-disposition"]
    path = tmp_path / "X-00-downstream.md"
    path.write_text(answer.text, "utf-8")
    ruling = read_ruling(path, "niagara")
    worked = work_out(ruling, ruling.acts[0])
    assert worked is not None
    assert not worked.is_allowed
    assert all(ruling.answer.of(lang) for lang in LANGUAGES)


@pytest.mark.parametrize("asked", [DOWNSTREAM, HELPLESS, CRASH], ids=lambda asked: asked.game)
def test_whoever_keeps_the_service_plays_on_from_there(service, asked):
    """The table stands at the position, and the act is not done yet."""
    form = {"key": "one", "code": KEEPER, "name": ["Ada", "", "Ben"]}
    answer = service.client.post(write_address(asked) + "/table", data=form, follow_redirects=False)
    assert 303 == answer.status_code
    (row,) = service.live.tables()
    now = service.live.now(row.table)
    facts = facts_by_path(asked)
    position = dict(leaves(msgspec.to_builtins(now.game.position(now.state, REFEREE))))
    assert facts == {path: listed(position[path]) for path in facts}
    assert "Ada" in now.state.names.values()
    again = service.client.post(write_address(asked) + "/table", data=form, follow_redirects=False)
    assert answer.headers["location"] == again.headers["location"]
    assert 1 == len(service.live.tables())


def listed(value):
    return list(value) if isinstance(value, tuple) else value


def test_put_to_the_vote_the_act_is_in_dispute_at_the_new_table(service):
    form = {"key": "one", "code": f"http://localhost:8000/h/{KEEPER}/", "vote": "on"}
    answer = service.client.post(write_address(DOWNSTREAM) + "/table", data=form, follow_redirects=False)
    page = service.client.get(answer.headers["location"] + "dispute")
    assert "D1" in page.text
    (row,) = service.live.tables()
    assert ("D1",) == service.live.now(row.table).state.open_disputes


@pytest.mark.parametrize("code", ["", "wrong", "aaaaa-aaaaa-aaaaa-aaaaa"])
def test_nobody_else_opens_a_table(service, code):
    form = {"key": "one", "code": code}
    answer = service.client.post(write_address(DOWNSTREAM) + "/table", data=form)
    assert 403 == answer.status_code
    assert say("web.settle.wrong_code", "en") in words(answer)
    assert () == service.live.tables()


def test_codes_are_not_guessed_for_ever(tmp_path):
    with Service(tmp_path / "t.db", limits=Limits(guesses=3)) as service:
        form = {"key": "one", "code": "wrong"}
        found = [service.client.post(write_address(DOWNSTREAM) + "/table", data=form) for _ in range(5)]
    assert [403, 403, 403, 429, 429] == [each.status_code for each in found]


def test_nothing_is_stored_by_asking(service):
    before = rows_in(service.path)
    for address in ("/ask", "/ask/niagara", write_address(DOWNSTREAM), write_address(CRASH) + "?edition=zh"):
        answer = get(service, address)
        assert "set-cookie" not in answer.headers
    assert () == service.live.tables()
    assert before == rows_in(service.path)


def rows_in(path):
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def test_asking_counts_as_any_other_request(tmp_path):
    with Service(tmp_path / "t.db", limits=Limits(requests=3)) as service:
        assert [200, 200, 200, 429] == [service.client.get("/ask").status_code for _ in range(4)]


def test_a_question_goes_on_from_another(service):
    refused = {"type": "demand_refused", "seat": "B"}
    asked = ask_about(HELPLESS, decode(find_game("lifeboat"), refused), is_next=True)
    assert 2 == len(asked.acts)
    page = get(service, write_address(asked))
    assert say("web.settle.verdict.may", "en") in words(page)


def test_that_dice_were_thrown_is_assumed_of_a_turn_and_said():
    """It changes nothing of a table that is being set up, and yet all of a turn."""
    answer = ask(forget(CRASH, "thrown"))
    assert "may" == answer.verdict
    assert answer.assumed["thrown"] is True


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_table_shows_is_asked_about_as_well(service, lang):
    """Where the river takes a canoe is neither allowed nor forbidden."""
    facts = {"canoes": {"A": {"1": {"at": "S5"}}}}
    river = {"type": "river_flowed", "exits": ["left"]}
    asked = Asked(game="niagara", seats=("A", "B", "C"), facts=facts, acts=(river,))
    assert 200 == get(service, write_address(asked), lang).status_code
