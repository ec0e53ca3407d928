"""Every write once: sent again with its key it gets the same answer and changes nothing, for ever."""

from pathlib import Path

import pytest

from events.stores.sqlite import SqliteStore
from events.table import ProposalAnswered
from referee.service.disputes.decision import read_votes
from referee.service.files.importing import import_file
from referee.service.tables.table import load_table
from referee.testing.phones import KEEPER, Joined, Service
from tests.stages import one_in

FINISHED = Path(__file__).parents[2] / "fixtures/games/niagara/four-alike-3p-zh.jsonl"
HOST = {"authorization": f"Bearer {KEEPER}"}
RULE = {"type": "house_ruled", "option": "minimum_speed", "value": 1}


def fresh(service):
    return service.open("Ada", "Ben", "Chie").lay(A=6, B=4, C=3)


def asked(service):
    """Let Ben ask for a house rule, to which Ada has agreed: only Chie is waited for."""
    table = fresh(service)
    table.api("B", "POST", "/acts", json=body(table, "ask", event=RULE))
    table.answer("A", "agree")
    return table


def disputed(service):
    table = fresh(service)
    table.api("B", "POST", "/disputes", json=body(table, "dispute", at=1, topic="river"))
    return table


def voted(service):
    """Let Ben vote on his dispute: one more vote decides."""
    table = disputed(service)
    vote = body(table, "vote", dispute="D1", decision="minimum_speed=1")
    table.api("B", "POST", "/votes", json=vote)
    return table


def finished(service):
    with SqliteStore(service.path) as store:
        import_file(store, FINISHED, "old")
    links = service.client.get("/api/tables/old/links", headers=HOST).json()["links"]
    seats = {seat: f"/s/{token}" for seat, token in links.items()}
    return Joined(service, seats.pop("screen"), seats)


def body(table, key, **said):
    """Say something with a key, decided on what is now; the proposal is the one that waits."""
    now = table.now()
    if said.get("proposal") == "?":
        said["proposal"] = now["asked"][0]["proposal"]
    return {"seen": now["revision"], "key": key, **said}


API = {
    "an act as an event": (fresh, "A", "acts", {"notation": "A1 launch to L6"}),
    "an act in notation": (
        fresh,
        "A",
        "acts",
        {"event": {"type": "canoe_moved", "seat": "A", "canoe": 1, "to": "L6"}},
    ),
    "an act that is refused": (fresh, "A", "acts", {"notation": "A1 launch to S3"}),
    "a line nobody understands": (fresh, "A", "acts", {"notation": "hocus pocus"}),
    "an act of another seat": (fresh, "B", "acts", {"notation": "A1 launch to L6"}),
    "a correction by the screen": (
        fresh,
        "screen",
        "acts",
        {"event": {"type": "corrected", "position": {"weather": 1}}},
    ),
    "a correction asked for": (
        fresh,
        "A",
        "acts",
        {"event": {"type": "corrected", "position": {"weather": 1}}},
    ),
    "a house rule by the screen": (fresh, "screen", "acts", {"event": RULE}),
    "a house rule asked for": (fresh, "A", "acts", {"event": RULE}),
    "a take-back by the screen": (fresh, "screen", "acts", {"event": {"type": "taken_back", "to": 1}}),
    "a take-back asked for": (fresh, "C", "acts", {"event": {"type": "taken_back", "to": 1}}),
    "the last agreement": (asked, "C", "answers", {"reply": "agree", "proposal": "?"}),
    "an objection": (asked, "C", "answers", {"reply": "object", "proposal": "?"}),
    "a withdrawal": (asked, "B", "answers", {"reply": "withdraw", "proposal": "?"}),
    "everybody's agreement": (asked, "screen", "answers", {"reply": "agree", "proposal": "?"}),
    "a withdrawal by the screen": (asked, "screen", "answers", {"reply": "withdraw", "proposal": "?"}),
    "a dispute": (fresh, "A", "disputes", {"at": 1, "topic": "river", "question": "does it stand?"}),
    "a first vote": (disputed, "A", "votes", {"dispute": "D1", "decision": "minimum_speed=1"}),
    "a vote that decides": (voted, "A", "votes", {"dispute": "D1", "decision": "minimum_speed=1"}),
    "the toss of a coin": (disputed, "screen", "votes", {"dispute": "D1", "decision": "toss"}),
    "a ruling": (
        disputed,
        "screen",
        "acts",
        {"event": {"type": "ruling_given", "dispute": "D1", "decision": "so be it", "basis": "table"}},
    ),
    "a new link for a seat": (fresh, "screen", "links", {"seat": "A"}),
    "a link for a device": (fresh, "screen", "links", {}),
    "a link nobody may ask for": (fresh, "B", "links", {"seat": "A"}),
    "a rematch": (finished, "A", "rematch", {}),
    "a rematch too early": (fresh, "A", "rematch", {}),
}
"""What is done: at which table, by whom, at which address, with which words."""


