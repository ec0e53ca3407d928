"""A record as people write it: read, kept, written again, and answered where it is wrong."""

from pathlib import Path

import msgspec
import pytest
from msgspec import json

from events.base import Event
from events.envelope import encode
from events.stores.memory import MemoryStore
from events.table import (
    DisputeOpened,
    HouseRuled,
    PlayedOn,
    Remarked,
    RulingGiven,
    SeatLeft,
    SeatRenamed,
    SecretOpened,
    TableClosed,
    TableOpened,
    TakenBack,
)
from referee.games.niagara.events import PaddleChosen
from referee.kernel.registry import find_game
from referee.l10n import LANGUAGES
from referee.service.files.check import Checked, Summary
from referee.service.files.exporting import Writer, export_record, export_text
from referee.service.files.file_lines import Unread
from referee.service.files.importing import ImportRefusedError, import_file, open_file
from referee.service.files.record_file import check_file, lines_of_file
from referee.service.files.text_record import read_shared, read_text, take_label, write_shared
from referee.service.logs.replay import replay
from referee.service.logs.sources import StoredLog
from referee.testing.faults import rename_act

EVENING = """\
# Our third game
Game: Niagara
Book: ja
Players: A = Ada, B = Ben, C = Chie
Place: Kyoto

Round 1
Ada plays 5   # face down
B 6を出す
3. C 出 3
A2 launch to S5 {or was it
L6?}
"""
OPENED = TableOpened(
    game="niagara",
    edition="ja",
    seats=("A", "B", "C"),
    names={"A": "Ada", "B": "Ben", "C": "Chie"},
    rules_version=find_game("niagara").ruleset.rules_version,
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "evening.txt"


def said(path: Path) -> list[bytes]:
    return list(export_record(open_file(path)))


def wrong(path: Path) -> tuple[int, int | None, str, tuple[str, ...]]:
    """Find the first line that is not accepted: line, column, why, and what could stand there."""
    (found,) = [one for one in check_file(path) if isinstance(one, Checked) and one.verdict != "accepted"]
    assert found.refused is not None
    return found.line, found.column, found.refused.reason, found.expected


def test_acts_in_three_languages_and_comments_are_read(file: Path) -> None:
    """Comments are remarks where they stand; names are as good as seats."""
    file.write_text(EVENING, "utf-8")
    *_, summary = check_file(file)
    assert isinstance(summary, Summary)
    assert (9, 0, 0) == (summary.accepted, summary.refused, summary.malformed)
    texts = [
        event.get("text") for event in map(msgspec.json.decode, said(file)) if event["type"] == "remarked"
    ]
    assert ["Our third game", "Place: Kyoto", "face down", "or was it\nL6?"] == texts


def test_a_text_is_written_as_it_was_read(file: Path) -> None:
    file.write_text(EVENING, "utf-8")
    again = list(export_text(open_file(file), "en"))
    assert [
        "# Our third game",
        "Game: Niagara",
        "Book: the Japanese rulebook",
        "Seats: A = Ada, B = Ben, C = Chie",
        "Place: Kyoto",
        "",
        "Round 1",
        "A plays 5",
        "# face down",
        "B plays 6",
        "C plays 3",
        "A2 launch to S5",
        "{or was it\nL6?}",
    ] == again


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "reason"),
    [
        ("Ada plays 5", "Ada plsys 5", 8, 5, "notation.misplaced"),
        ("Ada plays 5", "  Ada plays 5 6", 8, 15, "notation.misplaced"),
        ("A2 launch to S5", "A2 launch to S9", 11, 4, "notation.misplaced"),
        ("Round 1", "Round 2", 7, 1, "record.other_chapter"),
        ("3. C 出 3", "take back to 7", 10, 1, "record.no_such_act"),
        ("3. C 出 3", "take back 3", 10, 1, "record.too_far_back"),
        ("L6?}", "L6?", 11, 17, "record.no_end"),
        ("Players: A", "Spieler: A", 4, 1, "record.no_header"),
        ("Book: ja", 'Options: "a', 3, 10, "notation.misplaced"),
    ],
)
def test_a_mistake_is_named_by_line_and_column(
    file: Path, old: str, new: str, line: int, column: int, reason: str
) -> None:
    """Counted from 1, as editors do."""
    file.write_text(EVENING.replace(old, new), "utf-8")
    assert (line, column, reason) == wrong(file)[:3]


def test_what_could_stand_there_is_said(file: Path) -> None:
    file.write_text(EVENING.replace("Ada plays", "Ada plsys"), "utf-8")
    assert "plays 1" in wrong(file)[3]
    file.write_text(EVENING.replace("Players:", "Spieler:"), "utf-8")
    assert "Seats:" in wrong(file)[3]


