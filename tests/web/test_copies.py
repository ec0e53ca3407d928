"""Tables leave a service as files and codes, and come into another: nothing half, nothing to strangers."""

import re
import zipfile
from datetime import UTC, datetime
from html import unescape
from io import BytesIO
from pathlib import Path
from random import Random
from string import ascii_letters

import pytest
from msgspec.json import decode

from events.envelope import make_entry
from events.stores.protocol import hash_in
from events.stores.sqlite import SqliteStore
from events.table import Remarked
from referee.service.files.codes import pack_log, write_codes
from referee.service.files.importing import import_file, rename_log
from referee.testing.phones import KEEPER, Service, same_time
from referee.web.access.limits import BODY, UPLOAD
from tests.service.games import log, record

HOST = f"/h/{KEEPER}"


@pytest.fixture
def other(tmp_path):
    with Service(tmp_path / "other.db") as other:
        yield other


def copy_of(service, table):
    return service.client.get(f"{HOST}/copy", params={"table": table})


def hand_in(service, *files, **fields):
    sent = [("file", (name, content)) for name, content in files]
    return service.client.post(f"{HOST}/take", data=fields, files=sent or [("file", ("", b""))])


def lines_at(service, table):
    return list(service.live.store.read(table))


def jsonl(lines):
    return b"".join(line + b"\n" for line in lines)


def field(answer, name):
    """Return what a hidden or filled field holds."""
    return unescape(re.search(rf'name="{name}" value="([^"]*)"', answer.text)[1])


GAMES = Path(__file__).parents[2] / "fixtures/games"
CLOSED = log(1, 3)
GAME = CLOSED[:-1]
TABLE = "niagara-tests-1"


def test_a_copy_is_what_export_writes_and_another_service_takes_it(service, table, other):
    table.lay(A=6, B=4, C=3)
    name = service.live.tables()[0].table
    answer = copy_of(service, name)
    assert f'attachment; filename="{name}.jsonl"' in answer.headers["content-disposition"]
    assert answer.content == jsonl(lines_at(service, name))
    taken = hand_in(other, (f"{name}.jsonl", answer.content))
    assert 200 == taken.status_code
    assert lines_at(other, name) == lines_at(service, name)
    assert (
        303 == other.client.post(f"{HOST}/resume", data={"table": name}, follow_redirects=False).status_code
    )


def test_all_tables_go_in_one_file_and_come_out_of_it(service, other):
    for number in (1, 2):
        hand_in(service, (f"{number}.jsonl", jsonl(log(number, 2))))
    whole = service.client.get(f"{HOST}/copies")
    assert 200 == hand_in(other, ("referee.zip", whole.content)).status_code
    names = {row.table for row in service.live.tables()}
    assert 2 == len(names)
    assert all(lines_at(other, name) == lines_at(service, name) for name in names)


def test_a_table_goes_on_with_what_a_copy_has_more_and_says_what_the_copy_lacks(service):
    hand_in(service, ("a.jsonl", jsonl(GAME[:20])))
    assert "goes on with entry 21" in hand_in(service, ("a.jsonl", jsonl(GAME))).text
    assert lines_at(service, TABLE) == list(GAME)
    behind = hand_in(service, ("a.jsonl", jsonl(GAME[:20]))).text
    assert f"The copy lacks {len(GAME) - 20} entries" in behind
    assert f"copy?table={TABLE}" in behind
    assert "the same" in hand_in(service, ("a.jsonl", jsonl(GAME))).text


def test_what_is_doubtful_is_asked_about_and_taken_with_consent(service):
    """The table closes before the game is over: nobody could record anything after that."""
    hand_in(service, ("a.jsonl", jsonl(GAME)))
    asked = hand_in(service, ("a.jsonl", jsonl(CLOSED)))
    assert 422 == asked.status_code
    assert "closes the table before the game is over" in asked.text
    assert lines_at(service, TABLE) == list(GAME)
    again = {name: field(asked, name) for name in ("packed", "agreed")}
    assert 200 == service.client.post(f"{HOST}/take", data=again).status_code
    assert lines_at(service, TABLE) == list(CLOSED)


def test_a_fork_is_refused_and_may_come_in_under_another_name(service):
    hand_in(service, ("a.jsonl", jsonl(GAME)))
    forked = list(rename_log(iter(log(2, 3)), TABLE))
    answer = hand_in(service, ("b.jsonl", jsonl(forked)))
    assert 422 == answer.status_code
    assert "The fork begins at entry" in answer.text
    named = {name: field(answer, name) for name in ("packed", "table")}
    assert f"{TABLE}-2" == named["table"]
    assert 200 == service.client.post(f"{HOST}/take", data=named).status_code
    assert lines_at(service, TABLE) == list(GAME)
    assert len(forked) == len(lines_at(service, f"{TABLE}-2"))


