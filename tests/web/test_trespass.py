"""Who comes without a link, with another's, with a dead one; and what strangers may send."""

import re

import pytest

from referee.testing.phones import KEEPER, Service
from referee.web.access.limits import Limits
from referee.web.pages.routes import following

TOKEN = re.compile(r"[a-hjkmnp-z2-9]{5}(?:-[a-hjkmnp-z2-9]{5}){3}")
PUBLIC = {
    "/",
    "/enter",
    "/static/{name:str}",
    "/static/board/{name:str}",
    "/static/qr-0.7.0/{name:str}",
    "/take",
    "/api/games",
    "/api/events/{game:str}",
    "/api/rules",
    "/api/rules/{rule:str}",
    "/api/ask",
    "/api/schema",
    "/api/schema/openapi.json",
    "/api/schema/{path:str}",
    "/ask",
    "/ask/{game:str}",
    "/ask/{game:str}/rule/{id:str}",
    "/ask/{game:str}/ruling/{name:str}",
    "/ask/{game:str}/{packed:str}",
    "/ask/{game:str}/{packed:str}/ruling",
    "/ask/{game:str}/{packed:str}/table",
    "/rules",
    "/rules/{path:path}",
}
"""Whatever is the same for everybody; every other route needs a link, or the keeper's word."""

FILLED = {
    "{path:path}": "log",
    "{path:str}": "nothing",
    "{name:str}": "app.css",
    "{game:str}": "niagara",
    "{rule:str}": "NIA-END-01",
    "{table:str}": "niagara-1",
    "{seq:int}": "1",
}
METHODS = ("GET", "POST", "PUT")


@pytest.fixture
def table(service):
    table = service.open("Ada", "Ben", "Chie")
    for seat in table.seats:
        table.page(seat)
    return table


FOR_FILES = "/h/{key:str}/take"
"""Takes more, of the keeper alone: of nobody else anything is read."""


def routes(service):
    return [
        (method, route.path)
        for route in service.app.routes
        for method in METHODS
        if method in route.methods and not route.path.startswith("/api/schema")
    ]


def asked(service, method, path, token, **how):
    for name, value in FILLED.items():
        path = path.replace(name, value)
    headers = {"authorization": f"Bearer {token}"} if path.startswith("/api/") and token else {}
    path = path.replace("{token:str}", token or "").replace("{key:str}", token or "")
    headers |= how.pop("headers", {})
    return service.client.request(method, path, headers=headers, follow_redirects=False, **how)


def dead(table):
    """Give a token that opened Chie's seat before the table gave out a new one."""
    token = table.token("C")
    table.post("screen", "links", seat="C")
    return token


def test_no_route_opens_without_a_link_or_with_a_wrong_or_a_dead_one(service, table):
    """The same answer for each of them: nobody learns which tokens there ever were."""
    before = table.now()["revision"]
    strangers = [None, "aaaaa-bbbbb-ccccc-ddddd", dead(table), "x" * 200]
    for method, path in routes(service):
        if path in PUBLIC:
            continue
        answers = [asked(service, method, path, token, json={}) for token in strangers]
        known = {401} if path.startswith("/api/") else {404, 405}
        assert known >= {each.status_code for each in answers}, path
        assert 1 == len({each.text for each in answers[1:]}), path
    assert before == table.now()["revision"]


def test_a_seat_is_no_keeper_and_the_keeper_is_no_seat(service, table):
    for method, path in routes(service):
        is_keepers = "{key:str}" in path or path.startswith("/api/tables")
        if path in PUBLIC:
            continue
        wrong = [table.token("A"), table.token("screen")] if is_keepers else [KEEPER]
        for token in wrong:
            answer = asked(service, method, path, token, json={})
            assert answer.status_code in {401, 404}, (method, path)


def test_a_seat_does_nothing_of_another_seat_or_of_the_screen(service, table):
    """Acts, votes, links: by its own link alone."""
    table.lay(B=4, C=3)
    before = table.now()["revision"]
    for who, line in (("B", "A plays 6"), ("A", "B shows 4"), ("C", "A plays 5")):
        assert 422 == table.say(who, line).status_code
    for event in (
        {
            "type": "ruling_given",
            "dispute": "D1",
            "decision": "x",
            "basis": "table",
            "effect": {"fork": "observed"},
        },
        {"type": "change_proposed", "id": "P9", "by": "B", "change": "{}"},
        {"type": "proposal_answered", "proposal": "P9", "by": "B", "agrees": True},
        {"type": "dispute_opened", "id": "D9", "at": 1, "by": "B", "topic": "fork"},
    ):
        said = {"event": event, "seen": before, "key": event["type"]}
        assert "web.not_your_seat" == table.api("A", "POST", "/acts", json=said).json()["reason"], event
    opened = {"type": "table_opened", "game": "niagara", "seats": ["A", "B", "C"]}
    again = table.api("A", "POST", "/acts", json={"event": opened, "seen": before, "key": "opened"})
    assert "table.already_open" == again.json()["reason"]
    for role in ("seat", "device", "screen"):
        assert 422 == table.post("A", "links", role=role, seat="B").status_code
    assert before == table.now()["revision"]