@pytest.mark.parametrize(
    ("old", "new", "line", "rule"),
    [
        ("Game: Niagara", "Game: Mensch", 2, "TAB-OPEN-01"),
        ("Book: ja", "Book: klingon", 3, "TAB-OPEN-03"),
        ("C = Chie", "A = Chie", 4, "TAB-OPEN-02"),
        ("3. C 出 3", "3. A 出 3", 10, "NIA-CARD-01"),
    ],
)
def test_what_the_rules_forbid_is_refused_at_its_line(
    file: Path, old: str, new: str, line: int, rule: str
) -> None:
    file.write_text(EVENING.replace(old, new), "utf-8")
    (found,) = [one for one in check_file(file) if isinstance(one, Checked) and one.verdict == "refused"]
    assert (line, True) == (found.line, rule in found.rules)


def test_acts_are_taken_back_by_count_or_number(file: Path) -> None:
    """Comments are not counted; a number names an act, wherever it stands."""
    file.write_text(EVENING + "B1 launch to R6\ntake back 2\nA1 launch to S5\ntake back to 3\n", "utf-8")
    backs = [e["to"] for e in map(msgspec.json.decode, said(file)) if e["type"] == "taken_back"]
    events = [msgspec.json.decode(line)["type"] for line in said(file)]
    laid = len(events) - 1 - events[::-1].index("paddle_chosen") + 1
    assert [laid, laid] == backs


@pytest.mark.parametrize(
    ("header", "fact", "heading"),
    [
        ("Game: Niagara\nSeats: A, B, C", "round=8", "Round 8"),
        ("Game: Powerboats\nSeats: A, B, C", "race=2", "Race 2"),
        ("Game: Lifeboat\nSeats: A, B, C, D", "day=3", "Day 3"),
    ],
)
def test_headings_follow_a_counter_that_is_set_by_hand(
    file: Path, header: str, fact: str, heading: str
) -> None:
    """What the table says it is, it is; taken back, it is as it was."""
    file.write_text(f"{header}\n\nset by hand: {fact}\n{heading}\ntake back\n{heading[:-1]}1\n", "utf-8")
    *_, summary = check_file(file)
    assert isinstance(summary, Summary)
    assert (3, 0, 0) == (summary.accepted, summary.refused, summary.malformed)
    file.write_text(f"{header}\n\nset by hand: {fact}\n{heading[:-1]}1\n", "utf-8")
    assert (5, 1, "record.other_chapter", (heading,)) == wrong(file)


@pytest.mark.parametrize(("told", "line"), [("Ada", None), ("", None)])
def test_a_result_of_an_unfinished_game_is_kept(file: Path, told: str, line: int | None) -> None:
    """As a remark; nobody can say yet whether it is so."""
    file.write_text(EVENING.replace("Place: Kyoto", f"Result: {told}"), "utf-8")
    assert encode(Remarked(f"Result: {told}")) in said(file)


def test_a_result_is_held_against_the_acts(file: Path) -> None:
    """Who has won is told with every finished game; somebody else has not."""
    game = Path(__file__).parents[2] / "fixtures/games/niagara/four-alike-3p-zh.jsonl"
    text = "\n".join(export_text(open_file(game), "en"))
    winner = text.split("Result: ")[1].split("\n")[0]
    file.write_text(text.replace(f"Result: {winner}", "Result: nobody"), "utf-8")
    assert "record.other_result" == wrong(file)[2]
    file.write_text(text.replace(f"Result: {winner}", "Result: Somebody"), "utf-8")
    assert "notation.unknown_seat" == wrong(file)[2]


def test_import_until_wrong_takes_what_comes_before(file: Path) -> None:
    """And says where it stopped; without being asked it takes nothing."""
    file.write_text(EVENING.replace("C 出 3", "C 出出 3"), "utf-8")
    store = MemoryStore()
    with pytest.raises(ImportRefusedError):
        import_file(store, file)
    imported = import_file(store, file, until_wrong=True)
    assert imported.stopped is not None
    assert ("evening", 10, 7) == (imported.table, imported.stopped.line, imported.stopped.column)
    assert 6 == len(list(export_record(StoredLog(store, "evening"))))


def test_import_until_wrong_needs_a_beginning(file: Path) -> None:
    file.write_text("Game: Mensch\nSeats: A, B\n", "utf-8")
    with pytest.raises(ImportRefusedError):
        import_file(MemoryStore(), file, until_wrong=True)


