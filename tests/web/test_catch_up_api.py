"""The API of a table that played on: acts worked out from how the board stands, or a question."""

import pytest


def stand(table, who, **body):
    told = {"seen": table.now()["revision"], "key": "now", **body}
    return table.api(who, "POST", "/catchup", json=told)


@pytest.fixture
def laid(table):
    """A table at which everybody laid a card."""
    for n, line in enumerate(("A plays 3", "B plays 4", "C plays 5"), 1):
        table.api(line[0], "POST", "/acts", json={"notation": line, "seen": n, "key": line})
    return table


def test_one_way_is_proposed_by_a_seat_and_said_in_words(laid):
    told = stand(laid, "A", facts={"canoes": {"A": {"1": {"at": "S3", "gem": None}}}})
    body = told.json()
    assert (202, "proposed") == (told.status_code, body["verdict"])
    assert ["canoe_moved"] == [act["type"] for act in body["acts"]]
    assert "Ada's canoe 1 is launched and paddles to S3." == body["words"][-1]
    assert body["proposal"] is not None


def test_the_same_key_gets_the_same_answer(laid):
    body = {"facts": {"canoes.A.1.at": "S3", "canoes.A.1.gem": None}, "seen": 5}
    first, again = (stand(laid, "A", **body) for _ in range(2))
    assert first.json() == again.json()


def test_a_position_that_is_so_already_is_not_recorded(laid):
    before = laid.now()["revision"]
    told = stand(laid, "A", facts={"canoes.A.1.at": "land"})
    assert (200, "already") == (told.status_code, told.json()["verdict"])
    page = laid.post("A", "catchup", **{"set.canoes.A.1.at": '"land"'})
    assert (200, True) == (page.status_code, "it stood so already" in page.text)
    assert before == laid.now()["revision"]


def test_a_question_is_asked_again_where_the_game_has_gone_on(laid):
    """What was told stays told; nothing is recorded."""
    told = {"set.canoes.C.1.at": '"S5"', "sure": "changed"}
    asked = laid.post("C", "catchup", **told)
    assert (422, True) == (asked.status_code, "answer." in asked.text)
    seen = laid.now()["revision"]
    laid.api("A", "POST", "/acts", json={"notation": "A1 to S3", "seen": seen, "key": "meanwhile"})
    revision = laid.now()["revision"]
    again = laid.post("C", "catchup", seen=str(seen), **told, **{"answer.canoes.C.1.gem": "null"})
    assert 409 == again.status_code
    assert "The game has gone on meanwhile." in again.text
    assert 'name="answer.' in again.text
    assert 'name="set.canoes.C.1.at"' in again.text
    assert revision == laid.now()["revision"] > seen


def test_several_ways_are_asked_about(laid):
    asked = stand(laid, "A", said=["Ada has had a turn"]).json()
    question = asked["question"]
    assert ("which", "A", "Where is Ada's canoe 1 now?") == (
        asked["verdict"],
        question["seat"],
        question["text"],
    )
    answers = {question["path"]: question["options"][0]["value"]}
    told = stand(laid, "A", said=["Ada has had a turn"], answers=answers, key="then")
    assert "proposed" == told.json()["verdict"]


def test_where_no_acts_lead_there_the_nearest_are_told(laid):
    told = stand(laid, "A", facts={"canoes.A.1.at": "S4", "acted": ["A"]})
    body = told.json()
    assert (200, "none") == (told.status_code, body["verdict"])
    assert {"canoes.A.1.at": "S3"} in [near["otherwise"] for near in body["near"]]
    assert ["Ada's canoe 1 stands on S3, not S4"] in [near["breaks"] for near in body["near"]]


def test_a_late_word_gets_the_fresh_view(laid):
    assert 409 == stand(laid, "A", facts={"weather": 1}, seen=2).status_code


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"facts": {"wether": 1}}, "wether"),
        ({"facts": {"canoes.A.1.at": "S9"}}, "S9"),
        ({"said": ["hello"]}, "FACT=VALUE"),
        ({}, "Say how the board stands now"),
    ],
)
def test_what_no_board_shows_is_refused(laid, body, said):
    told = stand(laid, "A", **body)
    assert 400 == told.status_code
    assert said in told.json()["message"]