def test_a_record_comes_in_under_the_name_of_its_file(service):
    name, content = "Abend bei uns.jsonl", b"\n".join(record(GAME))
    assert 200 == hand_in(service, (name, content)).status_code
    assert ["Abend-bei-uns"] == [row.table for row in service.live.tables()]
    taken = hand_in(service, (name, content))
    assert 422 == taken.status_code
    assert "open already" in taken.text
    assert 200 == hand_in(service, (name, content), table="another").status_code


def test_a_text_in_another_encoding_is_read(service):
    text = "游戏：尼亚加拉\n座位：甲、乙、丙\n".encode("gb18030")
    assert 200 == hand_in(service, ("晚饭后.txt", text)).status_code
    assert ["晚饭后"] == [row.table for row in service.live.tables()]


def test_a_record_is_dated_by_the_clock_of_the_service(tmp_path):
    with Service(tmp_path / "dated.db", clock=same_time) as dated:
        hand_in(dated, ("evening.jsonl", b"\n".join(record(GAME))))
        assert {"2026-01-01T00:00:00Z"} == {decode(line)["at"] for line in lines_at(dated, "evening")}


def zipped(*files, how=zipfile.ZIP_DEFLATED):
    out = BytesIO()
    with zipfile.ZipFile(out, "w", how) as bundle:
        for name, content in files:
            bundle.writestr(name, content)
    return out.getvalue()


def test_paths_in_a_zip_lead_nowhere(service, tmp_path):
    evil = zipped(("../../../evil.jsonl", jsonl(GAME)), ("__MACOSX/._x", b"x"), ("/etc/other.jsonl", b""))
    before = sorted(tmp_path.rglob("*"))
    taken = hand_in(service, ("a.zip", evil))
    assert 200 == taken.status_code
    assert lines_at(service, TABLE) == list(GAME)
    assert "evil.jsonl is now table" in taken.text
    assert before == sorted(tmp_path.rglob("*"))