def told(answer):
    of_now = {"possible", "acting", "expected", "meant", "amend", "now"}
    return answer.status_code, {key: value for key, value in answer.json().items() if key not in of_now}


def entries(service, table):
    return [
        list(service.app.state.access.live.store.read(row.table))
        for row in service.app.state.access.live.tables()
    ]


@pytest.mark.parametrize("write", API)
def test_a_write_sent_again_gets_the_same_answer_and_changes_nothing(service, write):
    prepare, who, path, said = API[write]
    table = prepare(service)
    table.now("A")
    sent = body(table, "mine", **said)
    first = told(table.api(who, "POST", f"/{path}", json=sent))
    assert first[0] in {200, 201, 202, 422}
    after = entries(service, table)
    assert first == told(table.api(who, "POST", f"/{path}", json=sent))
    assert after == entries(service, table)
    table.now("screen")
    table.say("A", "A2 launch to L6")
    gone_on = entries(service, table)
    with Service(service.path) as again:
        anew = Joined(again, table.screen, table.seats)
        assert first == told(anew.api(who, "POST", f"/{path}", json=sent))
        assert gone_on == entries(again, anew)


@pytest.mark.parametrize("write", one_in(3, [name for name in API if "too early" not in name]))
def test_a_key_is_not_used_for_something_else(service, write):
    prepare, who, path, said = API[write]
    table = prepare(service)
    table.api(who, "POST", f"/{path}", json=body(table, "mine", **said))
    after = entries(service, table)
    other = {"at": 2, "seen": 1, "key": "mine", "topic": "fork"}
    answer = table.api(who, "POST", "/disputes", json=other)
    assert (422, "table.key_used") == (answer.status_code, answer.json()["reason"])
    assert after == entries(service, table)


@pytest.mark.parametrize("write", one_in(3, API))
def test_what_was_decided_on_a_position_that_is_past_is_not_done(service, write):
    prepare, who, path, said = API[write]
    table = prepare(service)
    before = entries(service, table)
    sent = {**body(table, "mine", **said), "seen": 2}
    answer = table.api(who, "POST", f"/{path}", json=sent)
    assert (409, table.now()["revision"]) == (answer.status_code, answer.json()["now"]["revision"])
    assert before == entries(service, table)


def test_a_language_is_changed_once_and_on_any_position(service):
    """Nothing of the game decides it; sent again it does not undo what came after."""
    table = fresh(service)
    for lang in ("ja", "en", "ja"):
        sent = (
            {"seen": 1, "key": "first", "lang": "ja"}
            if lang == "ja"
            else {"seen": 1, "key": "2", "lang": lang}
        )
        assert (202, "noted") == (
            (answer := table.api("A", "PUT", "/language", json=sent)).status_code,
            answer.json()["verdict"],
        )
    assert "en" == table.now("A")["lang"]