def test_a_stream_that_is_open_ends_when_its_link_does(service, table):
    render = following(table.context("C"), "")
    assert render()
    table.post("screen", "links", seat="C")
    assert None is render()


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "POST"])
def test_other_methods_do_nothing_and_break_nothing(service, table, method):
    before = table.now()["revision"]
    methods = {route.path: route.methods for route in service.app.routes}
    for known, path in routes(service):
        if method in methods[path]:
            continue
        answer = asked(service, method, path, table.token("A"))
        assert answer.status_code in {204, 404, 405}, (method, path)
        assert not TOKEN.search(answer.text)
        assert (answer.status_code == 405) <= (known in answer.headers.get("allow", "").split(", ")), path
    assert before == table.now()["revision"]


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://elsewhere.example"},
        {"origin": "http://testserver.local:9999"},
        {"origin": "https://testserver.local.evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "null", "sec-fetch-site": "cross-site"},
    ],
)
def test_no_page_of_anybody_else_writes(service, table, headers):
    before = table.now()["revision"]
    for method, path in routes(service):
        if method == "GET":
            continue
        for token in (table.token("A"), table.token("screen"), KEEPER):
            assert 403 == asked(service, method, path, token, headers=headers, json={}).status_code, path
    assert before == table.now()["revision"]
    assert ["niagara-1"] == [row.table for row in service.app.state.access.live.tables()]


def test_nobody_elsewhere_may_read_an_answer(service, table):
    for method, path in routes(service):
        if path.endswith("/stream") or path.startswith("/live"):
            continue
        answer = asked(
            service, method, path, table.token("A"), headers={"origin": "http://testserver.local"}, json={}
        )
        assert [] == [name for name in answer.headers if name.startswith("access-control")]


def test_every_answer_is_dressed_strictly(service, table):
    """Whatever is asked for and however it fails: pages, files, JSON, errors."""
    for method, path in routes(service):
        if path.endswith("/stream") or path.startswith("/live"):
            continue
        for token in (table.token("A"), "wrong"):
            is_strict(asked(service, method, path, token, json={}))
    for method, path in (("GET", "/nowhere"), ("PUT", "/"), ("GET", "/static/../api.py"), ("OPTIONS", "/")):
        is_strict(service.client.request(method, path))
    is_strict(service.client.post("/enter", content=b"a" * 70_000))


def is_strict(answer):
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert "no-referrer" == answer.headers["referrer-policy"]
    assert "nosniff" == answer.headers["x-content-type-options"]
    assert "same-origin" == answer.headers["cross-origin-resource-policy"]
    assert "server" not in answer.headers


def test_no_page_has_a_script_or_a_style_inside_it(service, table):
    table.lay(A=6, B=4, C=3)
    for who in ("screen", "A"):
        for path in ("", "rules", "rule/NIA-STEAL-01", "log", "log/2", "dispute", "correct", "end"):
            shown = table.page(who, path).text
            assert [] == re.findall(r"<script(?! src=)|<style|\sstyle=|\son\w+=|javascript:", shown), path


WITNESS = "/api/witness"
"""Closed to everybody where the service was not started as a witness; see `test_witness`."""

NONSENSE = {
    "no JSON": b"{",
    "no object": b"[]",
    "another type": b'"seen"',
    "not UTF-8": b'{"seen": 1, "key": "\xff"}',
    "deep": b"[" * 20_000,
    "a number without end": b'{"seen": ' + b"9" * 5000 + b"}",
    "a surrogate": b'{"seen": 1, "key": "\\ud800"}',
    "nothing": b"",
    "a NUL": b'{"seen": 1, "key": "\\u0000", "notation": "\\u0000"}',
    "an unknown field": b'{"seen": 1, "key": "k", "what": 1}',
    "not a number": b'{"seen": NaN, "key": "k"}',
}


