"""Going home, closing, another name, and away with a table: on the pages."""

import pytest

from referee.testing.phones import KEEPER
from referee.web.live.event_streams import following


@pytest.fixture
def table(service):
    """Open a table of three, and let every phone join."""
    table = service.open("Ada", "Ben", "Chie", game="niagara", table="evening")
    for seat in "ABC":
        table.page(seat)
    return table


def keeper(service, what, **data):
    """Send one of the keeper's forms."""
    return service.client.post(f"/h/{KEEPER}/{what}", data={"lang": "en", **data}, follow_redirects=False)


def test_a_phone_says_that_its_seat_goes_home(service, table):
    """Once the others agree it may do nothing more, and says how to come back."""
    assert "I go home" in table.page("C").text
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
    """Write what a program sends for a line."""
    return {"notation": line, "seen": table.now()["revision"], "key": line}


def test_the_screen_plays_for_who_went_home(service, table):
    """Though that phone had joined; the others are asked on theirs."""
    table.post("screen", "leave", seat="C")
    assert "The screen asks: Chie goes home" in table.page("A").text
    for seat in "AB":
        table.answer(seat, "agree")
    assert 303 == table.say("screen", "C plays 3").status_code
    assert 422 == table.say("screen", "A plays 3").status_code


def test_a_phone_asks_to_close_and_the_screen_closes_for_all(service, table):
    """One seat closes nothing by itself; the screen asks, and says there that all agree."""
    table.post("B", "close")
    assert "The table closes" in table.page("A").text
    assert 303 == table.lay(A=3).say("B", "B plays 4").status_code
    table.answer("screen", "withdraw")
    table.post("screen", "close")
    table.answer("screen", "agree")
    assert 422 == table.say("C", "C plays 4").status_code


def test_a_renamed_table_is_found_by_its_phones(service, table):
    """A page that is open loads again, and goes on under the new name."""
    render = following(table.visit("A"), "")
    assert render()
    answer = keeper(service, "rename", table="evening", name="friday")
    assert (200, True) == (answer.status_code, "evening is called friday from here on." in answer.text)
    assert None is render()
    assert 303 == table.say("A", "A plays 3").status_code
    assert "friday" in table.page("screen").text


def test_a_name_that_is_taken_is_refused(service, table):
    """With why, and nothing changed."""
    service.open("Ada", "Ben", "Chie", game="niagara", table="friday")
    answer = keeper(service, "rename", table="evening", name="friday")
    assert (422, True) == (answer.status_code, "There is a table of that name already." in answer.text)
    assert 200 == table.page("A").status_code


def test_a_table_is_deleted_once_its_name_is_typed(service, table, tmp_path):
    """Its phones get a page that says so; a new table of that name is another one."""
    asked = keeper(service, "delete", table="evening")
    assert "3 phones lose their links" in asked.text
    assert "nothing was deleted" in keeper(service, "delete", table="evening", named="fryday").text
    assert 200 == table.page("A").status_code
    render = following(table.visit("A"), "")
    assert render()
    assert "evening was removed." in keeper(service, "delete", table="evening", named="evening").text
    assert None is render()
    assert 404 == table.page("A").status_code
    assert 1 == len(list((tmp_path / "put-away").iterdir()))
    again = service.open("Dov", "Eve", "Fay", game="niagara", table="evening")
    assert 1 == again.now()["revision"]


def test_only_the_keeper_renames_and_deletes(service, table):
    """A guessed key opens nothing."""
    for what in ("rename", "delete"):
        data = {"table": "evening", "name": "x", "named": "evening"}
        wrong = service.client.post(f"/h/{table.token('screen')}/{what}", data=data)
        assert 404 == wrong.status_code
    assert 404 == keeper(service, "rename", table="nobody", name="x").status_code
    assert 200 == table.page("A").status_code
