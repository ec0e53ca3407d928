"""Whether something may be done in a position, asked by a program without a link."""

import json

import pytest

LANGUAGES = ("en", "zh-Hans", "ja")
THEFT = {
    "game": "niagara",
    "facts": {"canoes": {"A": {"1": {"at": "S3", "gem": "diamond"}}, "B": {"2": {"at": "S5", "gem": None}}}},
    "acts": [
        {"type": "canoe_moved", "seat": "B", "canoe": 2, "to": "S3", "steal": {"seat": "A", "canoe": 1}},
    ],
}


def ask(service, body, **how):
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"content-type": "application/json", **how}
    return service.client.post("/api/ask", headers=headers, content=content)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everybody_may_ask_without_a_link(service, lang):
    answer = ask(service, {**THEFT, "lang": lang})
    told = answer.json()
    assert (200, "niagara") == (answer.status_code, told["game"])
    assert told["verdict"] in ("may", "may_not", "depends", "not_written")
    assert told["words"]
    assert told["url"].startswith("/ask/niagara")
