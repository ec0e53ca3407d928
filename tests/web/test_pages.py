"""Every page, without JavaScript: forms, redirects, words."""

import json
import re
from html import unescape

import pytest

from events.table import TableOpened
from referee.kernel.registry import find_game
from referee.languages import LANGUAGES
from referee.rulebooks import rules_of
from referee.service.tables.table import open_table
from referee.testing.phones import KEEPER, Service

PAGES = ("", "rules", "rules?q=steal", "rule/NIA-STEAL-01", "log", "log/1", "dispute", "correct", "end")


@pytest.mark.parametrize("who", ["screen", "A"])
@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_there_for_seat_and_screen(table, who, path):
    assert 200 == table.page(who, path).status_code


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "ja"])
def test_a_seat_changes_its_language_at_any_moment(table, lang):
    table.lay(A=6)
    assert 303 == table.post("B", "language", lang=lang, here=table.link("B")).status_code
    assert f'<html lang="{lang}">' in table.page("B").text
    assert '<html lang="en">' in table.page("A").text


def test_an_act_is_recorded_and_everybody_sees_it(table):
    table.lay(A=6, B=4, C=3)
    assert "Ada turns up a 6." in table.page("C").text


def test_what_is_possible_is_a_button(table):
    """Possible now means: one tap."""
    assert 'value="{"type":"paddle_chosen","seat":"A","card":6}"' in unescape(table.page("A").text)


def test_much_is_narrowed_down_by_taps(table):
    table.lay(A=3, B=4, C=5)
    table.say("A", "A1 launch to S3")
    first = table.page("B").text
    assert "canoe=1" in first or first.count('name="event"') <= 9


def test_a_refusal_says_what_why_where_and_what_now(table):
    table.lay(A=6, B=4, C=3)
    answer = table.say("A", "A1 launch to S3")
    assert 422 == answer.status_code
    for part in (
        "points would be left over",
        "NIA-MOVE-05",
        "Zoch Verlag",
        "A1 launch to S4, load diamond",
        "The table wins",
    ):
        assert part in answer.text


def test_a_line_that_is_not_understood_is_answered_with_what_it_may_mean(table):
    table.lay(A=3, B=4, C=5)
    answer = table.say("A", "launch my canoe 2 quickly").text
    meant = re.search(r'<section class="meant">.*?</section>', answer)[0]
    assert "Did you mean" in meant
    assert ["Canoe 2 from land to S3"] == re.findall(r'<b class="says">([^<]*)', meant)


@pytest.mark.parametrize("line", ["!!!", "hocus pocus", "，。"])
def test_a_line_whose_words_are_in_nothing_possible_is_answered_without_a_guess(table, line):
    table.lay(A=3, B=4, C=5)
    answer = table.say("A", line)
    assert 422 == answer.status_code
    assert 'class="meant"' not in answer.text


def test_a_refused_house_rule_is_not_to_be_set_by_hand(table):
    """No fact of the board says that a house rule holds; nor does one make sense of a line."""
    for answer in (table.post("screen", "house", rule="no_such=yes"), table.say("A", "hocus pocus")):
        assert 422 == answer.status_code
        assert "Set the board by hand" not in answer.text


def test_a_line_nobody_understands_is_said_to_be_so(table):
    answer = table.say("A", "hocus pocus")
    assert 422 == answer.status_code


def test_a_stale_tap_gets_the_fresh_view_and_writes_nothing(table):
    table.lay(A=6, B=4, C=3)
    before = table.now()["revision"]
    answer = table.say("A", "A1 launch to S4, load diamond", seen="2")
    assert (409, before) == (answer.status_code, table.now()["revision"])
    assert "The game has gone on" in answer.text


def test_five_phones_may_lay_cards_at_the_same_moment(table):
    for seat, card in (("A", 6), ("B", 4), ("C", 3)):
        assert 303 == table.say(seat, f"{seat} plays {card}", seen="1").status_code


def test_the_same_tap_twice_is_one_entry(table):
    table.say("A", "A plays 6", seen="1")
    after = table.now()["revision"]
    assert 303 == table.say("A", "A plays 6", seen="1").status_code
    assert after == table.now()["revision"]