@pytest.mark.parametrize(
    "remark",
    [
        "",
        "plain",
        " blanks ",
        "two\nlines",
        "a } brace\nand a line",
        '{"type": "x"}',
        "# twice",
        '"quoted"',
        "第 1 轮",
    ],
)
def test_any_remark_comes_back(file: Path, remark: str) -> None:
    events = [OPENED, Remarked(remark), PaddleChosen("A", 5), Remarked(remark), TableClosed("the # end {")]
    file.write_text("\n".join(Writer(events, "en").write()), "utf-8")
    assert list(map(encode, events)) == said(file)


def test_names_that_need_quotes_come_back(file: Path) -> None:
    names = {"A": 'Ada, "Countess"', "B": "Ben {the # tall}", "C": "=x"}
    events = [msgspec.structs.replace(OPENED, names=names), PaddleChosen("A", 5)]
    file.write_text("\n".join(Writer(events, "ja").write()), "utf-8")
    assert list(map(encode, events)) == said(file)


def test_what_is_remarked_after_the_closing_is_kept_before_it(file: Path) -> None:
    file.write_text(EVENING + "table closed: late\n# good night\n", "utf-8")
    assert [encode(Remarked("good night")), encode(TableClosed("late"))] == said(file)[-2:]


def test_colours_are_told_in_any_language(file: Path) -> None:
    """As the table calls them; they come back as they were."""
    file.write_text(EVENING.replace("Place: Kyoto", "Colours: A = 红, B = blue, C = みどり"), "utf-8")
    colours = {"A": "red", "B": "blue", "C": "green"}
    assert colours == msgspec.json.decode(said(file)[0])["colours"]
    events = [msgspec.structs.replace(OPENED, colours=colours)]
    file.write_text("\n".join(Writer(events, "zh-Hans").write()), "utf-8")
    assert list(map(encode, events)) == said(file)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "event",
    [
        RulingGiven(dispute="D1", decision="so be it: yes", rules=("NIA-END-02", "X-1"), basis="table"),
        RulingGiven(dispute="D1", decision="無断", basis="edition", effect={"minimum_speed": 1}),
        DisputeOpened("D1", 0, "Ada", "tie", "Who has won?"),
        HouseRuled("tie_break", "shared", "みんなで決めた。", ("A", "B")),
        HouseRuled("minimum_speed", 1),
        TakenBack(0, "（手が滑った）", ("A",)),
        SecretOpened("A", "captain mate", "00112233445566778899aabbccddeeff", "supply 1"),
        SecretOpened("A", 5, "00112233445566778899aabbccddeeff"),
        SeatRenamed("C", "Chie Sato", "her sister: Dora", ("A", "B")),
        SeatRenamed("C", "千恵"),
        PlayedOn("for second place", ("A", "B", "C")),
        PlayedOn(),
        TableClosed("good night", "0011"),
    ],
)
def test_what_a_table_says_has_words_in_every_language(lang: str, event: Event) -> None:
    """None of it needs JSON, and each says all of it."""
    state = find_game("niagara").decide(None, OPENED).state  # type: ignore[union-attr]
    line = write_shared(state, event, lang)
    assert line is not None
    assert event == read_shared(state, line, lang)[0]


@pytest.mark.parametrize(
    "line",
    [
        "set by hand: weather=1 weather.deep=2",
        "set by hand: =",
        "take back 0",
        "take back 999999999",
        '{"type": ' + "[" * 50_000,
        "set by hand: weather=" + "[" * 50_000,
        "A " * 50_000,
        "1. 2. 3. A plays 4",
    ],
    ids=lambda line: line[:24],
)
def test_a_line_that_nobody_would_write_is_answered_like_any_other(file: Path, line: str) -> None:
    file.write_text(EVENING + line + "\n", "utf-8")
    assert 13 == wrong(file)[0]


