"""Files as people have them: in other encodings, with other line ends, with lines that are no record's."""

from pathlib import Path

import pytest

from events.stores.memory import MemoryStore
from events.table import TableOpened
from referee.games.niagara.events import PaddleChosen
from referee.l10n import LANGUAGES, say
from referee.service.audit.judge_again import audit
from referee.service.files.check import Checked, Summary
from referee.service.files.file_lines import FileLog, read_otherwise, reading_of
from referee.service.files.importing import open_file
from referee.service.files.record_file import check_file
from referee.service.logs.replay import replay
from referee.service.tables.table import Table, open_table
from tests.service.games import NIAGARA, clock, log

ENGLISH = "Game: Niagara\nSeats: A = José, B = Ben, C = Zoë\n\nJosé plays 5  # Ben’s first\nBen plays 6\n"
CHINESE = "游戏: 尼亚加拉\n座位: A = 安娜, B = 本, C = 千惠\n\n安娜打出5\n本打出6\n"
TRADITIONAL = "遊戲: 尼加拉瓜大瀑布\n座位: A = 安娜, B = 本, C = 千惠\n\n安娜打出5\n本打出6\n"
JAPANESE = "ゲーム: ナイアガラ\n席: A = 安奈, B = 勉, C = 千恵\n\n安奈がカード5\n勉がカード6\n"

READ = {
    "cp1252": ENGLISH,
    "gb18030": CHINESE,
    "gbk": CHINESE,
    "big5": TRADITIONAL,
    "cp932": JAPANESE,
    "shift_jis": JAPANESE,
    "euc_jp": JAPANESE,
    "utf-16": CHINESE,
    "utf-8-sig": JAPANESE,
}


def written(tmp_path: Path, raw: bytes, name: str = "evening.txt") -> Path:
    path = tmp_path / name
    path.write_bytes(raw)
    return path


def named_log(*names: str) -> tuple[bytes, ...]:
    opened = TableOpened(game="niagara", seats=("A", "B", "C"), names=dict(zip("ABC", names, strict=True)))
    table = open_table(MemoryStore(), "named", opened, NIAGARA, clock=clock)
    assert isinstance(table, Table)
    table.submit(PaddleChosen("A", 5))
    return tuple(table.log.lines())


def verdicts(path: Path) -> list[str]:
    return [each.verdict for each in check_file(path, keep_going=True) if isinstance(each, Checked)]


def first_trouble(path: Path) -> Checked:
    return next(each for each in check_file(path) if isinstance(each, Checked) and each.verdict != "accepted")


@pytest.mark.parametrize("encoding", READ)
def test_a_text_record_in_another_encoding_says_the_same(tmp_path: Path, encoding: str) -> None:
    path = written(tmp_path, READ[encoding].encode(encoding))
    same = written(tmp_path, READ[encoding].encode(), "same.txt")
    assert replay(open_file(same)).state.names == replay(open_file(path)).state.names
    assert verdicts(same) == verdicts(path)
    assert {"accepted"} == set(verdicts(path))


@pytest.mark.parametrize("ends", ["\r", "\r\n"])
@pytest.mark.parametrize("text", [ENGLISH, JAPANESE])
def test_lines_may_end_as_on_any_machine(tmp_path: Path, text: str, ends: str) -> None:
    path = written(tmp_path, text.replace("\n", ends).encode())
    assert {"accepted"} == set(verdicts(path))
    wrong = written(tmp_path, (text + "nonsense\n").replace("\n", ends).encode())
    assert 6 == first_trouble(wrong).line


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_an_exported_log_in_utf_16_is_whole_and_its_mark_is_told(tmp_path: Path, encoding: str) -> None:
    """What stands in it was not changed; the mark was not there when it was written."""
    text = "\ufeff" + b"\n".join((*log(), b"")).decode()
    path = written(tmp_path, text.encode(encoding), "log.jsonl")
    assert ["log.byte_order_mark"] == [each.reason for each in audit(FileLog(path))]
    assert replay(open_file(path)).state == replay(FileLog(written(tmp_path, text.encode(), "l.jsonl"))).state


