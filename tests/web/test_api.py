"""The API: the same as the pages, as JSON."""

import pytest

from events.base import type_of
from referee.testing.phones import KEEPER, Service

HOST = {"authorization": f"Bearer {KEEPER}"}


def act(table, who, line, **how):
    body = {"notation": line, "seen": table.now()["revision"], "key": line, **how}
    return table.api(who, "POST", "/acts", json=body)


def test_a_table_is_opened_and_its_links_are_told_once(service):
    body = {"game": "niagara", "seats": ["A", "B", "C"], "key": "one"}
    answer = service.client.post("/api/tables", headers=HOST, json=body)
    assert (201, {"screen", "A", "B", "C"}) == (answer.status_code, set(answer.json()["links"]))


def test_the_same_key_gets_the_same_answer(table):
    body = {"notation": "A plays 6", "seen": 1, "key": "mine"}
    first = table.api("A", "POST", "/acts", json=body)
    again = table.api("A", "POST", "/acts", json=body)
    assert (200, first.json()["revision"]) == (again.status_code, again.json()["revision"])
    assert 2 == table.now()["revision"]


def test_a_stale_write_gets_409_and_the_fresh_view(table):
    for line in ("A plays 6", "B plays 4", "C plays 3"):
        act(table, line[0], line)
    answer = act(table, "A", "A1 launch to L6", seen=2)
    assert (409, "stale", table.now()["revision"]) == (
        answer.status_code,
        answer.json()["verdict"],
        answer.json()["now"]["revision"],
    )


def test_a_refusal_names_rules_with_sources_and_what_is_possible(table):
    for line in ("A plays 6", "B plays 4", "C plays 3"):
        act(table, line[0], line)
    told = act(table, "A", "A1 launch to S3").json()
    assert ("refused", "NIA-MOVE-05") == (told["verdict"], told["rules"][0])
    assert told["cited"][0]["sources"]
    assert told["possible"]


def test_a_seat_speaks_only_for_itself(table):
    assert "web.not_your_seat" == act(table, "B", "A plays 6").json()["reason"]


@pytest.mark.parametrize(
    ("body", "lang", "said"),
    [
        (b"hello", "en", "from sign 1 on this is no JSON"),
        (b'{"seen": 1', "zh-Hans", "JSON 没有写完就断了"),
        (b'{"key": "a", "key": "b"}', "ja", "キー「key」が2回あります"),
        (b'{"seen": 99999999999999999999}', "en", "a number is too large"),
    ],
)
def test_a_body_that_is_no_json_is_told_in_the_language_of_who_asks(service, table, body, lang, said):
    how = {
        "authorization": f"Bearer {table.token('A')}",
        "content-type": "application/json",
        "accept-language": lang,
    }
    answer = service.client.post("/api/table/acts", headers=how, content=body)
    assert (400, said) == (answer.status_code, answer.json()["message"])


def test_every_write_says_what_it_has_seen_and_carries_a_key(table):
    assert 400 == table.api("A", "POST", "/acts", json={"notation": "A plays 6"}).status_code


@pytest.mark.parametrize("token", ["", "Bearer", "Bearer nonsense", "Basic x"])
def test_no_link_no_answer(service, table, token):
    headers = {"authorization": token} if token else {}
    assert 401 == service.client.get("/api/table", headers=headers).status_code


