"""What is sent by somebody without a link, or by one link too much at once: nobody else waits for it."""

import json
from http.client import HTTPConnection

import pytest

from events.table import ChangeProposed, DisputeOpened
from referee.kernel.registry import all_games
from referee.kernel.verdict import Refused
from referee.service.audit.witness import MOST_OF_AN_ADDRESS, MOST_SENDERS, Note, WitnessBook
from referee.testing.phones import KEEPER, Service
from referee.web.access.limits import Limits
from referee.web.access_control import LIGHT_BYTES
from referee.web.acts.phone_secrets import COOKIE
from tests.faults.test_sizes import opened
from tests.stages import slow
from tests.web.serving import Served

WRONG = "aaaaa-aaaaa-aaaaa-aaaaa"
KEYS = b"{" + b",".join(b'"k%d":1' % n for n in range(7000)) + b',"k6999":1}'
BODIES = {"keys without end": KEYS, "brackets": b"[" * 60_000, "no JSON": b"\xff{", "nothing": b""}


def bearer(token, kind="application/json"):
    return {"authorization": f"Bearer {token}", "content-type": kind}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
@pytest.mark.parametrize("path", ["/api/tables", "/api/table/acts", "/api/witness", "/api/table/votes"])
def test_nothing_is_read_of_what_comes_without_a_link(service, path, body):
    """Whatever it is: the answer is that of a wrong link, not of a wrong body."""
    kind = {"content-type": "application/json"}
    assert 401 == service.client.post(path, content=body, headers=kind).status_code
    assert 401 == service.client.post(path, content=body, headers=bearer(WRONG)).status_code


@pytest.mark.parametrize("path", [f"/s/{WRONG}/do", f"/h/{WRONG}/open", f"/h/{WRONG}/delete"])
def test_no_form_is_read_without_a_link(service, path):
    kind = {"content-type": "application/x-www-form-urlencoded"}
    assert 404 == service.client.post(path, content=b"a=%00&" * 9000, headers=kind).status_code


def test_wrong_links_are_counted_where_they_write(tmp_path):
    with Service(tmp_path / "tables.db", limits=Limits(guesses=3)) as service:
        answers = [service.client.post(f"/s/{WRONG}/do").status_code for _ in range(5)]
        assert [404, 404, 404, 429, 429] == answers


def test_a_link_has_one_large_body_read_at_a_time(tmp_path):
    with Service(tmp_path / "tables.db", limits=Limits(queue=0)) as service:
        table = service.open("Ada", "Ben", "Chie")
        call, access = service.client.blocking_portal.call, service.app.state.access
        for who in "AB":
            table.page(who)
        taken = call(lambda: access.turn(table.token("A"), is_heavy=True))
        large = json.dumps({"seen": 1, "key": "k", "notation": "A plays 4", "more": "x" * LIGHT_BYTES})
        small = json.dumps({"seen": 1, "key": "k", "notation": "A plays 4"})

        def sent(who, body):
            answer = service.client.post("/api/table/acts", content=body, headers=bearer(table.token(who)))
            return answer.status_code

        assert [429, 400, 200] == [sent("A", large), sent("B", large), sent("A", small)]
        call(taken.close)
        assert 400 == sent("A", large)


def test_what_was_typed_into_forms_is_not_remembered(service):
    from litestar.connection.request import parse_url_encoded_form_data

    before = parse_url_encoded_form_data.cache_info()
    service.open("Ada", "Ben", "Chie")
    assert before == parse_url_encoded_form_data.cache_info()


NUL = "a\0b"


@pytest.mark.parametrize("field", ["key", "table", "seats", "names", "colours", "options", "edition", "game"])
def test_no_name_and_no_key_holds_a_nul(service, field):
    body = {"game": "niagara", "seats": ["A", "B", "C"], "key": "k"}
    inside = {"seats": ["A", "B", NUL], "names": {"A": NUL}, "colours": {"A": NUL}, "options": {NUL: 1}}
    body[field] = inside.get(field, NUL)
    answer = service.client.post("/api/tables", json=body, headers=bearer(KEEPER))
    assert answer.status_code in {400, 422}, answer.text
    assert () == service.live.tables()