def test_a_log_in_another_encoding_is_known_by_its_hashes() -> None:
    """The names say little; only one reading bears the chain."""
    lines = named_log("安娜", "本", "千惠")
    assert reading_of(b"\n".join(lines).decode().encode("gb18030")) == (
        "gb18030",
        b"\n".join(lines),
        ("gb18030",),
    )


@pytest.mark.parametrize(
    ("text", "encoding", "called"),
    [
        ("Game: Niagara\nSeats: 小明, 陈静, 李娜\n\n小明 plays 5\n", "gb18030", "GB 18030 (GBK)"),
        ("Game: Niagara\nSeats: Иван, Мария, Пётр\n\nИван plays 5\n", "cp1251", "Windows-1251"),
        ("Game: Niagara\rSeats: A = José, B = Ben, C = Zoë\r", "cp1252", "MacRoman"),
    ],
)
def test_what_could_be_read_in_several_ways_is_named_with_the_way_out(
    tmp_path: Path, text: str, encoding: str, called: str
) -> None:
    trouble = first_trouble(written(tmp_path, text.encode(encoding)))
    assert ("malformed", "log.other_encoding") == (trouble.verdict, trouble.why.reason)
    assert called in trouble.why.args["encodings"]
    for lang in LANGUAGES:
        assert "iconv -f " in say(trouble.why.reason, lang, **trouble.why.args)
        assert "JSON" not in say(trouble.why.reason, lang, **trouble.why.args)


def test_a_log_with_one_broken_byte_is_damaged_there_and_in_no_other_encoding(tmp_path: Path) -> None:
    """The other lines beyond ASCII are in UTF-8."""
    lines = [*named_log("José", "Zoë", "Ann")]
    lines[1] = lines[1].replace(b'"by"', b'"b\xe9"')
    path = written(tmp_path, b"\n".join((*lines, b"")), "log.jsonl")
    assert None is read_otherwise(path)
    assert [2] == [each.seq for each in audit(FileLog(path))]


HEAD = "Game: Niagara\nSeats: A = Ada, B = Ben, C = Chie\n"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (HEAD + "Event: Club night 3\n\nAda plays 5\n", 3, "record.unknown_header"),
        ("Game: Niagara\nEvent: Club night 3\nSeats: A, B, C\n", 2, "record.unknown_header"),
        (HEAD + "Ada plays 5\nBen plays 6\n" + HEAD, 5, "record.second_record"),
        (HEAD + "Ada plays 5\nPlace: Rome\n", 4, "record.late_header"),
        ('{\n "type": "table_opened",\n "game": "niagara"\n}\n', 1, "record.spread_json"),
        ('[\n{"type": "table_opened"}\n]\n', 1, "record.spread_json"),
        (HEAD + "Dan: plays 5\n", 3, "notation.unknown_seat"),
    ],
)
def test_a_line_that_is_none_of_a_record_is_called_what_it_is(
    tmp_path: Path, text: str, line: int, reason: str
) -> None:
    trouble = first_trouble(written(tmp_path, text.encode()))
    assert line == trouble.line
    if reason.startswith("record."):
        assert reason == trouble.why.reason
        assert all(say(reason, lang, **trouble.why.args) for lang in LANGUAGES)
        assert not [each for each in trouble.expected if "plays" in each]
    else:
        assert not trouble.why.reason.startswith("record.")


@pytest.mark.parametrize(
    "text",
    [
        HEAD + 'Ada plays 5 {"Nice!" said Ben}\n',
        HEAD + '{"Nice!" said Ben,\nand laughed}\nAda plays 5\n',
        '{"Friday", says the box}\n' + HEAD + "Ada plays 5\n",
    ],
)
def test_a_remark_may_begin_with_a_quotation(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, text.encode())
    assert {"accepted"} == set(verdicts(path))
    assert "remarked" in [each.type for each in check_file(path) if not isinstance(each, Summary)]


@pytest.mark.parametrize("event", ['{"type" "remarked"}', '{"type": "remarked"', '{"type": "unheard_of"}'])
def test_what_was_meant_as_json_is_no_remark(tmp_path: Path, event: str) -> None:
    assert "malformed" == first_trouble(written(tmp_path, f"{HEAD}{event}\n".encode())).verdict