@pytest.mark.parametrize(
    ("told", "ids", "names"),
    [
        ("Ada, Ben, Chie", ("A", "B", "C"), {"A": "Ada", "B": "Ben", "C": "Chie"}),
        ("Ada, Ben and Chie", ("A", "B", "C"), {"A": "Ada", "B": "Ben", "C": "Chie"}),
        ("Zoe Xu Yan", ("Z", "X", "Y"), {"Z": "Zoe", "X": "Xu", "Y": "Yan"}),
        ("小明、小红、小刚", ("A", "B", "C"), {"A": "小明", "B": "小红", "C": "小刚"}),
        ("A B C", ("A", "B", "C"), {}),
        ('"Ada", "Ben", "Chie"', ("Ada", "Ben", "Chie"), {}),
        ("Ada = Ada, Ben, Chie", ("Ada", "Ben", "Chie"), {"Ada": "Ada"}),
    ],
)
def test_people_are_given_the_letters_that_the_board_draws(
    file: Path, told: str, ids: tuple[str, ...], names: dict[str, str]
) -> None:
    """As a new table does; what stands in quotes, or has a name of its own, is an id. All come back."""
    file.write_text(f"Game: Niagara\nSeats: {told}\n", "utf-8")
    opened = msgspec.json.decode(said(file)[0])
    assert (list(ids), names) == (opened["seats"], opened["names"])
    file.write_text("\n".join(export_text(open_file(file), "en")), "utf-8")
    assert opened == msgspec.json.decode(said(file)[0])


def test_colours_are_told_of_who_sits_there(file: Path) -> None:
    file.write_text("Game: Niagara\nSeats: Ada, Ben, Chie\nColours: Ada = blue, B = red\n", "utf-8")
    assert {"A": "blue", "B": "red"} == msgspec.json.decode(said(file)[0])["colours"]


@pytest.mark.parametrize("line", ["Ben: B1 to R6", "Ben: 1 to R6", "Ben：1 launch to R6"])
def test_who_acts_may_stand_before_a_colon(file: Path, line: str) -> None:
    file.write_text(EVENING.replace("Ada plays 5", "Ada: plays 5") + f"\n{line}\n", "utf-8")
    *_, summary = check_file(file)
    assert isinstance(summary, Summary)
    assert (10, 0, 0) == (summary.accepted, summary.refused, summary.malformed)


def test_nobody_acts_for_somebody_else_before_a_colon(file: Path) -> None:
    file.write_text(EVENING.replace("Ada plays 5", "Ada: B plays 5"), "utf-8")
    assert (8, 6) == wrong(file)[:2]


@pytest.mark.parametrize(
    ("line", "rest"),
    [("Ada 5, Ben 6, Chie 3", "Ben 6, Chie 3"), ("Ada 5 Ben 6", "Ben 6"), ("Ada: 5; Ben: 6", "Ben: 6")],
)
def test_several_acts_on_a_line_are_told_apart(file: Path, line: str, rest: str) -> None:
    file.write_text(f"Game: Niagara\nSeats: Ada, Ben, Chie\n{line}\n", "utf-8")
    (found,) = [one for one in check_file(file) if isinstance(one, Checked) and one.verdict != "accepted"]
    assert found.refused is not None
    assert ("record.one_act_a_line", rest) == (found.refused.reason, found.refused.args["text"])
    assert rest == line[found.column - 1 :].strip(" ,;")


def test_a_line_that_says_nothing_known_is_answered_with_whole_acts_where_they_are_few(file: Path) -> None:
    file.write_text(EVENING.replace("A2 launch to S5", "A2 jumps\nB hops") + "zzz\n", "utf-8")
    *_, expected = wrong(file)
    assert "launch to S5" in expected
    file.write_text(EVENING.replace("A2 launch to S5", "zzz"), "utf-8")
    *_, expected = wrong(file)
    assert "A2 launch to S5" in expected
    assert "Ada" not in expected


def test_a_closing_that_all_agreed_to_is_read(file: Path) -> None:
    file.write_text(f"{SHORT}Ada plays 5\ntable closed agreed by Ada Ben Chie\n", "utf-8")
    told = [one for one in check_file(file) if isinstance(one, Checked)]
    assert ["accepted"] * 3 == [one.verdict for one in told]


SHORT = "Game: Niagara\nSeats: A = Ada, B = Ben, C = Chie\n\n"


def problems(file: Path, text: str, lang: str) -> list[tuple[str, int | None, tuple[str, ...]]]:
    """Read a text for a reader of a language: why each wrong line is wrong, its column, what could stand."""
    file.write_text(text, "utf-8")
    lines = lines_of_file(file, lang)()
    return [
        (line.problem.reason, line.column, line.expected) for _, line in lines if isinstance(line, Unread)
    ]


@pytest.mark.parametrize(
    "label", ["1. ", "1.", "1、", "１．", "1) ", "(1) ", "（1）", "①", "1: ", "1 ", "一、", "1。"]
)
def test_lines_are_numbered_as_people_number_them(file: Path, label: str) -> None:
    numbered = (
        f"{label}Ada plays 5\n{label.translate({49: '2', 65297: '2', 9312: '②', 19968: '二'})}Ben plays 6\n"
    )
    file.write_text(f"{SHORT}{numbered}take back to 1\n", "utf-8")
    told = [one for one in check_file(file) if isinstance(one, Checked)]
    assert ["accepted"] * 4 == [one.verdict for one in told]


