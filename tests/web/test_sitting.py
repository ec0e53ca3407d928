"""Going home, closing, another name, and away with a table: on the pages."""

import re

import pytest

from referee.testing.phones import KEEPER
from referee.web.pages.routes import following


@pytest.fixture
def table(service):
    table = service.open("Ada", "Ben", "Chie", game="niagara", table="evening")
    table.join("A", "B", "C")
    return table


def keeper(service, what, **data):
    return service.client.post(f"/h/{KEEPER}/{what}", data={"lang": "en", **data}, follow_redirects=False)


def test_a_phone_says_that_its_seat_goes_home(service, table):
    assert "I leave the table" in table.page("C", "seats").text
    table.post("C", "leave", seat="C")
    table.answer("A", "agree")
    table.answer("B", "agree")
    shown = table.page("C").text
    assert "You went home. The others play on for your seat." in shown
    assert 422 == table.api("C", "POST", "/acts", json=said(table, "C plays 3")).status_code
    assert "went home" in table.page("A").text
    table.post("C", "leave", back="C")
    assert "You went home" not in table.page("C").text


def said(table, line):
    return {"notation": line, "seen": table.now()["revision"], "key": line}


def test_the_screen_plays_for_who_went_home(service, table):
    """Though that phone had joined; the others are asked on theirs."""
    table.post("screen", "leave", seat="C")
    assert "The screen asks: Chie goes home" in table.page("A").text
    for seat in "AB":
        table.answer(seat, "agree")
    assert 303 == table.say("screen", "C plays 3").status_code
    assert 422 == table.say("screen", "A plays 3").status_code


def test_nobody_who_went_home_is_told_that_it_is_their_turn(service, table):
    """The phone that left says for whom the game waits; a device handed round plays for that seat."""
    table.lay(A=6, B=5, C=4)
    device = table.post("screen", "links", role="device").headers["location"]
    assert "It is your turn" in table.page("A").text
    table.for_all("leave", seat="A")
    left = table.page("A").text
    assert "It is your turn" not in left
    assert "Waiting for Ada" in left
    assert "Play for Ada" in service.client.get(device).text
    assert "I am Ada" not in service.client.get(device).text


def test_the_screen_shows_first_what_is_due_from_who_went_home(service, table):
    table.lay(A=6, B=5, C=4)
    table.post("B", "dispute", at="2", topic="river")
    table.for_all("leave", seat="A")
    shown = table.page("screen").text
    found = [shown.index(text) for text in ("Ada went home", "Canoe 1 from land", "A dispute waits")]
    assert sorted(found) == found


def test_the_screen_withdraws_its_own_questions_and_objects_to_those_of_others(service, table):
    table.post("C", "leave", seat="C")
    shown = table.page("screen").text
    assert ("Object</button>" in shown, "Withdraw</button>" in shown) == (True, False)
    table.answer("screen", "withdraw")
    assert "The screen objects" in table.page("A").text
    table.post("screen", "leave", seat="C")
    shown = table.page("screen").text
    assert ("Object</button>" in shown, "Withdraw</button>" in shown) == (False, True)


def test_a_phone_asks_to_close_and_the_screen_closes_for_all(service, table):
    """One seat closes nothing by itself; the screen asks, and says there that all agree."""
    table.post("B", "close")
    assert "The table closes" in table.page("A").text
    assert 303 == table.lay(A=3).say("B", "B plays 4").status_code
    table.answer("screen", "withdraw")
    table.post("screen", "close")
    table.answer("screen", "agree")
    assert 422 == table.say("C", "C plays 4").status_code
    for who in ("C", "screen"):
        page = table.page(who).text
        assert "Not played to the end" in page
        assert not [each for each in ('id="line"', 'class="tour"', "Fix the board", "asked") if each in page]


def test_a_renamed_table_is_found_by_its_phones(service, table):
    render = following(table.context("A"), "")
    assert render()
    answer = keeper(service, "rename", table="evening", name="friday")
    assert (200, True) == (answer.status_code, "evening is called friday from here on." in answer.text)
    assert None is render()
    assert 303 == table.say("A", "A plays 3").status_code
    assert "friday" in table.page("screen").text


def test_a_name_that_is_taken_is_refused(service, table):
    service.open("Ada", "Ben", "Chie", game="niagara", table="friday")
    answer = keeper(service, "rename", table="evening", name="friday")
    assert (422, True) == (answer.status_code, "There is a table of that name already." in answer.text)
    assert 200 == table.page("A").status_code


