"""What a table agrees on, on the pages: another name, playing on, a river that jammed."""

import pytest

from tests.web.test_end import finished


@pytest.fixture
def table(service):
    table = service.open("Ada", "Ben", "Chei", game="niagara", table="evening")
    for seat in "ABC":
        table.page(seat)
    return table


def test_a_phone_asks_for_another_name_and_the_others_agree(table):
    """Its form names its own seat alone; the screen's names every one."""
    assert 1 == table.page("C", "seats").text.count('name="name"')
    table.post("C", "name", seat="C", name="Chie")
    assert "Chei is called Chie from here on" in table.page("A").text
    table.answer("A", "agree")
    table.answer("B", "agree")
    assert {"A": "Ada", "B": "Ben", "C": "Chie"} == table.now()["view"]["names"]
    assert 3 == table.page("screen").text.count('name="name"')


def test_a_name_that_means_another_is_refused_on_the_page(table):
    answer = table.post("screen", "name", seat="C", name="ben")
    assert "TAB-SEAT-03" in answer.text


def test_a_jam_is_filled_in_where_the_river_is_asked_for(table):
    table.lay(A=3, B=3, C=3)
    for seat in "ABC":
        table.say(seat, f"{seat}1 launch to S3")
    assert "A disc jammed at the fork" in table.page("screen").text
    event = '{"type":"river_flowed","exits":["left","left","left"],"jams":[]}'
    fill = {"fill.exits.0": '"right"', "fill.exits.1": '"left"', "fill.exits.2": '"right"', "fill.jams": "1"}
    assert 303 == table.post("screen", "do", event=event, **fill).status_code
    assert "Jammed and nudged on: push 2" in table.page("screen").text


def test_a_game_that_is_over_goes_on_by_a_button(service):
    """Once all agree; it stands on the page that names the winner, and on that of the score."""
    table = finished(service, "niagara")
    assert "Play on" in table.page("A").text
    assert "Play on" in table.page("A", "end").text
    table.post("A", "do", event='{"type":"played_on"}')
    assert "asks: The table plays on." in table.page("B").text
    assert ">Play on<" not in table.page("B").text
    table.answer("A", "withdraw")
    assert 303 == table.for_all("do", event='{"type":"played_on"}').status_code
    assert None is table.now()["view"]["winners"]
    assert "Play on" not in table.page("A").text


def test_the_rematch_calls_people_as_they_are_called_now(service):
    table = finished(service, "niagara")
    table.post("screen", "name", seat="A", name="Dora")
    table.post("screen", "rematch")
    link = table.page("A", "end").text.partition('href="/s/')[2].partition("/")[0]
    found = service.client.get("/api/table", headers={"authorization": f"Bearer {link}"}).json()
    assert "Dora" == found["view"]["names"]["A"]


@pytest.mark.parametrize("game", ["lifeboat", "powerboats"])
def test_no_button_goes_on_where_the_game_cannot(service, game):
    assert "Play on" not in finished(service, game).page("screen").text