def test_a_take_back_is_asked_of_all_and_may_be_objected_to(table):
    table.lay(A=6, B=4, C=3)
    before = table.now()["revision"]
    table.post("B", "back", to="1", reason="we forgot something")
    assert "Ben asks: take back: Ada lays a 6 face down" in table.page("A").text
    assert "What was shown cannot be unseen: Ada turns up a 6." in table.page("A").text
    table.answer("C", "object")
    assert 'name="reply"' not in table.page("A").text
    assert "Chie objects. Nothing changes: take back" in table.page("B").text
    assert (before + 2, ["A"]) == (table.now()["revision"], table.now()["acting"])


@pytest.mark.parametrize(
    ("lang", "warned"),
    [
        ("en", "cannot be unseen: Ben turns up a 4.<"),
        ("zh-Hans", "无法当作没看见：Ben翻开数字卡4。<"),
        ("ja", "見なかったことにはできません：Benが4のカードを公開した。<"),
    ],
)
def test_what_cannot_be_unseen_is_read_in_the_language_of_the_seat(table, lang, warned):
    """Ada's card, which what is kept turned up, stays shown: of it nothing is said."""
    table.lay(A=6, B=4, C=3)
    table.say("A", "A1 launch to S4, load diamond")
    table.post("B", "language", lang=lang, here=table.link("B"))
    table.post("A", "back", to="5")
    assert warned in table.page("B").text


def test_a_take_back_that_all_agree_to_is_recorded_with_their_names(table):
    table.lay(A=6, B=4, C=3)
    table.post("B", "back", to="1")
    table.answer("A", "agree")
    table.answer("C", "agree")
    told = table.api("screen", path="/log").json()[-1]
    assert ("taken_back", ["A", "B", "C"]) == (told["event"]["type"], told["event"]["agreed"])


def test_the_board_outranks_the_log(table):
    table.for_all("correct", **{"fact.weather": "1", "reason": "bumped"})
    assert 1 == table.now()["view"]["weather"]


def test_what_is_played_anyway_is_told_apart_from_a_correction_with_a_reason(table):
    """Both set facts by hand: the one names the act, the other why; each reader reads it in the own words."""
    table.lay(A=6, B=4, C=3)
    refused = {"type": "canoe_moved", "seat": "A", "canoe": 1, "to": "S3"}
    table.post("A", "anyway", event=json.dumps(refused))
    asked = "Ada asks: play it anyway: Ada's canoe 1 is launched and paddles to S3"
    assert asked in unescape(table.page("B").text)
    for seat in "BC":
        table.answer(seat, "agree")
    told = table.api("screen", path="/log").json()
    played = next(row["event"] for row in told if row["event"]["type"] == "corrected")
    assert ("", "S3") == (played["reason"], played["act"]["to"])
    assert "Played anyway: Ada's canoe 1 is launched and paddles to S3" in unescape(
        table.page("B", "log").text
    )
    table.post("B", "correct", **{"fact.weather": "1", "reason": "bumped"})
    assert "Ben says: weather: 1; bumped" in table.page("A").text


def test_a_house_rule_is_played_from_here_on(table):
    table.post("screen", "house", rule="minimum_speed=1")
    assert {"minimum_speed": 1} == table.now()["view"]["house"]


def test_a_dispute_is_voted_on_and_settled_by_more_than_half(table):
    table.post("B", "dispute", at="1", topic="river", question="may it stand still?")
    assert "may it stand still?" in table.page("A", "dispute").text
    table.post("A", "vote", dispute="D1", decision="minimum_speed=1")
    table.post("B", "vote", dispute="D1", decision="minimum_speed=1")
    assert {"minimum_speed": 1} == table.now()["view"]["house"]


def test_what_one_phone_was_refused_is_disputed_on_any(table):
    """The act, why, what each ruling makes of it; on record, voted on, and then accepted."""
    for seat, card in (("A", 4), ("B", 3), ("C", 2)):
        table.say(seat, f"{seat} plays {card}")
    assert 422 == table.say("A", "A passes").status_code
    for who in ("A", "B", "screen"):
        page = table.page(who, "dispute").text
        assert "Not possible · " in page
        assert "it would be accepted" in page
    table.post("B", "dispute", question="must Ada launch?")
    assert "must Ada launch?" in table.page("C", "dispute").text
    for seat in ("A", "B"):
        table.post(seat, "vote", dispute="D1", decision="both_ashore=may_stay")
    assert 303 == table.say("A", "A passes").status_code