@pytest.mark.parametrize(
    ("numeral", "number"), [("三", 3), ("十", 10), ("十二", 12), ("二十", 20), ("二十三", 23)]
)
def test_numbers_in_words_are_read(numeral: str, number: int) -> None:
    """As Chinese and Japanese lists are numbered."""
    assert (number, "艾达出5") == take_label(f"{numeral}、艾达出5")


@pytest.mark.parametrize(("lang", "among"), [("en", "plays 5"), ("zh-Hans", "出 5"), ("ja", "5を出す")])
def test_a_hint_is_in_the_readers_language_alone(file: Path, lang: str, among: str) -> None:
    for line in ("Ada plai 5", "7 plays 5", "Foo plays 5", "艾达出5"):
        ((_, _, expected),) = problems(file, f"{SHORT}{line}\n", lang)
        others = {word for each in LANGUAGES if each != lang for word in ("take back", "撤回", "取り消し")}
        own = {"en": "take back", "zh-Hans": "撤回", "ja": "取り消し"}[lang]
        assert not [said for said in expected for word in others - {own} if word in said]
    ((_, _, expected),) = problems(file, f"{SHORT}Ada plai 5\n", lang)
    assert among in expected


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("1、Ada plai 5", 7),
        ("2 Ada plays 5 and 6", 15),
        ("7 plays 5", 1),
        ("\u200bAda plai 5", 6),
        ("Ａｄａ　plai 5", 5),
    ],
)
def test_a_hint_points_at_the_place_it_means(file: Path, line: str, column: int) -> None:
    assert [column] == [at for _, at, _ in problems(file, f"{SHORT}{line}\n", "en")]


@pytest.mark.parametrize(
    ("seats", "why", "column"),
    [
        ("Seats: A = C, B = A, C = B", "table.named_as_seat", 12),
        ("Seats: A = Ada, B = Ben, C = Ben", "table.look_alike", 30),
        ("Seats:", "notation.incomplete", 7),
    ],
)
def test_seats_that_cannot_be_are_answered_where_they_stand(
    file: Path, seats: str, why: str, column: int
) -> None:
    ((reason, at, _),) = problems(file, f"Game: Niagara\n{seats}\n\nAda plays 5\n", "en")
    assert (why, column) == (reason, at)


def test_the_table_of_an_old_log_is_written_so_that_it_means_the_same() -> None:
    opened = TableOpened(
        game="niagara", edition="ja", seats=("A", "B", "C"), names={"A": "C", "B": "A", "C": "B"}
    )
    written = list(Writer([opened, PaddleChosen("A", 5), PaddleChosen("C", 2)], "en").write())
    assert 'Seats: "A" = C, "B" = A, "C" = B' in written
    read = [json.decode(line) for _, line in read_text(enumerate((line.encode() for line in written), 1))]
    assert [("A", 5), ("C", 2)] == [(one["seat"], one["card"]) for one in read[1:]]


HOME = "Game: Niagara\nSeats: A, B, C\n\nA plays 5\nB plays 6\nC plays 3\nA2 launch to S5\n"


def last_of(file: Path, line: str) -> str | None:
    file.write_text(f"{HOME}{line}\n")
    *_, last, _ = check_file(file)
    assert isinstance(last, Checked)
    return last.type


def test_a_line_that_an_act_of_the_game_claims_is_never_a_word_of_the_table(file: Path) -> None:
    """A game whose turn ends by going home; that the table is meant can be said first, in any language."""
    with rename_act("niagara", "turn_ended", "en", "notation", "{seat:seat} goes home"):
        assert "turn_ended" == last_of(file, "A goes home")
        assert "seat_left" == last_of(file, "at the table: A goes home")
        assert "seat_left" == last_of(file, "卓で：Aが先に帰る")
    assert "seat_left" == last_of(file, "A goes home")
    assert "seat_left" == last_of(file, "Table: A goes home")


def test_a_word_of_the_table_is_written_the_longer_way_where_an_act_claims_the_line(file: Path) -> None:
    """And only there; either reads back."""
    file.write_text(HOME)
    state = replay(open_file(file)).state
    assert "A goes home" == write_shared(state, SeatLeft("A"), "en")
    with rename_act("niagara", "turn_ended", "en", "notation", "{seat:seat} goes home"):
        line = write_shared(state, SeatLeft("A"), "en")
        assert "at the table: A goes home" == line
        assert "seat_left" == last_of(file, line)
