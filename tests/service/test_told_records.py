"""A record that tells positions: its acts are worked out, or are the lines below; it comes back as it was."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.base import Event, type_of
from events.envelope import encode
from events.stores.memory import MemoryStore
from events.table import PositionTold
from referee.kernel.game import NotationError
from referee.kernel.registry import codec_for, find_game
from referee.kernel.shared import ALL_SHARED
from referee.l10n import LANGUAGES, say
from referee.service.catch_up.catch_up import catch_up
from referee.service.catch_up.told import make_told, public_facts
from referee.service.facts_in_brief import read_brief, write_brief, write_exactly
from referee.service.files.check import Checked, Summary, make_checker
from referee.service.files.exporting import export_record, export_text
from referee.service.files.file_lines import numbered_lines
from referee.service.files.importing import import_file, open_file
from referee.service.files.record_file import check_file
from referee.service.logs.sources import StoredLog
from referee.service.simulation.simulate import FIRST_MOMENT
from referee.service.tables.request import Request, of_all
from referee.service.tables.table import load_table
from tests.architecture.sources import ROOT
from tests.stages import slow

HEAD = """\
Game: Niagara
Seats: A = Ada, B = Ben, C = Chie

"""
CARDS = """\
Round 1
Ada plays 5
Ben plays 6
Chie plays 3
"""
EVENING = HEAD + CARDS + "Now: A2 S3 amethyst\nNow: B1 L6; C2 S3  # that was quick\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "evening.txt"


def entries(path: Path) -> list[tuple[int, str, int | None, Event]]:
    """Return what a record becomes in a log: kind, cause, event of each entry."""
    codec = codec_for(msgspec.json.decode(next(open_file(path).lines()))["event"]["game"])
    found = [codec.entry(line) for line in open_file(path).lines()]
    return [(entry.seq, entry.kind, entry.cause, entry.event) for entry in found]


def acts(path: Path) -> list[tuple[str, int | None]]:
    return [(type_of(event), cause) for _, kind, cause, event in entries(path) if kind != "consequence"]


def refused(path: Path) -> Checked:
    (found,) = [one for one in check_file(path) if isinstance(one, Checked) and one.verdict != "accepted"]
    return found


def state_of(game: str, lines: int) -> Any:
    """Return the state after so many lines of a game's demonstration."""
    numbered = list(numbered_lines(ROOT / "referee" / "games" / game / "demo.jsonl"))[:lines]
    checker = make_checker(lambda: iter(numbered))
    for number, line in numbered:
        checker.take(number, line)
    return checker.state


def test_the_acts_of_a_position_are_worked_out_with_it_as_their_cause(file: Path) -> None:
    file.write_text(EVENING)
    assert acts(file)[4:] == [
        ("position_told", None),
        ("canoe_moved", 7),
        ("position_told", None),
        ("canoe_moved", 11),
        ("canoe_moved", 11),
        ("remarked", None),
    ]