def test_a_table_opened_twice_with_a_key_is_one_table_whose_links_work(service):
    sent = {"game": "lifeboat", "seats": ["A", "B", "C", "D"], "chance": "referee", "key": "one"}
    first = service.client.post("/api/tables", headers=HOST, json=sent)
    assert first.json() == service.client.post("/api/tables", headers=HOST, json=sent).json()
    with Service(service.path) as again:
        assert first.json() == again.client.post("/api/tables", headers=HOST, json=sent).json()
        assert ["lifeboat-1"] == [
            row["table"] for row in again.client.get("/api/tables", headers=HOST).json()
        ]
        for token in first.json()["links"].values():
            assert 200 == again.client.get(f"/s/{token}/").status_code
        other = again.client.post(
            "/api/tables", headers=HOST, json={**sent, "seats": ["A", "B", "C", "D", "E"]}
        )
        assert "table.key_used" == other.json()["reason"]


@pytest.mark.parametrize("write", ["note_once", "exchange_note", "append", "issue_link"])
def test_a_table_asked_for_at_two_services_at_once_is_one_table_whose_links_work(service, write):
    sent = {"game": "niagara", "seats": ["A", "B", "C"], "key": "one"}
    store, answers = service.app.state.access.live.store, []
    written = getattr(store, write)
    with Service(service.path) as other:

        def other_first(*args, **how):
            setattr(store, write, written)
            answers.append(other.client.post("/api/tables", headers=HOST, json=sent))
            return written(*args, **how)

        setattr(store, write, other_first)
        answers.append(service.client.post("/api/tables", headers=HOST, json=sent))
        first, second = (answer.json() for answer in answers)
        assert first == second
        links = first["links"].values()
        assert {200} == {other.client.get(f"/s/{token}/").status_code for token in links}
        assert 1 == len(service.app.state.access.live.tables())


def test_a_change_that_all_agreed_to_is_made_by_whoever_looks_next(service):
    table = service.open("Ada", "Ben", "Chie")
    table.post("A", "house", rule="minimum_speed=1")
    (asked,) = (each["id"] for each in table.now("A")["asked"])
    with SqliteStore(service.path) as store:
        elsewhere = load_table(store, "niagara-1")
        for seat in ("B", "C"):
            elsewhere.submit(ProposalAnswered(asked, seat, True))
    assert 1 == table.now("screen")["house"]["minimum_speed"]


def test_a_table_that_could_not_be_opened_stays_unopened_by_that_key(service):
    sent = {"game": "niagara", "seats": ["A"], "key": "one"}
    answers = [service.client.post("/api/tables", headers=HOST, json=sent) for _ in range(2)]
    assert ["table.wrong_number_of_players"] * 2 == [each.json()["reason"] for each in answers]
    assert [] == service.client.get("/api/tables", headers=HOST).json()


def test_a_service_cut_off_while_it_opens_a_table_opens_it_when_asked_again(service):
    from events.stores.identities import OPENING
    from events.table import TableOpened
    from referee.service.tables.opening import with_seed
    from referee.web.acts.new_tables import find_opening, open_once

    live = service.app.state.access.live
    asked, opened = ("keeper: one", "whatever"), TableOpened(game="niagara", seats=("A", "B", "C"))
    opening = open_once(live, *asked, opened)
    import msgspec

    begun = msgspec.json.encode(msgspec.structs.replace(opening, revision=0)).decode()
    live.store.note(opening.table, OPENING + asked[0], begun)
    assert opening == open_once(live, *asked, with_seed(opened))
    assert opening == find_opening(live, asked[0])[0]
    assert 1 == len(live.tables())


FORMS = {
    "a button": ("A", "do", {"notation": "A1 launch to L6"}),
    "a take-back": ("C", "back", {"to": "1", "reason": "why not"}),
    "a house rule": ("B", "house", {"rule": "minimum_speed=1"}),
    "a correction": ("B", "correct", {"fact.weather": "1"}),
    "a correction by the screen": ("screen", "correct", {"fact.weather": "1"}),
    "a dispute": ("A", "dispute", {"at": "1", "topic": "river"}),
    "a language": ("A", "language", {"lang": "ja", "here": "/"}),
    "a new link": ("screen", "links", {"seat": "B"}),
    "a link for a device": ("screen", "links", {"role": "device"}),
    "a refused act": ("A", "do", {"notation": "A1 launch to S3"}),
}