def test_no_lone_half_of_a_sign_is_read(service):
    """It is no text: no JSON at all."""
    for field in ("key", "game", "table"):
        body = {"game": "niagara", "seats": ["A", "B", "C"], "key": "k", field: "a"}
        text = json.dumps(body).replace(f'"{field}": "a"', f'"{field}": "\\ud800"')
        assert 400 == service.client.post("/api/tables", content=text, headers=bearer(KEEPER)).status_code


@pytest.mark.parametrize(
    "path", ["/api/tables/a%00b/links", "/s/%00/", "/h/%00", "/api/rules/%00", "/static/%00.css", "/live/%00"]
)
def test_no_address_holds_a_nul(service, path):
    assert 404 == service.client.get(path, headers=bearer(KEEPER)).status_code


@pytest.mark.parametrize("what", ["open", "rename", "delete", "resume", "again"])
@pytest.mark.parametrize("field", ["table", "name", "key"])
def test_no_form_holds_a_nul(service, what, field):
    form = {"game": "niagara", "name": ["A", "B", "C"], "table": "t", field: NUL}
    assert 400 == service.client.post(f"/h/{KEEPER}/{what}", data=form).status_code


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("id", [NUL, "a\nb", "\ud800", "\u202e"])
def test_what_a_question_or_a_proposal_is_called_can_be_seen(game, id):
    """At every door alike: the rules refuse it."""
    found, state = opened(game)
    for event in (DisputeOpened(id, 1, "A", "score"), ChangeProposed(id, "A", '{"type":"table_closed"}')):
        refused = found.decide(state, event)
        assert isinstance(refused, Refused)
        assert ("table.bad_name", ("TAB-OPEN-02",)) == (refused.reason, refused.rules)


def cookie(service, where, host="testserver.local"):
    """Turn sealing on over an address; give the cookies that are handed out."""
    table = service.open("Ada", "Ben", "Chie", game="niagara")
    address = f"{where}{table.link('A')}/sealing"
    headers = {"host": host}
    answer = service.client.post(address, data={"turn": "on"}, headers=headers, follow_redirects=False)
    return [each for each in answer.headers.get_list("set-cookie") if COOKIE in each]


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_cookie_is_bound_to_https_where_it_came_by_it(service, scheme):
    cookies = cookie(service, f"{scheme}://testserver.local")
    assert [scheme == "https"] * 2 == ["Secure" in each for each in cookies]


@slow
def test_only_a_proxy_on_this_machine_is_believed_that_it_spoke_https(tmp_path):
    served = Served(tmp_path / "tables.db")
    try:
        links = served.open("niagara", ["A", "B", "C"])
        for address, is_believed in (("127.0.0.1", True), ("127.0.0.66", False)):
            connection = HTTPConnection("127.0.0.1", served.port, 10, (address, 0))
            headers = {"X-Forwarded-Proto": "https", "Content-Type": "application/x-www-form-urlencoded"}
            connection.request("POST", f"/s/{links['A']}/sealing", "turn=on", headers)
            answer = connection.getresponse()
            assert is_believed == ("secure" in (answer.headers["set-cookie"] or "").lower()), address
            connection.close()
    finally:
        served.close()


def note(n):
    told = {"table": "t", "revision": 1, "head": "a" * 64, "whole": "b" * 64, "at": "2026-01-01T00:00:00Z"}
    return Note(**told, before="", signed=f"{n:064x}")


def test_who_holds_the_link_of_a_witness_takes_a_few_places_alone(tmp_path):
    """From one address, or one household; others find room, and who is known there already goes on."""

    def sent(n, address):
        return WitnessBook(tmp_path / "book", b"secret").keep(f"{n:064x}", (note(n),), address)

    greedy = [sent(n, f"2001:db8::{n + 1:x}") for n in range(MOST_SENDERS)]
    assert MOST_OF_AN_ADDRESS == greedy.count(None)
    assert [None, None] == [sent(100, "192.0.2.7"), sent(101, "2001:db8:0:1::1")]
    assert "witness.full" == sent(102, "2001:db8::9").reason
    assert not any(b"2001" in path.read_bytes() for path in tmp_path.rglob("from"))