def test_what_was_worked_out_is_among_what_followed_of_the_line(file: Path) -> None:
    file.write_text(EVENING)
    told = [one for one in check_file(file) if isinstance(one, Checked) and one.type == "position_told"]
    assert [type_of(event) for event in told[0].consequences] == [
        "canoe_moved",
        "turn_passed",
        "paddle_revealed",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_exported_position_reads_back_to_the_same_entries(file: Path, lang: str) -> None:
    """With its acts below it, so that nothing has to be worked out again."""
    file.write_text(EVENING)
    text = list(export_text(open_file(file), lang))
    again = file.with_name("again.txt")
    again.write_text("\n".join(text) + "\n", "utf-8")
    assert entries(file) == entries(again)
    assert text == list(export_text(open_file(again), lang))


def test_an_exported_position_is_written_with_its_acts_below(file: Path) -> None:
    file.write_text(EVENING)
    assert list(export_text(open_file(file), "en"))[-6:] == [
        "Now: A2 S3 amethyst",
        "A2 launch to S3, load amethyst",
        "Now: B1 L6; C2 S3",
        "B1 launch to L6",
        "C2 launch to S3",
        "# that was quick",
    ]


def test_a_record_of_json_reads_back_to_the_same_entries(file: Path) -> None:
    file.write_text(EVENING)
    again = file.with_name("again.jsonl")
    again.write_bytes(b"".join(line + b"\n" for line in export_record(open_file(file))))
    assert entries(file) == entries(again)


def test_acts_that_do_not_lead_to_the_position_were_done_after_it(file: Path) -> None:
    """The first act below it cannot be before it, so its own are worked out."""
    file.write_text(HEAD + CARDS + "Now: A2 S3 amethyst\nB1 launch to L6\n")
    assert acts(file)[4:] == [("position_told", None), ("canoe_moved", 7), ("canoe_moved", None)]


def test_its_acts_end_with_the_first_turn_after_which_it_holds(file: Path) -> None:
    file.write_text(HEAD + CARDS + "Now: A2 S3 amethyst\nA2 launch to S3, load amethyst\nB1 launch to L6\n")
    assert acts(file)[4:] == [("position_told", None), ("canoe_moved", 7), ("canoe_moved", None)]


def test_a_heading_and_a_remark_may_stand_among_its_acts(file: Path) -> None:
    below = "A2 launch to S3, load amethyst\n# then\nRound 1\nB1 launch to L6\nC2 launch to S3\n"
    file.write_text(HEAD + CARDS + "Now: B1 L6; C2 S3\n" + below)
    assert acts(file)[5:] == [
        ("canoe_moved", 7),
        ("remarked", None),
        ("canoe_moved", 7),
        ("canoe_moved", 7),
    ]


def test_what_followed_from_its_acts_may_be_written_out(file: Path) -> None:
    opened = {"type": "table_opened", "game": "niagara", "seats": ["A", "B", "C"]}
    cards = [{"type": "paddle_chosen", "seat": seat, "card": n} for seat, n in (("A", 5), ("B", 6), ("C", 3))]
    told = {"type": "position_told", "position": {"canoes": {"B": {"1": {"at": "L6"}}}}}
    moved = {"type": "canoe_moved", "seat": "A", "canoe": 1, "to": "S5"}
    shown = {"type": "paddle_revealed", "seat": "B", "card": 6}
    last = {"type": "canoe_moved", "seat": "B", "canoe": 1, "to": "L6"}
    lines = map(msgspec.json.encode, [opened, *cards, told, moved, shown, last])
    file.write_bytes(b"\n".join(lines))
    assert acts(file)[4:] == [("position_told", None), ("canoe_moved", 7), ("canoe_moved", 7)]


def _tell_by_turns(game: str) -> Iterator[tuple[bytes, bool]]:
    """Yield the accepted lines of a demonstration, before those of each turn the position at its end.

    With each, whether it is an act of a position told.
    """
    own = find_game(game)
    numbered = list(numbered_lines(ROOT / "referee" / "games" / game / "demo.jsonl"))
    checker = make_checker(lambda: iter(numbered))
    begun, turn = None, list[tuple[bytes, bool]]()
    for number, line in numbered:
        before = checker.state
        if checker.take(number, line).verdict != "accepted" or checker.event is None:
            continue
        is_act = not isinstance(checker.event, ALL_SHARED)
        begun = before if begun is None else begun
        turn.append((line, is_act))
        if not is_act or _turn(own, checker.state) != _turn(own, before):
            was, now = (public_facts(own, state) if state else {} for state in (begun, checker.state))
            changed = [path for path in now if was.get(path) != now[path]]
            if changed and all(is_act for _, is_act in turn):
                yield encode(make_told(own, changed, checker.state)), False
                yield from turn
            else:
                yield from ((line, False) for line, _ in turn)
            begun, turn = None, []
    yield from ((line, False) for line, _ in turn)


def _turn(game: Any, state: Any) -> Any:
    return None if state is None else (game.counter(state), game.turn(state), game.winners(state) is not None)


@slow
@pytest.mark.parametrize("game", ["niagara", "powerboats", "lifeboat"])
def test_a_game_with_a_position_before_each_turn_is_read_without_a_search(game: str, file: Path) -> None:
    """Every act is one of the position before it, and comes back so from a text."""
    lines = list(_tell_by_turns(game))
    file.write_bytes(b"\n".join(line for line, _ in lines))
    assert [is_told for _, is_told in lines] == [cause is not None for _, cause in acts(file)]
    text = file.with_name("again.txt")
    text.write_text("\n".join(export_text(open_file(file), "zh-Hans")), "utf-8")
    assert entries(file) == entries(text)


def test_a_position_that_is_so_already_has_no_acts(file: Path) -> None:
    file.write_text(HEAD + CARDS + "Now: weather 0\nA2 launch to S3, load amethyst\n")
    assert acts(file)[4:] == [("position_told", None), ("canoe_moved", None)]


def test_a_position_can_be_taken_back(file: Path) -> None:
    file.write_text(HEAD + CARDS + "Now: A2 S3 amethyst\ntake back\nA1 launch to S5\n")
    assert acts(file)[4:] == [
        ("position_told", None),
        ("canoe_moved", 7),
        ("taken_back", None),
        ("canoe_moved", None),
    ]
    *_, summary = check_file(file)
    assert isinstance(summary, Summary)
    assert summary.position.canoes["A"]["2"].at == "land"


def test_a_position_has_a_number_where_a_line_names_it(file: Path) -> None:
    """Everything after it goes: not the acts that are its own."""
    file.write_text(HEAD + CARDS + "7. Now: A2 S3 amethyst\nB1 launch to L6\ntake back to 7\n")
    *_, summary = check_file(file)
    assert isinstance(summary, Summary)
    at = {seat: (canoes["1"].at, canoes["2"].at) for seat, canoes in summary.position.canoes.items()}
    assert at == {"A": ("land", "S3"), "B": ("land", "land"), "C": ("land", "land")}


WRITTEN_OUT = "7. Now: A2 S3 amethyst; B1 L6\nA2 launch to S3, load amethyst\n8. B1 launch to L6\n"


@pytest.mark.parametrize(
    ("back", "at"), [("take back", "land"), ("take back to 7", "S3"), ("take back to 8", "S3")]
)
def test_a_position_is_taken_back_with_the_acts_below_it(file: Path, back: str, at: str) -> None:
    after = "" if back == "take back" else "C1 launch to S3\n"
    file.write_text(HEAD + CARDS + WRITTEN_OUT + after + back + "\n")
    *_, summary = check_file(file)
    assert isinstance(summary, Summary)
    assert (0, 0, at) == (summary.refused, summary.malformed, summary.position.canoes["A"]["2"].at)


def test_a_position_is_never_parted_from_its_acts(file: Path) -> None:
    file.write_text(EVENING)
    lines = [*export_record(open_file(file)), b'{"type": "taken_back", "to": 7}']
    file.write_bytes(b"\n".join(lines))
    found = refused(file)
    assert ("record.told_parted", {"first": 7, "last": 9}) == (found.why.reason, found.why.args)


def test_an_imported_log_with_positions_is_copied_entry_for_entry(file: Path) -> None:
    file.write_text(EVENING)
    store = MemoryStore()
    import_file(store, file, "evening")
    log = file.with_name("log.jsonl")
    log.write_bytes(b"".join(line + b"\n" for line in store.read("evening")))
    import_file(store, log, "again")
    codec = codec_for("niagara")
    here, there = ([codec.entry(line) for line in store.read(name)] for name in ("evening", "again"))
    assert [(each.seq, each.cause, each.event) for each in here] == [
        (each.seq, each.cause, each.event) for each in there
    ]


@pytest.mark.parametrize("form", ["text", "record", "log"])
def test_what_a_table_caught_up_with_comes_back_from_any_file(file: Path, form: str) -> None:
    """Each entry, and what it was worked out from; what was taken back before it, too."""
    file.write_text(HEAD + CARDS + "A1 launch to S5\nB1 launch to L6\ntake back 2\n")
    store = MemoryStore()
    import_file(store, file, "evening", clock=lambda: FIRST_MOMENT)
    table = load_table(store, "evening", clock=lambda: FIRST_MOMENT)
    facts = {"canoes.A.2.at": "S3", "canoes.A.2.gem": "amethyst"}
    assert "recorded" == catch_up(table, Request(of_all(table.state)), facts).verdict
    log = StoredLog(store, "evening")
    lines = {
        "text": lambda: (line.encode() for line in export_text(log, "ja")),
        "record": lambda: export_record(log),
        "log": lambda: store.read("evening"),
    }
    file.write_bytes(b"".join(line + b"\n" for line in lines[form]()))
    told = [codec_for("niagara").entry(line) for line in store.read("evening")]
    assert [(each.seq, each.kind, each.cause, each.event) for each in told] == entries(file)
    assert [("position_told", None), ("canoe_moved", 14)] == acts(file)[-2:]


def test_of_several_ways_it_is_said_what_somebody_did(file: Path) -> None:
    file.write_text(HEAD + CARDS + "Now: turns taken Ada\n")
    found = refused(file)
    assert (found.line, found.rules, found.why.reason) == (8, ("TAB-TOLD-01",), "record.told_which_acts")
    for lang in LANGUAGES:
        assert "S5" in say(found.why.reason, lang, names={"A": "Ada"}, **found.why.args)


def test_of_several_ways_a_fact_is_asked_and_written_as_a_record_has_it(file: Path) -> None:
    file.write_text(HEAD + CARDS + "Now: A1 land; turns taken Ada\n")
    found = refused(file)
    assert "record.told_which_fact" == found.why.reason
    for option in found.why.args["lines"]:
        file.write_text(HEAD + CARDS + f"Now: A1 land; turns taken Ada; {option['what']}\n")
        *_, summary = check_file(file)
        assert isinstance(summary, Summary)
        assert (0, 0) == (summary.refused, summary.malformed)


def test_where_no_way_leads_there_the_nearest_is_shown(file: Path) -> None:
    file.write_text(HEAD + CARDS + "Now: A2 S4 amethyst; turns taken Ada\n")
    found = refused(file)
    assert "record.told_none" == found.why.reason
    assert ["S3"] == [act.to for act in found.why.args["acts"]]
    assert "A2 S3 amethyst" == write_brief(
        find_game("niagara"), state_of("niagara", 1), found.why.args["facts"].position, "en"
    )


@pytest.mark.parametrize(
    ("line", "column", "text"),
    [
        ("Now: A9 S3", 6, "A9 S3"),
        ("Now: A1 S3 diamond; B2 wood", 21, "B2 wood"),
        ("5. now: weather mild", 9, "weather mild"),
        ("现在：A1 S3；天气 好", 10, "天气 好"),
    ],
)
def test_what_is_no_fact_is_named_where_it_stands(file: Path, line: str, column: int, text: str) -> None:
    file.write_text(HEAD + CARDS + line + "\n", "utf-8")
    found = refused(file)
    assert (8, column, "record.no_fact") == (found.line, found.column, found.why.reason)
    assert text == found.why.args["text"]


BRIEF = [
    ("niagara", "A1 S3 diamond; B2 L6; weather +1", "A1 S3 diamond; B2 L6; weather +1"),
    ("niagara", "Ada 1 S3 钻石；Ben2 lost；天气 +1", "A1 S3 diamond; B2 lost over the falls; weather +1"),
    ("niagara", "A1 S3; A gems ashore ruby 2; ring Ben", "A1 S3; A gems ashore ruby 2; life ring Ben"),
    ("niagara", 'canoes.A.1.at=S3 canoes.A.1.gem="ruby" weather=-1', "A1 S3 ruby; weather -1"),
    ("powerboats", "Ruth 10,8 SW damage 2; turn くろ", "red 10,8 south-west damage 2; turn くろ"),
    ("powerboats", "red 西南 10,8 骰子 2 1", "red 10,8 south-west dice 2,1"),
    ("lifeboat", "Ann wounds 2; birds 3; ben cards knife", None),
]


@pytest.mark.parametrize(("game", "text", "written"), BRIEF)
def test_facts_are_read_in_brief_and_written_in_each_language(
    game: str, text: str, written: str | None
) -> None:
    """What is written reads back as the same position."""
    own, state = find_game(game), state_of(game, 30)
    told = _told(game, read_brief(own, state, text))
    for lang in LANGUAGES:
        line = write_brief(own, state, told.position, lang)
        assert "=" not in line
        assert told == _told(game, read_brief(own, state, line))
    assert told == _told(game, read_brief(own, state, write_exactly(told.position)))
    assert written in {None, write_brief(own, state, told.position, "en")}


def _told(game: str, position: dict[str, Any]) -> PositionTold[Any]:
    line = msgspec.json.encode({"type": "position_told", "position": position})
    told = codec_for(game).event(line)
    assert isinstance(told, PositionTold)
    return told


def test_a_canoe_that_is_only_said_to_carry_a_gem_is_where_it_was() -> None:
    own, state = find_game("niagara"), state_of("niagara", 30)
    at = own.position(state, None).canoes["A"]["1"].at
    assert read_brief(own, state, "A1 ruby") == {"canoes": {"A": {"1": {"gem": "ruby", "at": at}}}}


def test_a_clause_that_could_be_of_two_canoes_is_none() -> None:
    with pytest.raises(NotationError):
        read_brief(find_game("niagara"), state_of("niagara", 30), "Ada S3")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_reason_and_who_agreed_come_back(file: Path, lang: str) -> None:
    told = _told("niagara", {"canoes": {"A": {"2": {"at": "S3", "gem": "amethyst"}}}})
    line = msgspec.structs.replace(told, reason="we forgot", agreed=("A", "B", "C"))
    file.write_text(HEAD + CARDS + encode(line).decode() + "\n")
    text = list(export_text(open_file(file), lang))
    assert "(we forgot)" in text[-2]
    file.write_text("\n".join(text), "utf-8")
    assert line in [event for _, _, _, event in entries(file)]
