"""Whether something may be done in a position, asked by a program without a link."""

import json

import msgspec
import pytest

from referee.service.answers.asking import QuestionAnswered
from referee.service.ask.address import read_address
from referee.service.ask.asked import Asked

DESCRIBED = "GET /api/schema/openapi.json"
VERDICTS = ("may", "may_not", "depends", "not_written")
FACTS = {"canoes": {"A": {"1": {"at": "S3", "gem": "diamond"}}}}
THEFT = {"type": "canoe_moved", "seat": "B", "canoe": 2, "to": "S3", "steal": {"seat": "A", "canoe": 1}}
ASKED = {"game": "niagara", "facts": FACTS, "acts": [THEFT]}


def ask(service, body, **headers):
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"content-type": "application/json", "accept-language": "en", **headers}
    return service.client.post("/api/ask", headers=headers, content=content)


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "ja"])
def test_everybody_may_ask_without_a_link(service, lang):
    answer = ask(service, {**ASKED, "lang": lang})
    told = msgspec.json.decode(answer.content, type=QuestionAnswered)
    assert (200, "niagara") == (answer.status_code, told.game)
    assert told.verdict in VERDICTS
    assert told.words
    assert told.rules[0].id.startswith("NIA-")


def test_the_address_holds_the_question(service):
    told = ask(service, {**ASKED, "lang": "ja"}).json()
    asked = read_address(told["url"])
    assert msgspec.convert(ASKED, Asked) == asked


def test_without_an_act_it_says_what_may_be_done(service):
    told = ask(service, {"game": "niagara"}).json()
    assert (None, ["A", "B", "C"]) == (told["verdict"], told["must"])
    assert {"event", "notation", "words", "label", "is_sure"} == set(told["possible"][0])


@pytest.mark.parametrize(
    ("body", "status", "said", "hint"),
    [
        (b"x" * 10_000_000, 413, "too long", DESCRIBED),
        (b'{"game": "niagara"', 400, "", DESCRIBED),
        (b"[]", 400, "", DESCRIBED),
        ({}, 400, "game", DESCRIBED),
        ({**ASKED, "position": {}}, 400, "position", DESCRIBED),
        ({**ASKED, "lang": "fr"}, 400, "lang", DESCRIBED),
        ({**ASKED, "acts": {}}, 400, "acts", DESCRIBED),
        ({**ASKED, "acts": [THEFT] * 41}, 400, "acts", DESCRIBED),
        ({"game": "chess"}, 404, "chess", "GET /api/games"),
        (
            {"game": "niagara", "acts": [{"type": "rowed", "seat": "A"}]},
            400,
            "rowed",
            "GET /api/events/niagara",
        ),
        ({"game": "niagara", "facts": {"wounds": {}}}, 400, "canoes, owned", "GET /api/events/niagara"),
        (
            {"game": "niagara", "facts": {"canoes": {"A": {"1": {"at": "S9"}}}}},
            400,
            "S5, land, lost",
            "GET /api/events/niagara",
        ),
    ],
    ids=[
        "10 MB",
        "cut",
        "list",
        "no game",
        "unknown field",
        "language",
        "acts",
        "many acts",
        "game",
        "act",
        "fact",
        "place",
    ],
)
def test_a_bad_body_is_told_clearly(service, body, status, said, hint):
    answer = ask(service, body)
    told = answer.json()
    assert (status, "error", hint) == (answer.status_code, told["verdict"], told.get("hint"))
    assert said in told["message"]


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ({"facts": {"canoes": {"A": {"1": {"at": "land", "gem": "ruby"}}}}}, "NIA-LAND-01"),
        ({"edition": "de"}, "TAB-OPEN-03"),
        ({"seats": ["A"]}, "NIA-SETUP-01"),
    ],
)
def test_what_cannot_be_together_is_refused_with_the_rule(service, body, rule):
    answer = ask(service, {"game": "niagara", "acts": [THEFT], **body})
    assert (422, "refused") == (answer.status_code, answer.json()["verdict"])
    assert rule in answer.json()["rules"]
    assert answer.json()["cited"][0]["sources"]


def test_another_page_may_not_ask(service):
    assert 403 == ask(service, ASKED, origin="https://elsewhere.example").status_code


def test_it_is_described(service):
    described = service.client.get("/api/schema/openapi.json").json()
    how = described["paths"]["/api/ask"]["post"]
    assert {"200", "400", "404", "413", "422", "429"} <= set(how["responses"])
    assert "security" not in how
