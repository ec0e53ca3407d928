"""What a phone may send of how the board stands: refused with a sentence, never an error of the service."""

import pytest

DEEP = "[" * 5000 + "]" * 5000


def stand(table, **body):
    told = {"seen": table.now()["revision"], "key": str(body), **body}
    return table.api("A", "POST", "/catchup", json=told)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"facts": {"canoes.Z.1.at": "S3"}}, 422),
        ({"facts": {"owned": {"A": {"ruby": 9}}}}, 422),
        ({"facts": {"canoes.A.7.at": "S3"}}, 400),
        ({"facts": {"canoes.A.1.foo": "S3"}}, 400),
        ({"facts": {"": 1}}, 400),
        ({"facts": {"canoes": 5}}, 400),
        ({"facts": {"canoes.A.1.at": [["S3"]]}}, 400),
        ({"facts": {"weather": 10**40}}, 400),
        ({"facts": {f"canoes.A.1.x{n}": 1 for n in range(500)}}, 400),
        ({"facts": {"canoes.A.1.at": "S3"}, "answers": {"acts.Q": "x"}}, 400),
        ({"facts": {"canoes.A.1.at": "S3"}, "answers": {"foo.bar": 1}}, 400),
        ({"facts": {"canoes.A.1.at": "S3"}, "answers": {"acts.A.x": {"a": []}}}, 400),
        ({"facts": []}, 400),
    ],
)
def test_what_cannot_be_told_is_refused_in_words(table, body, status):
    revision = table.now()["revision"]
    told = stand(table, **body)
    assert status == told.status_code, told.text
    assert told.json()["message"]
    assert revision == table.now()["revision"]


@pytest.mark.parametrize(
    "body", [f'{{"facts": {{"canoes.A.1.at": {DEEP}}}}}', f'{{"facts": {DEEP}}}', DEEP, "{"]
)
def test_what_nobody_could_mean_is_no_error_of_the_service(table, body):
    headers = {"content-type": "application/json"}
    answer = table.client.request(
        "POST", "/api/table/catchup", content=body,
        headers={**headers, "authorization": f"Bearer {table.token('A')}"},
    )  # fmt: skip
    assert answer.status_code in {400, 413}, answer.text
