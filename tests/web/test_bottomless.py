"""JSON nested without end is refused at every door: inside a browser no error would end it."""

import lzma
import zlib
from base64 import urlsafe_b64encode

import pytest

from referee.kernel.verdict import Refused
from referee.service.ask.address import read_address
from referee.service.files.check import Checked
from referee.service.files.codes import FILTERS, CodesError, unpack_log
from referee.service.files.record_file import check_file
from referee.web.acts.take_in import take_file
from referee.web.streams.live_tables import LiveTables
from tests.service.games import log, record

DEEP = [b"[" * 20_000, b'{"a":' * 20_000, b"[" * 20_000 + b"]" * 20_000]
GAME = log(1, 2)[:-1]
RECORD = record(GAME)
OPENED = RECORD[0]
deep = pytest.mark.parametrize("deep", DEEP, ids=["open lists", "open objects", "closed lists"])

FILES = {
    "nothing else": lambda deep: [deep],
    "an opening": lambda deep: [OPENED[:-1] + b',"options":' + deep],
    "a record": lambda deep: [*RECORD[:3], b'{"type":"corrected","position":' + deep],
    "a log": lambda deep: [*GAME[:3], GAME[3].replace(b'"event":', b'"event":' + deep)],
    "the first line of a log": lambda deep: [GAME[0].replace(b'"event":', b'"event":' + deep)],
    "an event in a text": lambda deep: [*TEXT, b'{"type":"corrected","position":' + deep],
    "a value in a text": lambda deep: [*TEXT, b"fix canoes.A.1=" + deep],
    "a quotation before it": lambda deep: [*TEXT, b'1. "\' {"type":' + deep + b'"'],
    "an option in a text": lambda deep: [TEXT[0], b"options: a=" + deep, *TEXT[1:]],
    "another encoding": lambda deep: ['{"hash":"晚饭后"}'.encode("gb18030"), deep],
}
TEXT = [b"game: niagara", b"seats: A, B, C", b"", b"A plays 6"]


@deep
@pytest.mark.parametrize("what", FILES)
def test_a_file_is_refused_in_words(what, deep, tmp_path):
    content = b"\n".join(FILES[what](deep))
    live = LiveTables(tmp_path / "tables.db")
    taken = take_file(live, "sent", content, "en")
    live.close()
    assert (False, "") == (taken.is_in, taken.packed)
    assert len(taken.words) > 20
    (tmp_path / "sent").write_bytes(content)
    checked = [each for each in check_file(tmp_path / "sent", keep_going=True) if isinstance(each, Checked)]
    assert [] != [each.refused for each in checked if each.refused is not None]


@deep
@pytest.mark.parametrize("begun", [b"a", b"!", b'a["A",null]'])
def test_codes_of_no_log_are_damaged(begun, deep):
    packed = lzma.compress(b'"t"\n' + begun + deep + b"\n\n\0", lzma.FORMAT_RAW, filters=FILTERS)
    with pytest.raises(CodesError) as caught:
        unpack_log(b"\x01" + bytes(32) + packed)
    assert "copies.damaged" == caught.value.reason


@deep
def test_a_link_to_a_question_is_no_whole_one(deep):
    packer = zlib.compressobj(wbits=-15)
    packed = urlsafe_b64encode(packer.compress(b'{"facts":' + deep) + packer.flush()).decode()
    found = read_address(f"/ask/niagara/{packed}")
    assert isinstance(found, Refused)


@deep
def test_what_a_program_sends_is_no_json(deep, service):
    body, headers = b'{"game":"niagara","facts":' + deep[:4000], {"content-type": "application/json"}
    answer = service.client.post("/api/ask", content=body, headers=headers)
    assert 400 == answer.status_code
    assert "this is no JSON" in answer.text


@deep
def test_what_a_form_holds_is_no_act(deep, service):
    table = service.open("Ada", "Ben", "Chie", game="niagara")
    seat = table.link("A")
    for name, text in (("act", deep[:4000]), ("acts", b"[" + deep[:4000])):
        answer = service.client.post(f"{seat}/do", data={name: text.decode()})
        assert 422 == answer.status_code