def test_a_table_is_deleted_once_its_name_is_typed(service, table, tmp_path):
    """Its phones get a page that says so; a new table of that name is another one."""
    asked = keeper(service, "delete", table="evening")
    assert "3 phones lose their links" in asked.text
    assert '/copy?table=evening" class="button" download>Keep a copy</a>' in asked.text
    assert "nothing was deleted" in keeper(service, "delete", table="evening", named="fryday").text
    assert 200 == table.page("A").status_code
    render = following(table.context("A"), "")
    assert render()
    assert "evening was removed." in keeper(service, "delete", table="evening", named="evening").text
    assert None is render()
    assert 404 == table.page("A").status_code
    assert 1 == len(list((tmp_path / "put-away").iterdir()))
    again = service.open("Dov", "Eve", "Fay", game="niagara", table="evening")
    assert 1 == again.now()["revision"]


def test_only_the_keeper_renames_and_deletes(service, table):
    for what in ("rename", "delete"):
        data = {"table": "evening", "name": "x", "named": "evening"}
        wrong = service.client.post(f"/h/{table.token('screen')}/{what}", data=data)
        assert 404 == wrong.status_code
    assert 404 == keeper(service, "rename", table="nobody", name="x").status_code
    assert 200 == table.page("A").status_code


@pytest.fixture
def without_chie(table):
    """Let Chie go home; the others agree."""
    table.post("C", "leave", seat="C")
    for seat in "AB":
        table.answer(seat, "agree")
    return table


def test_every_phone_and_the_screen_say_first_that_somebody_plays_on(without_chie):
    """While the game waits for that seat; above what is one's own to do."""
    said = "Chie went home: somebody plays on for that seat now."
    for who in ("A", "B", "screen"):
        shown = without_chie.page(who).text
        assert said in shown
    shown = without_chie.page("A").text
    assert shown.index(said) < shown.index("Lay a card")
    assert said not in without_chie.page("C").text
    without_chie.post("A", "do?as=C", notation="C plays 5")
    assert said not in without_chie.page("A").text


def test_a_phone_plays_for_who_went_home_on_the_page_of_that_seat(without_chie):
    """With all that belongs to it, and the way back to the own seat; for who is here it does not."""
    shown = without_chie.page("A", "as/C").text
    assert "You play for Chie, who went home." in shown
    assert 'data-line="C plays 5"' in shown
    assert "You play for" not in without_chie.page("A", "as/B").text
    assert 303 == without_chie.post("B", "do?as=C", notation="C plays 5").status_code
    assert 422 == without_chie.post("A", "do?as=B", notation="B plays 4").status_code


def test_an_own_page_takes_an_act_of_who_went_home_too(without_chie):
    assert 303 == without_chie.say("A", "C plays 5").status_code
    assert 422 == without_chie.say("A", "B plays 5").status_code


def test_the_screen_offers_what_is_due_and_a_phone_the_page_of_that_seat(service):
    """Where it is long: on a phone the own choices stay in sight."""
    table = service.open("Ada", "Ben", "Chie", game="niagara")
    table.lay(A=6, B=5, C=4)
    table.say("A", "A1 launch to S4, load diamond")
    table.post("B", "leave", seat="B")
    for seat in "AC":
        table.answer(seat, "agree")
    assert 'data-line="B1 launch to S5"' in table.page("screen", "?all=canoe_moved").text
    assert "Play for Ben" in table.page("C").text
    assert 303 == table.post("C", "do?as=B", notation="B1 launch to S5").status_code


def test_nobody_but_who_went_home_says_that_somebody_is_back(without_chie):
    assert 422 == without_chie.post("A", "leave", back="C").status_code
    assert 303 == without_chie.post("C", "leave", back="C").status_code


def test_the_hand_of_who_went_home_is_seen_by_who_plays_for_it_alone(service):
    """On the page of that seat; neither on the own one nor on the screen."""
    table = service.open(*"ABCD", game="lifeboat", chance="referee")
    for seat in "ABCD":
        table.page(seat)
    hand = table.api("D").json()["view"]["people"]["D"]["hand"]
    assert hand
    table.post("D", "leave", seat="D")
    for seat in "ABC":
        table.answer(seat, "agree")
    for who in ("A", "screen"):
        assert table.api(who).json()["view"]["people"]["D"]["hand"] is None
    assert "card_played" in table.page("A", "as/D").text