@pytest.mark.parametrize("sent", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_told_to_be_nonsense(service, table, sent):
    """On every route that takes JSON: no traceback, nothing written, nothing of the inside of the service."""
    before = table.now()["revision"]
    for method, path in routes(service):
        if method == "GET" or not path.startswith("/api/") or path == WITNESS:
            continue
        token = KEEPER if path == "/api/tables" else table.token("A")
        answer = asked(
            service, method, path, token, content=sent, headers={"content-type": "application/json"}
        )
        assert answer.status_code in {400, 413, 422}, (path, answer.text)
        assert not re.search(r"Traceback|File \"|/referee/|0x[0-9a-f]{6}", answer.text)
        assert not TOKEN.search(answer.text)
    assert before == table.now()["revision"]


@pytest.mark.parametrize(
    ("kind", "sent"),
    [
        ("application/x-www-form-urlencoded", b"%ff%fe=%00&notation=%ff&seen=%00&seen=1&=&&&"),
        ("application/x-www-form-urlencoded", b"&".join(b"fact.x%d=1" % n for n in range(4000))),
        ("multipart/form-data; boundary=x", b"--x\r\n"),
        ("text/plain", b"notation=A plays 6"),
        ("application/json", b'{"notation": "A plays 6"}'),
        ("", b"notation=A+plays+6"),
    ],
)
def test_a_form_of_nonsense_breaks_nothing(service, table, kind, sent):
    for what in (
        "do",
        "back",
        "house",
        "correct",
        "answer",
        "dispute",
        "vote",
        "language",
        "links",
        "rematch",
    ):
        answer = service.client.post(
            f"{table.link('A')}/{what}", content=sent, headers={"content-type": kind}, follow_redirects=False
        )
        assert answer.status_code < 500, (what, answer.text)
    opened = service.client.post(f"/h/{KEEPER}/open", content=sent, headers={"content-type": kind})
    assert opened.status_code < 500
    assert 200 == table.page("A").status_code


def test_a_body_without_end_is_cut_off(service, table):
    def pieces():
        for _ in range(1000):
            yield b"notation=" + b"a" * 1000

    for method, path in routes(service):
        if path == FOR_FILES:
            assert 404 == asked(service, method, path, table.token("A"), content=pieces()).status_code
        elif method != "GET":
            assert 413 == asked(service, method, path, table.token("A"), content=pieces()).status_code, path


def test_nobody_opens_streams_without_end(tmp_path):
    """The newest of a phone replaces its oldest; where no room is left, whoever has most gives way."""
    with Service(tmp_path / "tables.db") as service:
        table, live = service.open("Ada", "Ben", "Chie"), service.live
        contexts = {seat: table.context(seat) for seat in "ABC"}

        def opened(seat, address):
            listener = service.client.blocking_portal.call(live.listen, contexts[seat].link, address)
            live.replace_surplus(4, 2, contexts[seat].link)
            return listener

        first, *rest = [opened(*who) for who in (("A", "x"), ("A", "x"), ("A", "x"), ("B", "y"), ("B", "x"))]
        assert [True, False, False, False, False] == [each.is_replaced for each in (first, *rest)]
        late = opened("C", "z")
        assert [True, False, False, False] == [each.is_replaced for each in (rest[0], *rest[1:3], late)]


def test_whoever_asks_too_much_waits_and_the_others_do_not(tmp_path):
    with Service(tmp_path / "tables.db", limits=Limits(writes=5, requests=50, guesses=10**6)) as service:
        table = service.open("Ada", "Ben", "Chie")
        codes = [table.say("A", "nonsense").status_code for _ in range(7)]
        assert (422, 429) == (codes[0], codes[-1])
        assert 200 == table.page("A").status_code
        assert 429 in {table.page("A").status_code for _ in range(60)}


def test_all_phones_of_one_address_get_in_at_once(tmp_path):
    """As after a restart behind a proxy; strangers who come meanwhile have no room."""
    with Service(tmp_path / "tables.db", limits=Limits(at_once=1, queue=0)) as service:
        table = service.open("Ada", "Ben", "Chie")
        taken = service.client.blocking_portal.call(service.app.state.access.turn, "testclient")
        assert [200, 200, 200] == [table.page(seat).status_code for seat in table.seats]
        assert 429 == asked(service, "GET", "/s/{token:str}", "aaaaa-aaaaa-aaaaa-aaaaa").status_code
        service.client.blocking_portal.call(taken.close)
        assert 404 == asked(service, "GET", "/s/{token:str}", "aaaaa-aaaaa-aaaaa-aaaaa").status_code


def test_the_description_of_the_api_holds_no_link(service, table):
    described = service.client.get("/api/schema/openapi.json").text
    assert not TOKEN.search(described)
    assert '"example' not in described


def test_a_token_stands_in_no_answer_but_to_its_own_link(service, table):
    """No page of one seat shows the link of another, the screen those nobody has joined with alone."""
    table.lay(A=6)
    table.join("B", "C")
    for who in ("A", "B", "screen"):
        for path in ("", "rules", "log", "log/1", "dispute", "correct", "end", "nothing"):
            assert {table.token(who)} >= set(TOKEN.findall(table.page(who, path).text)), (who, path)
        for path in ("", "/log", "/score", "/case", "/board", "/moments/1"):
            assert not TOKEN.search(table.api(who, path=path).text), (who, path)