def page(table, who):
    import re

    shown = table.page(who).text
    return {name: re.search(rf'name="{name}" value="(\d+)"', shown)[1] for name in ("seen", "key")}


@pytest.mark.parametrize("form", FORMS)
def test_a_form_sent_again_leads_to_the_same_place_and_changes_nothing(service, form):
    who, what, data = FORMS[form]
    table = fresh(service)
    sent = {**data, **page(table, who)}
    first = table.post(who, what, **sent)
    after = entries(service, table)
    links = service.app.state.access.live.links.at("niagara-1")
    with Service(service.path) as again:
        for served in (table, Joined(again, table.screen, table.seats)):
            answer = served.post(who, what, **sent)
            assert (first.status_code, first.headers.get("location")) == (
                answer.status_code,
                answer.headers.get("location"),
            )
        assert after == entries(again, table)
        assert links == again.app.state.access.live.links.at("niagara-1")


def test_the_same_tap_on_a_later_page_is_another_one(service):
    """Ben votes so, then otherwise, then so again: what he said last counts."""
    table = disputed(service)
    for decision in ("minimum_speed=0", "minimum_speed=1", "minimum_speed=0"):
        table.post("B", "vote", dispute="D1", decision=decision, **page(table, "B"))
    assert {"B": "minimum_speed=0"} == read_votes(table.context("B").seated.table, "D1")


def test_a_seat_is_given_new_links_as_often_as_it_needs_them(service):
    table = fresh(service)
    live, tokens = service.app.state.access.live, []
    for _ in range(3):
        table.post("screen", "links", seat="B", **page(table, "screen"))
        tokens.append(live.links.token(live.links.place("niagara-1", "seat", "B")))
    assert 3 == len(set(tokens))
    assert [404, 404, 200] == [service.client.get(f"/s/{token}").status_code for token in tokens]


def test_a_form_of_the_start_page_opens_one_table_however_often_it_is_sent(service):
    import re

    def key():
        return re.search(r'name="key" value="(\w+)"', service.client.get(f"/h/{KEEPER}").text)[1]

    data = {"game": "niagara", "name": ["Ada", "Ben", "Chie"], "lang": "en", "key": key()}
    ways = [service.client.post(f"/h/{KEEPER}/open", data=data, follow_redirects=False) for _ in range(2)]
    assert ways[0].headers["location"] == ways[1].headers["location"]
    service.client.post(f"/h/{KEEPER}/open", data={**data, "key": key()})
    assert 2 == len(service.app.state.access.live.tables())


@pytest.mark.parametrize(
    ("names", "seats"),
    [
        (["C", "A", "B"], {"C": "C", "A": "A", "B": "B"}),
        (["Ben", "Bob", "Anna Maria"], {"B": "Ben", "O": "Bob", "A": "Anna Maria"}),
    ],
)
def test_people_named_on_the_start_page_get_the_letters_they_go_by(service, names, seats):
    service.client.post(
        f"/h/{KEEPER}/open", data={"game": "niagara", "name": names, "table": "t", "lang": "en"}
    )
    state = service.app.state.access.live.now("t").state
    assert seats == {seat: state.names.get(seat, seat) for seat in state.seats}


@pytest.mark.parametrize("names", [["Ben", "Ben", "Chie"], ["Ben", "ＢＥＮ", "Chie"]])
def test_two_who_look_alike_open_no_table_on_the_start_page(service, names):
    answer = service.client.post(f"/h/{KEEPER}/open", data={"game": "niagara", "name": names, "lang": "en"})
    assert (422, 0) == (answer.status_code, len(service.app.state.access.live.tables()))
    assert "look alike" in answer.text


def test_a_name_that_is_another_seat_is_refused_by_the_api(service):
    """It names seats by their ids: nobody is seated elsewhere."""
    body = {"game": "niagara", "seats": ["A", "B", "C"], "names": {"A": "C", "B": "A", "C": "B"}, "key": "k"}
    answer = service.client.post("/api/tables", headers={"Authorization": f"Bearer {KEEPER}"}, json=body)
    assert (422, ["TAB-OPEN-02"]) == (answer.status_code, answer.json()["rules"])
