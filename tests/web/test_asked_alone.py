"""What one seat alone knows of how the board stands is asked on its own phone."""

import pytest

from referee.web.pages.catch_up import StandsNow

SAID_ALONE = "A part of it only you know."
TOLD = {"set.canoes.A.1.at": '"S3"', "set.acted": '["A"]', "sure": "changed", "answer.canoes.A.1.gem": "null"}


@pytest.fixture
def kept(service):
    """A table whose referee keeps the hands; only Ada and Chie have laid a card."""
    table = service.open("Ada", "Ben", "Chie", chance="referee")
    for n, line in enumerate(("A plays 3", "C plays 5"), 1):
        table.api(line[0], "POST", "/acts", json={"notation": line, "seen": n, "key": line})
    return table


def test_the_screen_names_whom_to_ask_and_that_phone_offers_to_say_it(kept):
    asked = kept.for_all("catchup", **TOLD)
    assert 422 == asked.status_code
    assert "Only Ben knows a part of that" in asked.text
    assert 'name="answer.' not in asked.text
    assert SAID_ALONE in kept.page("B").text
    assert not any(SAID_ALONE in kept.page(who).text for who in ("A", "C", "screen"))
    revision = kept.now()["revision"]
    own = kept.post("B", "catchup", **TOLD)
    assert 7 == own.text.count('name="answer.acts.B"')
    assert revision == kept.now()["revision"]


def test_once_the_game_has_gone_on_nobody_is_asked_any_more(kept):
    kept.for_all("catchup", **TOLD)
    kept.api("B", "POST", "/acts", json={"notation": "B plays 2", "seen": 3, "key": "b"})
    assert SAID_ALONE not in kept.page("B").text


def test_what_a_seat_told_of_its_own_secrets_is_not_in_the_address_of_another(kept):
    told = StandsNow(kept.context("A"), {**TOLD, "set.hands.A": "[1,2]"})
    assert "set.hands.A" in dict(told.fields(told.changes))
    assert {"set.canoes.A.1.at", "set.acted", "sure"} == dict(told.public_fields()).keys()
