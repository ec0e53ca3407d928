"""`check`, `audit`, `export`, `import`, `simulate`: logs and records."""

import json

import pytest

from referee.l10n import LANGUAGES, say
from tests.cli.conftest import DEMO, OPENED


def laid(cards="432"):
    return [
        {"type": "paddle_chosen", "seat": seat, "card": int(card)}
        for seat, card in zip("ABC", cards, strict=True)
    ]


def test_a_sound_record_is_fine(run, record):
    path = record(OPENED, *laid())
    done = run("check", path)
    assert (0, f"{path}: 4 accepted, 0 refused, 0 malformed.\n", "") == done


def test_a_refused_line_is_named_as_a_linter_would(run):
    """File, line, rule; then rule text, board, possibilities and help."""
    done = run("check", DEMO)
    assert 1 == done.code
    assert done.err.startswith(f"{DEMO}:43: NIA-STEAL-01 Only a canoe going upstream steals")
    assert "help: referee rule NIA-STEAL-01" in done.err
    assert "we" not in done.out


def test_check_in_json_has_one_object_a_line_and_a_summary(run, record):
    *lines, last = run("check", record(OPENED, *laid(), laid()[0]), "--json").objects
    assert [{"line", "type", "verdict", "rules", "message", "consequences"}] * 5 == [
        set(line) for line in lines
    ]
    assert ["accepted"] * 4 + ["refused"] == [line["verdict"] for line in lines]
    assert ["turn_passed", "paddle_revealed"] == [event["type"] for event in lines[3]["consequences"]]
    assert {"accepted", "refused", "malformed", "phase", "turn", "position", "winners"} == set(
        last["summary"]
    )
    assert (4, 1, 0, "turn", "A") == tuple(
        last["summary"][field] for field in ("accepted", "refused", "malformed", "phase", "turn")
    )


def test_keep_going_skips_what_is_refused(run):
    done = run("check", DEMO, "--keep-going")
    assert 1 == done.code
    assert f"{DEMO}: 124 accepted, 1 refused, 0 malformed.\nAda and Ben win together.\n" == done.out


def test_without_keep_going_it_stops_at_the_first(run):
    assert 42 == run("check", DEMO, "--json").objects[-1]["summary"]["accepted"]


def test_check_reads_stdin(run):
    done = run("check", "-", stdin=json.dumps(OPENED) + "\n")
    assert (0, "-: 1 accepted, 0 refused, 0 malformed.\n") == done[:2]


def test_a_table_comes_out_and_goes_in_again(run, first_turn, place):
    run("do", first_turn, "A1 launch to S4")
    run("export", first_turn, "--out", "log.jsonl")
    done = run("import", "log.jsonl", "--table", "copy", "--db", place / "other.db")
    assert (0, "copy\n") == done[:2]
    shown = [run("show", name, "--json", "--db", db).object for name, db in (
        (first_turn, place / "tables.db"), ("copy", place / "other.db"),
    )]  # fmt: skip
    assert shown[0]["position"] == shown[1]["position"]
    assert shown[0]["revision"] == shown[1]["revision"]


def test_a_record_comes_out_and_checks(run, first_turn):
    run("export", first_turn, "--to", "record", "--out", "record.jsonl")
    assert 0 == run("check", "record.jsonl").code
    assert 4 == len(run("export", first_turn, "--to", "record").objects)


def test_notes_are_markdown(run, first_turn):
    run("back", first_turn)
    notes = run("export", first_turn, "--to", "md").out
    assert notes.startswith("# evening\n")
    assert "~~Chie lays a card face down.~~" in notes


def test_an_audit_of_a_sound_log_is_one_line(run, first_turn):
    done = run("audit", first_turn)
    assert (0, "evening: 6 entries; chain whole, every fact follows, nothing lost.\n", "") == done
    verdict = {"audited": "evening", "entries": 6, "sound": True, "never_opened": []}
    assert verdict == run("audit", first_turn, "--json").object


def test_an_edited_log_is_found_and_named_by_seq(run, first_turn, place):
    """Somebody turned a 3 into a 6."""
    lines = run("export", first_turn).out.replace('"seat":"B","card":3', '"seat":"B","card":6')
    (place / "edited.jsonl").write_text(lines)
    for command in (
        ("audit",),
        ("check",),
        ("show",),
        ("import",),
        ("log",),
        ("replay",),
        ("export",),
        ("legal",),
    ):
        done = run(*command, "edited.jsonl", "--db", place / "other.db")
        assert 3 == done.code, command
        assert "3" in done.err + done.out
    assert 0 == run("show", "edited.jsonl", "--at", 2).code


def test_what_is_before_damage_can_still_be_read(run, first_turn, place):
    whole = run("export", first_turn).out
    (place / "torn.jsonl").write_text(whole[:-100])
    for command, fifth in (
        ("log", "It is Ada's turn."),
        ("replay", "It is Ada's turn."),
        ("export", '"seq":5'),
    ):
        done = run(command, "torn.jsonl")
        assert 3 == done.code
        assert fifth in done.out
        assert "Entry 6 is torn" in done.err
    assert 0 == run("show", "torn.jsonl", "--at", 5).code


def test_a_simulation_is_the_same_for_the_same_seed(run, place):
    for folder in ("one", "two"):
        assert (
            0
            == run("simulate", "niagara", "--games", 2, "--seed", 7, "--max-rounds", 8, "--out", folder).code
        )
    names = sorted(path.name for path in (place / "one").iterdir())
    assert ["niagara-7-1.jsonl", "niagara-7-2.jsonl"] == names
    for name in names:
        assert (place / "one" / name).read_bytes() == (place / "two" / name).read_bytes()
        assert 0 == run("check", place / "one" / name).code
        assert 0 == run("audit", place / "one" / name).code


def test_a_simulation_that_cannot_open_says_why(run):
    done = run("simulate", "niagara", "--players", 2, "--out", "games")
    assert 1 == done.code
    assert "NIA-SETUP-01" in done.err


NIAGARA = """\
Game: Niagara
Seats: A = Ada, B = Ben, C = Chie
A plays 4
B plays 3
C plays 2
"""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("before", "line", "sets"),
    [
        (NIAGARA, "B1 launch to S3", "canoes.B.1.at"),
        (NIAGARA, "A1 launch to S3", "canoes.A.1.at"),
        (NIAGARA, "C2 launch to S2", "canoes.C.2.at"),
    ],
)
def test_what_a_check_says_to_write_plays_the_refused_act(run, place, lang, before, line, sets):
    """Before the line or in its place, in the reader's language; then the record holds."""
    (place / "game.txt").write_text(f"{before}{line}\n")
    told = run("check", "game.txt", "--lang", lang).err
    for id, kept in (("cli.write_before", f"{line}\n"), ("cli.write_instead", "")):
        begins = say(id, lang, line="")
        for written in (each.removeprefix(begins) for each in told.splitlines() if each.startswith(begins)):
            (place / "game.txt").write_text(f"{before}{written}\n{kept}")
            assert sets in written
            assert run("check", "game.txt").code == 0
            return
    raise AssertionError(told)
