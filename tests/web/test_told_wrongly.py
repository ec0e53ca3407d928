"""A card told wrongly and turned up otherwise: on a phone a button amends the entry that causes a refusal."""

import html
import re

import pytest


@pytest.fixture
def table(service):
    """Ben's card was told as a 3; he laid a 4, and it is his turn."""
    table = service.open("Ada", "Ben", "Chie")
    table.lay(A=3, B=3, C=3)
    assert 303 == table.say("A", "A1 launch to S3").status_code
    return table


def test_one_tap_amends_the_entry_told_wrongly_once_all_agree(table):
    """What was shown is known, so that all are asked; the screen may say it for all who are here."""
    refused = table.say("B", "B1 launch to S4")
    assert 422 == refused.status_code
    (value,) = re.findall(r'name="instead" value="([^"]*)"', refused.text)
    assert html.unescape(value).startswith("3 {")
    assert 303 == table.post("B", "amend", instead=html.unescape(value)).status_code
    asked = table.api("B").json()["asked"][0]["words"]
    assert "Ben lays a 4 face down, instead of: Ben lays a 3 face down (2 later acts recorded again)" == asked
    assert 303 == table.for_all("amend", instead=html.unescape(value)).status_code
    assert 303 == table.say("B", "B1 launch to S4").status_code


def test_a_program_reads_it_in_a_field_and_puts_it_in_its_place(table):
    line = {"seen": table.now()["revision"], "key": "1", "notation": "B1 launch to S4"}
    (amend,) = table.api("B", "POST", "/acts", json=line).json()["amend"]
    assert (3, "B plays 4") == (amend["seq"], amend["notation"])
    instead = {"seen": line["seen"], "key": "2", "event": amend["event"], "instead_of": amend["seq"]}
    assert 202 == table.api("screen", "POST", "/acts", json=instead).status_code
    (asked,) = table.now()["asked"]
    assert 303 == table.post("screen", "answer", reply="agree", proposal=asked["proposal"]).status_code
    assert "amend" not in table.api("C", "POST", "/acts", json={**line, "key": "3"}).json()


def test_nobody_learns_of_anothers_card_by_it(table):
    assert 'name="instead"' not in table.say("A", "B1 launch to S4").text