def test_who_comes_late_takes_the_seat_of_who_went_home(service, table):
    """Any phone shows the code of that seat; whoever scans it says so on their own, and is called anew."""
    table.for_all("leave", seat="C")
    shown = table.page("A", "seats").text
    assert f'data-address="{service.app.state.access.base}{table.link("C")}"' in shown
    assert 303 == table.post("A", "name", seat="C", name="Cleo").status_code
    for seat in "AB":
        table.answer(seat, "agree")
    assert "I am back" in table.page("C").text
    assert 303 == table.post("C", "leave", back="C").status_code
    assert 'data-seat="C"' not in table.page("A", "seats").text
    assert ((), "Cleo") == (table.context("A").state.absent, table.context("A").state.names["C"])


def test_every_place_at_the_table_has_its_pages_of_mid_game_but_who_only_watches(service, table):
    device = table.post("screen", "links", role="device").headers["location"]
    table.post("screen", "links", role="watch")
    live = service.app.state.access.live
    watcher = f"/s/{live.links.token(live.links.place('evening', 'watch'))}/"
    for what in ("house", "seats", "correct"):
        assert [200, 200, 200] == [table.page(who, what).status_code for who in ("A", "screen", "B")]
        assert 200 == service.client.get(f"{device}{what}").status_code
        assert 422 == service.client.get(f"{watcher}{what}").status_code


def test_the_way_back_is_on_every_page_of_a_phone_and_on_none_of_who_only_watches(service, table):
    table.lay(A=6, B=5, C=4)
    pages = ("", "rules", "log", "log/2", "dispute", "end", "correct", "house", "seats")
    assert [] == [page for page in pages if 'id="thumb"' not in table.page("A", page).text]
    table.post("screen", "links", role="watch")
    live = service.app.state.access.live
    watcher = f"/s/{live.links.token(live.links.place('evening', 'watch'))}/"
    assert 'id="thumb"' not in service.client.get(watcher).text + table.page("screen").text


def test_what_would_be_taken_back_is_read_by_nobody_who_may_not_know_it(service, table):
    """A card laid face down is no less hidden on the button that takes it back."""
    table.say("A", "A plays 6")
    own, others = (re.search(r'id="thumb".*?</form>', table.page(who).text)[0] for who in "AB")
    assert ("6" in own.partition("<small>")[2], "6" in others.partition("<small>")[2]) == (True, False)


@pytest.fixture
def handed(service):
    """Ada has a phone; the others share a device, and it is Ben's turn to launch a canoe."""
    table = service.open("Ada", "Ben", "Chie", game="niagara", table="evening")
    table.join("A")
    device = table.post("screen", "links", role="device").headers["location"]
    table.say("A", "A plays 6")
    for line in ("B plays 5", "C plays 4"):
        tell(service, device, "do", line[0], notation=line)
    table.say("A", "A1 launch to S4, load diamond")
    return table, device


def tell(service, device, what, at, /, **data):
    answer = service.client.post(f"{device}{what}?as={at}", data=data, follow_redirects=False)
    assert 303 == answer.status_code, answer.text
    return answer.headers["location"]


@pytest.mark.parametrize(("lang", "words"), [("en", "Hand on"), ("zh-Hans", "传下去"), ("ja", "次の人へ")])
def test_a_device_with_cards_open_always_says_how_it_is_handed_on(service, handed, lang, words):
    """First under the thumb; behind the curtain and on a phone there is nothing to hand on."""
    table, device = handed
    service.client.post(f"{device}language", data={"lang": lang, "here": device})
    for page in ("as/B", "as/C", "correct?as=B", "house?as=B", "seats?as=B"):
        shown = service.client.get(device + page).text
        first = shown.partition('id="thumb"')[2].partition("<form")[0]
        assert f'<a href="{device}"><b>{words}</b></a>' in first, page
    for shown in (service.client.get(device), table.page("A")):
        assert f"<b>{words}</b>" not in shown.text


@pytest.mark.parametrize("asked", [("close", {}), ("back", {}), ("leave", {"seat": "B"})])
def test_what_a_device_asks_the_others_leads_to_its_curtain(service, handed, asked):
    """Though the seat it is with is the only one to act, whose acts leave its page open."""
    table, device = handed
    assert ["B"] == table.now()["acting"]
    what, data = asked
    assert device == tell(service, device, what, "B", **data)
    assert 1 == len(table.now()["asked"])


def test_what_asks_nobody_leaves_the_page_of_the_only_seat_to_act_open(service, handed):
    table, device = handed
    tell(service, device, "close", "B")
    asked = table.now()["asked"][0]["proposal"]
    assert f"{device}as/B" == tell(service, device, "answer", "B", reply="withdraw", proposal=asked)