def test_the_description_is_openapi_3_1_and_names_every_route(service):
    described = service.client.get("/api/schema/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    assert {"/api/table", "/api/table/acts", "/api/table/stream", "/api/tables"} <= set(described["paths"])


def test_every_answer_is_described_by_its_fields(service):
    """Nothing is answered that a program cannot know the shape of; events have schemas of their own."""
    described = service.client.get("/api/schema/openapi.json").json()
    answers = {
        (method, path): content["schema"]
        for path, methods in described["paths"].items()
        for method, how in methods.items()
        for code, answer in how["responses"].items()
        if code.startswith("2")
        for content in answer["content"].values()
    }
    bare = {asked for asked, schema in answers.items() if not {"$ref", "oneOf", "items"} & {*schema}}
    free = ("/api/events/{game}", "/api/table/board", "/api/table/report")
    assert {("get", path) for path in free} == bare


@pytest.mark.parametrize("game", ["niagara", "powerboats", "lifeboat"])
def test_events_are_described_by_json_schema(service, game):
    schema = service.client.get(f"/api/events/{game}").json()
    assert "table_opened" in str(schema)


def test_rules_are_found_and_told(service):
    found = service.client.get("/api/rules", params={"q": "steal", "game": "niagara"}).json()
    assert "NIA-STEAL-01" in [rule["id"] for rule in found]
    assert service.client.get("/api/rules/NIA-STEAL-01", params={"lang": "ja"}).json()["text"]


@pytest.mark.parametrize("path", ["", "/log", "/score", "/board", "/case", "/moments/1"])
def test_what_pages_show_the_api_tells(table, path):
    assert 200 == table.api("A", path=path).status_code


def test_another_process_writes_and_the_service_sees_it(table, service):
    from events.stores.sqlite import SqliteStore
    from referee.games.niagara.events import PaddleChosen
    from referee.service.tables.table import load_table

    with SqliteStore(service.path) as store:
        load_table(store, "niagara-1").submit(PaddleChosen("A", 6))
    assert 2 == table.now()["revision"]


def test_too_much_at_once_is_refused(tmp_path):
    from referee.web.access.limits import Limits

    with Service(tmp_path / "tables.db", limits=Limits(guesses=3)) as service:
        answers = [service.client.get(f"/s/{'b' * 5}-{n}").status_code for n in range(5)]
    assert [404, 404, 404, 429, 429] == answers


def test_a_body_too_long_is_refused(table):
    answer = table.post("A", "do", notation="A" * 70_000)
    assert 413 == answer.status_code


@pytest.mark.parametrize(
    ("header", "value"), [("origin", "http://elsewhere.example"), ("sec-fetch-site", "cross-site")]
)
def test_a_write_from_another_page_is_refused(table, service, header, value):
    answer = service.client.post(
        f"{table.link('A')}/do", data={"notation": "A plays 6"}, headers={header: value}
    )
    assert 403 == answer.status_code
    assert 1 == table.now()["revision"]


def test_every_answer_has_the_strict_headers(table, service):
    """No script inside a page, no referrer, no frame; also where nothing is found."""
    for answer in (
        table.page("A"),
        table.api("A"),
        service.client.get("/nowhere"),
        service.client.get("/s/x"),
    ):
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert "no-referrer" == answer.headers["referrer-policy"]


def test_links_are_kept_only_as_hashes(table, service):
    files = b"".join(path.read_bytes() for path in service.path.parent.glob("tables.db*"))
    assert [] == [who for who in ("screen", "A", "B", "C") if table.token(who).encode() in files]


def test_acts_are_named_by_their_type(table):
    act(table, "A", "A plays 6")
    from referee.games.niagara.events import PaddleChosen

    assert type_of(PaddleChosen("A", 6)) == table.api("A", path="/log").json()[-1]["event"]["type"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"event": {"type": "paddle_choosen", "seat": "A"}}, "did you mean paddle_chosen"),
        ({"event": {"type": "paddle_chosen", "seat": "A", "crd": 3}}, "did you mean card"),
        ({"event": {"type": "paddle_chosen", "seat": "A", "card": "x"}}, "one of 1, 2, 3, 4, 5, 6, cloud"),
        ({"event": {}}, "an event says its type"),
        ({"evnt": {}}, "did you mean event"),
        ({"notation": 3}, "a text"),
        ({"seen": "now"}, "a number from 0"),
        ({"key": None}, "a text"),
    ],
)
def test_what_cannot_be_read_is_answered_with_what_can_be(service, body, said):
    """The nearest words, and what is allowed; nothing in the words of a decoder."""
    table = service.open("Ada", "Ben", "Chie", game="niagara")
    answer = table.api("A", "POST", "/acts", json={"seen": 1, "key": "k", **body})
    assert 400 == answer.status_code
    told = answer.json()["message"]
    assert said in told
    assert "$." not in told
    assert "Expected" not in told


def test_what_is_refused_is_played_anyway_once_the_others_agree(table):
    """As an event or as a line; the screen asks those who have phones, as a seat does."""
    for who, card in zip("ABC", (4, 3, 2), strict=True):
        told = {"notation": f"{who} plays {card}", "seen": table.now()["revision"], "key": who}
        assert 200 == table.api(who, "POST", "/acts", json=told).status_code
    body = {"notation": "A1 launch to S3", "seen": table.now()["revision"], "key": "anyway"}
    assert 422 == table.api("A", "POST", "/acts", json=body).status_code
    asked = table.api("A", "POST", "/acts", json={**body, "key": "ask", "anyway": True})
    assert (202, "A") == (asked.status_code, asked.json()["entries"][0]["event"]["by"])
    body["seen"] = table.now()["revision"]
    done = table.api("screen", "POST", "/acts", json={**body, "key": "do", "anyway": True}).json()
    assert ("asked", "table") == (done["verdict"], done["entries"][0]["event"]["by"])
    assert 303 == table.answer("screen", "agree").status_code
    assert "S3" == table.now()["position"]["canoes"]["A"]["1"]["at"]