def test_a_card_refused_on_one_phone_is_nobody_elses_business(table):
    """Neither what it was nor that there was any: the other pages are as they were, byte for byte."""
    table.say("A", "A plays 3")
    others = ("B", "screen")
    before = {who: table.page(who, "dispute").text for who in others}
    assert 422 == table.say("A", "A plays 5").status_code
    assert "Not possible · " in table.page("A", "dispute").text
    assert before == {who: table.page(who, "dispute").text for who in others}


def test_one_device_goes_round_behind_its_curtain(table, service):
    """It shows nobody's cards until somebody says who is there; who has a phone is not served."""
    alone = service.open("Eva", "Finn", "Gita")
    curtain = alone.post("screen", "links", role="device").headers["location"]
    shown = service.client.get(curtain).text
    assert "I am Eva" in shown
    assert "E plays 6" not in shown
    assert "E plays 6" in service.client.get(f"{curtain}as/E").text
    answer = service.client.post(f"{curtain}do?as=E", data={"notation": "E plays 6"}, follow_redirects=False)
    assert curtain == answer.headers["location"]
    alone.join("F")
    assert "F plays" not in service.client.get(f"{curtain}as/F").text


def test_a_new_link_ends_the_old_one(table):
    table.page("A")
    table.post("screen", "links", seat="A")
    assert 404 == table.page("A").status_code


def test_only_the_table_gives_out_links(table):
    assert 422 == table.post("B", "links", seat="A").status_code


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("GET", {}),
        ("HEAD", {}),
        ("GET", {"sec-purpose": "prefetch;prerender"}),
        ("GET", {"user-agent": "WhatsApp/2.24 A"}),
    ],
)
def test_a_code_is_shown_until_its_seat_has_joined(table, service, method, headers):
    """A preview in a chat or a browser's look ahead joins nobody; an open page does."""
    assert 200 == service.client.request(method, table.link("A"), headers=headers).status_code
    assert table.seats["A"] in table.page("screen").text
    table.join("A")
    assert table.seats["A"] not in table.page("screen").text


def test_without_a_script_whoever_waits_sees_the_game_go_on(table):
    """Whoever is to move is not disturbed, nor is whoever reads."""
    table.lay(A=6, B=5, C=4)
    refresh = re.compile(r'<noscript><meta http-equiv="refresh" content="20;url=([^"]+)"></noscript>')
    waiting = [table.page(*page).text for page in (("screen",), ("B",), ("C", "?pick=x"))]
    assert [f"{table.screen}/", f"{table.link('B')}/", f"{table.link('C')}/?pick=x"] == [
        refresh.search(page)[1] for page in waiting
    ]
    others = [table.page(*page).text for page in (("A",), ("B", "rules"), ("B", "log"))]
    assert [None] * 3 == [refresh.search(page) for page in others]


def test_whoever_does_something_has_joined(table):
    """A phone without JavaScript follows no stream."""
    table.lay(A=6)
    shown = table.page("screen").text
    assert (False, True) == (table.seats["A"] in shown, table.seats["B"] in shown)


def test_a_code_is_shown_again_without_a_new_link(table, service):
    """On the page of whoever runs the service, for whoever lost the page or has a second phone."""
    table.join(*table.seats)
    start = service.client.get(f"/h/{KEEPER}").text
    assert 'name="table" value="niagara-1"' in start[start.index(f"/h/{KEEPER}/codes") :]
    again = service.client.get(f"/h/{KEEPER}/codes", params={"table": "niagara-1"}).text
    assert [path for path in table.seats.values() if f'{path}"' not in again] == []
    assert [200] * 3 == [table.page(seat).status_code for seat in table.seats]
    assert 404 == service.client.get(f"/h/{KEEPER}/codes", params={"table": "none"}).status_code
    assert (
        404 == service.client.get(f"/h/{table.token('A')}/codes", params={"table": "niagara-1"}).status_code
    )


def test_the_door_takes_a_code_as_people_type_it(table, service):
    typed = table.token("A").replace("-", " ").upper()
    answer = service.client.post("/enter", data={"code": typed}, follow_redirects=False)
    assert f"{table.link('A')}/" == answer.headers["location"]