BROKEN = {
    "a bomb": (zipped(*((f"{n}.txt", bytes(8 << 20)) for n in range(9))), "more than is taken at once"),
    "a bomb packed otherwise": (zipped(("a", bytes(99 << 20)), how=zipfile.ZIP_BZIP2), "cannot be unpacked"),
    "many files": (zipped(*((f"{n}.txt", b"") for n in range(501))), "more than is taken at once"),
    "half a zip": (zipped(("a.jsonl", jsonl(GAME)))[:-30], "cannot be unpacked"),
    "an empty zip": (zipped(), ""),
    "nothing": (b"", "nothing in it"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "Nothing was imported"),
    "a torn log": (jsonl(GAME)[:-80], "torn"),
    "a changed log": (jsonl(GAME).replace(b'"by":"A"', b'"by":"B"', 1), "was changed"),
    "a torn log of no table": (jsonl(rename_log(iter(GAME), "../x"))[:-80], "cannot be a table"),
    "a newer log": (
        b'{"seq":1,"table":"x","at":"2026-01-01T00:00:00Z","by":"table","kind":"observation","cause":null,'
        b'"event":{"type":"table_opened","game":"niagara","seats":["A","B","C"],"rules_version":9999},'
        b'"prev":"' + b"0" * 64 + b'","hash":"' + b"0" * 64 + b'"}',
        "newer version",
    ),
    "an unknown game": (b'{"type":"table_opened","game":"chess","seats":["A","B"]}', "chess"),
    "a table that is no name": (jsonl(rename_log(iter(GAME), "../x")), "cannot be a table"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_broken_is_refused_in_words_and_nothing_is_written(service, what):
    content, words = BROKEN[what]
    answer = hand_in(service, ("sent", content))
    assert answer.status_code in {200, 422}
    assert words in unescape(answer.text)
    assert () == service.live.tables()


def test_a_file_beside_a_broken_one_is_taken(service):
    answer = hand_in(service, ("broken.zip", b"PK\x03\x04"), ("a.jsonl", jsonl(GAME)))
    assert 200 == answer.status_code
    assert "cannot be unpacked" in answer.text
    assert lines_at(service, TABLE) == list(GAME)


def test_only_this_form_may_be_large(service):
    large = b"x" * (BODY + 1)
    assert 422 == hand_in(service, ("large", large)).status_code
    assert 413 == service.client.post(f"{HOST}/open", content=large).status_code
    assert 413 == hand_in(service, ("larger", b"x" * UPLOAD)).status_code


@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=x"])
@pytest.mark.parametrize(
    "sent",
    [
        b"nothing",
        b"--x\r\n\r\nno name\r\n--x--\r\n",
        b'--x\r\nContent-Disposition: form-data; name="codes"\r\n\r\n\0\r\n--x--\r\n',
        b'--x\r\nContent-Disposition: form-data; name="codes"\r\n\r\n\xff\r\n--x--\r\n',
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
    ],
)
def test_a_form_that_is_none_is_no_bug(service, kind, sent):
    answer = service.client.post(f"{HOST}/take", content=sent, headers={"content-type": kind})
    assert 400 == answer.status_code


def test_strangers_and_seats_get_nothing(service, table):
    name = service.live.tables()[0].table
    for key in ("aaaaa-aaaaa-aaaaa-aaaaa", table.link("A").removeprefix("/s/").strip("/")):
        for page in (f"copy?table={name}", "copies", f"show?table={name}", "take"):
            assert 404 == service.client.get(f"/h/{key}/{page}").status_code
        assert 404 == service.client.post(f"/h/{key}/take", data={"codes": "x"}).status_code


def kept_by(table, who="A"):
    return table.service.client.get(f"/copy/{table.link(who).removeprefix('/s/').strip('/')}")


def test_a_table_without_secrets_may_be_kept_by_who_sits_there(service):
    table = service.open("Ada", "Ben", game="powerboats", chance="table")
    lines = lines_at(service, service.live.tables()[0].table)
    assert [jsonl(lines)] * 2 == [kept_by(table).content, kept_by(table, "screen").content]


def test_a_table_where_cards_lie_face_down_is_not_given_away(service, table):
    table.lay(A=6)
    assert 404 == kept_by(table).status_code


@pytest.mark.parametrize("game", ["powerboats", "lifeboat"])
def test_a_seed_that_deals_goes_to_nobody_before_the_end(service, game):
    """Of dice nobody has thrown yet it would say how they fall."""
    table = service.open("Ada", "Ben", "Chie", "Dan", game=game, chance="referee")
    assert 404 == kept_by(table).status_code


def test_the_log_of_a_game_that_is_over_is_on_its_last_page(service):
    with SqliteStore(service.path) as store:
        import_file(store, GAMES / "lifeboat/six-dealt-6p-en.jsonl", "old")
    links = service.client.get("/api/tables/old/links", headers={"authorization": f"Bearer {KEEPER}"})
    token = links.json()["links"]["screen"]
    assert f'href="/copy/{token}"' in service.client.get(f"/s/{token}/end").text
    assert service.client.get(f"/copy/{token}").content == jsonl(lines_at(service, "old"))


def test_a_log_of_too_many_codes_is_offered_as_a_file(service):
    """Noise of half a megabyte packs into no codes."""
    lines = list(rename_log(iter(GAME[:1]), "x"))
    digest, luck = hash_in(lines[0]), Random(1)
    for seq in range(2, 40):
        text = "".join(luck.choices(ascii_letters, k=3000))
        now = datetime(2026, 1, 1, tzinfo=UTC)
        line, digest = make_entry(seq, "x", now, "table", "observation", None, Remarked(text), digest)
        lines.append(line)
    assert 200 == hand_in(service, ("x.jsonl", jsonl(lines))).status_code
    shown = service.client.get(f"{HOST}/show", params={"table": "x"})
    assert 422 == shown.status_code
    assert "would be too many" in shown.text
    assert "copy?table=x" in shown.text


def test_codes_of_a_table_come_in_pasted_and_damaged_ones_are_named(service, other):
    hand_in(service, ("a.jsonl", jsonl(GAME)))
    texts = ["".join(code) for code in write_codes(pack_log(lines_at(service, TABLE)), "http://a/take")]
    misread = texts[1][:-1] + ("1" if texts[1][-1] == "0" else "0")
    for codes, words in (
        ([*texts[:1], misread], "Code 2 was not read rightly"),
        (texts[1:], f"{len(texts) - 1} of {len(texts)} codes are here. Still to come: 1."),
        (["hello"], "is no code of a game"),
        ([*texts, *write_codes(pack_log(log(2, 3)), "")[0]], "is no code"),
    ):
        answer = other.client.post(f"{HOST}/take", data={"codes": " ".join(codes)})
        assert 422 == answer.status_code
        assert words in unescape(answer.text)
        assert () == other.live.tables()
    assert 200 == other.client.post(f"{HOST}/take", data={"codes": "\n".join(texts[::-1])}).status_code
    assert lines_at(service, TABLE) == lines_at(other, TABLE)


def test_the_camera_is_allowed_where_codes_are_scanned_and_nowhere_else(service):
    allowed = [
        page
        for page in ("/", "/take", f"{HOST}/", f"{HOST}/take", "/ask")
        if "camera=(self)" in service.client.get(page).headers["permissions-policy"]
    ]
    assert ["/take", f"{HOST}/take"] == allowed
