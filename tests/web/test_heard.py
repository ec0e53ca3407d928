"""What a browser heard, on the page of a seat: offered to that seat alone, never recorded by itself."""

import re

import pytest

OFFERED = re.compile(r'<section class="heard".*?</section>', re.DOTALL)


@pytest.fixture
def river(table):
    return table.lay(A=3, B=4, C=5)


def heard(table, who, *said, seen=""):
    page = table.client.get(f"{table.link(who)}/", params={"heard": "\n".join(said), "seen": seen}).text
    found = OFFERED.search(page)
    return found and found[0]


def test_it_is_offered_as_the_button_of_its_act(river):
    before = river.now()["revision"]
    offered = heard(river, "A", "canoe one to S three")
    assert 1 == offered.count('<button name="event"')
    assert "canoe one to S three" in offered
    assert before == river.now()["revision"]


def test_a_seat_is_offered_nothing_that_others_do(river):
    assert '<button name="event"' not in heard(river, "B", "canoe one to S three")
    assert '<button name="event"' not in heard(river, "A", "Ben's canoe one to S four")


def test_what_was_understood_otherwise_is_tried_too(river):
    assert '<button name="event"' in heard(river, "A", "can you want to see tree", "canoe one to S three")


def test_what_the_game_left_behind_is_forgotten(river):
    seen = river.now()["revision"]
    assert heard(river, "A", "canoe one to S three", seen=seen)
    assert 303 == river.say("A", "A1 launch to S3").status_code
    assert heard(river, "A", "canoe one to S three", seen=seen) is None


@pytest.mark.parametrize("said", ["canoe one to S five", "<script>alert(1)</script>", "x" * 3000, "{}", "%"])
def test_anything_else_offers_nothing_and_is_plain_text(river, said):
    offered = heard(river, "A", said)
    assert '<button name="event"' not in offered
    assert "<script" not in offered


@pytest.mark.parametrize("said", ["", " ", "\n"])
def test_nothing_heard_shows_nothing(river, said):
    assert heard(river, "A", said) is None


def test_the_page_lets_no_other_site_listen(table):
    assert "microphone=(self)" in table.page("A").headers["permissions-policy"]
    assert "media-src" not in table.page("A").headers["content-security-policy"]