def test_a_table_of_the_terminal_is_resumed_in_the_browser(service):
    open_table(
        service.app.state.access.live.store,
        "evening",
        TableOpened(game="niagara", seats=("A", "B", "C")),
        find_game("niagara"),
    )
    assert "evening" in service.client.get(f"/h/{KEEPER}").text
    answer = service.client.post(f"/h/{KEEPER}/resume", data={"table": "evening"})
    assert "Table evening" in answer.text


def test_everything_acknowledged_is_there_after_the_service_was_killed(table, service, tmp_path):
    table.lay(A=6)
    with Service(service.path) as again:
        assert "Ada lays a 6 face down." in again.client.get(table.link("A")).text


@pytest.mark.parametrize(
    ("game", "names", "chance"),
    [
        ("powerboats", 3, "table"),
        ("powerboats", 2, "referee"),
        ("lifeboat", 6, "referee"),
        ("lifeboat", 5, "table"),
    ],
)
def test_every_game_has_its_pages(service, game, names, chance):
    table = service.open(*["Ada", "Ben", "Chie", "Dan", "Eva", "Finn"][:names], game=game, chance=chance)
    for who in ("screen", "A", "B"):
        for path in ("", "log", "end", "dispute", "correct", "rules"):
            assert 200 == table.page(who, path).status_code


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "ja"])
def test_a_source_is_named_and_placed_in_its_own_language_on_every_page(service, lang):
    table = service.open("Ada", "Ben", "Chie")
    table.post("A", "language", lang=lang, here="/")
    shown = table.page("A", "rule/NIA-STEAL-01").text
    assert f'<html lang="{lang}">' in shown
    assert '<cite><span lang="zh-Hans">尼加拉瓜大瀑布 游戏规则' in shown
    assert '<span lang="zh-Hans">抢夺宝石</span>' in shown
    assert '<cite><span lang="ja">ナイアガラ ルール解説' in shown
    assert '<span lang="ja">宝石の強奪</span>' in shown


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["lifeboat", "niagara"])
def test_rules_name_what_a_table_may_agree_on_by_its_words(service, game, lang):
    table = service.open("Ada", "Ben", "Chie", "Dan", game=game)
    table.post("A", "language", lang=lang, here="/")
    ids = {id for id in find_game(game).ruleset.options if "_" in id}
    naming = [id for id, rule in rules_of(game).items() if ids & words_in(rule.of(lang))]
    assert naming
    for rule in naming:
        assert not ids & words_in(re.sub("<[^>]*>", " ", table.page("A", f"rule/{rule}").text)), rule


def words_in(text):
    return set(re.findall(r"\w+", text, re.ASCII))


@pytest.mark.parametrize("who", ["screen", "A", "B"])
@pytest.mark.parametrize("path", ["", "log/4", "dispute", "rules?q=steal"])
def test_no_two_things_on_a_page_have_one_name(table, who, path):
    """Two boards stand on it while a take-back is asked: each fills its river with its own water."""
    table.lay(A=6, B=4, C=3).say("A", "A1 launch to L6")
    assert 303 == table.post("B", "back").status_code
    page = table.page(who, path).text
    names = re.findall(r' id="([^"]+)"', page)
    assert sorted({*names}) == sorted(names)
    assert {*re.findall(r"url\(#([^)]+)\)", page)} <= {*names}


@pytest.mark.parametrize(
    ("lang", "asked", "told"),
    [
        ("en", "how do I win", "The goal is to own four gems of one colour"),
        ("zh-Hans", "怎么赢", "4 颗同色宝石"),
        ("ja", "勝つには", "4個"),
    ],
)
def test_what_is_asked_is_answered_with_what_the_rule_says(table, lang, asked, told):
    assert 303 == table.post("B", "language", lang=lang, here=table.link("B")).status_code
    assert told in table.page("B", f"rules?q={asked}").text
    assert told not in table.page("B", "rules").text


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Anybody may say what the table shows"),
        ("zh-Hans", "桌上的结果，谁都可以输入"),
        ("ja", "卓の結果は誰でも入力できます"),
    ],
)
def test_what_the_table_shows_is_for_anybody_to_say(service, lang, said):
    table = service.open("Ada", "Ben", "Chie")
    table.lay(A=6, B=5, C=4)
    for line in ("A1 launch to S4, load diamond", "B1 launch to S5", "C1 launch to S4"):
        table.say(line[0], line)
    table.post("B", "language", lang=lang, here=table.link("B"))
    assert said in table.page("B").text
