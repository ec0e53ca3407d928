"""`show`, `legal`, `log`, `replay`: looking at a table or a file."""

import json

import pytest

from events.stores import open_store
from tests.cli.conftest import DEMO, OPENED

FIELDS = {"game", "edition", "phase", "turn", "revision", "position", "winners"}


def test_show_draws_the_board(run, first_turn):
    """The board comes first; nothing is asked."""
    done = run("show", first_turn)
    assert (0, "") == (done.code, done.err)
    assert done.out.startswith("Niagara  Round 1  Ada plays a 4\n")


def test_show_in_json_has_the_public_fields(run, first_turn):
    shown = run("show", first_turn, "--json").object
    assert set(shown) >= FIELDS
    assert ("niagara", "zh", "turn", "A", None) == tuple(
        shown[field] for field in ("game", "edition", "phase", "turn", "winners")
    )


def test_the_position_shown_is_what_a_correction_accepts(run, first_turn):
    position = run("show", first_turn, "--json").object["position"]
    event = json.dumps({"type": "corrected", "position": position, "reason": "the same again"})
    assert 0 == run("do", first_turn, "--event", event).code
    assert position == run("show", first_turn, "--json").object["position"]


def test_show_at_an_entry_is_what_the_table_believed_then(run, first_turn):
    run("do", first_turn, "A1 launch to S4")
    seq = next(
        row["seq"]
        for row in run("log", first_turn, "--json").objects
        if row["event"]["type"] == "canoe_moved"
    )
    run("back", first_turn)
    then = run("show", first_turn, "--at", seq, "--json").object["position"]["canoes"]["A"]["1"]["at"]
    now = run("show", first_turn, "--json").object["position"]["canoes"]["A"]["1"]["at"]
    assert ("S4", "land") == (then, now)


@pytest.mark.parametrize("at", [0, 99])
def test_show_at_an_entry_there_is_not(run, evening, at):
    done = run("show", evening, "--at", at)
    assert 2 == done.code
    assert f"evening has no entry {at}; its entries are 1 to 1" in done.err


def test_show_draws_svg_into_a_file(run, evening, place):
    done = run("show", evening, "--svg", "board.svg")
    assert (0, "") == (done.code, done.out)
    assert (place / "board.svg").read_text("utf-8").startswith("<svg")


def test_show_of_a_seat_that_does_not_sit_there(run, evening):
    done = run("show", evening, "--as", "Z")
    assert 2 == done.code
    assert "Seats: A (Ada), B (Ben), C (Chie)" in done.err


def test_a_record_is_shown_by_line(run, record):
    path = record(OPENED, *({"type": "paddle_chosen", "seat": seat, "card": 4} for seat in "ABC"))
    assert ("choose", "turn") == tuple(
        run("show", path, "--at", at, "--json").object["phase"] for at in (3, 4)
    )


def test_a_record_that_stops_can_be_read_up_to_there(run):
    assert 0 == run("show", DEMO, "--at", 42).code
    done = run("show", DEMO)
    assert 1 == done.code
    assert f"{DEMO}:43: NIA-STEAL-01" in done.err


def test_legal_lists_labels_notation_and_events(run, first_turn):
    """What one would do, in the reader's words; the exact lines where they are asked for."""
    lines = run("legal", first_turn).out.splitlines()
    objects = run("legal", first_turn, "--json").objects
    assert lines == [f"{n:>3}  Ada: {each['label']}" for n, each in enumerate(objects, 1)]
    assert lines[0] == "  1  Ada: Canoe 1 from land to S4"
    exact = run("legal", first_turn, "--notation").out.splitlines()
    assert exact == [each["notation"] for each in objects]
    assert exact[0] == "A1 launch to S4"
    assert {"type", "seat", "canoe", "to", "via", "before", "after", "steal", "during", "steal_first"} == set(
        objects[0]["event"]
    )


def test_every_legal_line_is_accepted(run, first_turn):
    for each in run("legal", first_turn, "--json").objects[:4]:
        assert 0 == run("do", first_turn, each["label"]).code
        assert 0 == run("back", first_turn).code
        assert 0 == run("do", first_turn, each["notation"]).code
        assert 0 == run("back", first_turn).code
        assert 0 == run("do", first_turn, "--event", json.dumps(each["event"])).code
        assert 0 == run("back", first_turn).code


def test_legal_of_a_seat_out_of_turn_is_empty(run, first_turn):
    assert (0, "") == run("legal", first_turn, "--seat", "B", "--json")[:2]


def test_a_secret_choice_is_listed_for_its_seat_only(run, evening):
    done = run("legal", evening)
    assert "" == done.out
    assert "Ada chooses in secret" in done.err
    assert "  Lay a 1" in run("legal", evening, "--seat", "A").out.splitlines()


def test_the_log_tells_every_entry(run, first_turn):
    lines = run("log", first_turn).out.splitlines()
    assert "    2   Ada lays a 4 face down." in lines
    assert "    5     It is Ada's turn." in lines


def test_the_end_of_a_log(run, first_turn):
    assert 2 == len(run("log", first_turn, "--last", 2).out.splitlines())


def test_replay_tells_the_log_and_ends_with_the_board(run, first_turn):
    out = run("replay", first_turn).out
    assert "    2 Ada lays a 4 face down.\n" in out
    assert "Niagara  Round 1  Ada plays a 4" in out


def test_replay_of_every_action_draws_every_board(run, first_turn):
    assert 4 == run("replay", first_turn, "--every").out.count("rope")


def test_replay_step_by_step_waits(run, first_turn):
    done = run("replay", first_turn, "--step", stdin="\nq\n")
    assert "    2 Ada lays a 4 face down.\n" in done.out
    assert "Chie lays" not in done.out


def test_replay_in_json_is_one_object_an_entry(run, first_turn):
    objects = run("replay", first_turn, "--to", 3, "--json").objects
    assert [1, 2, 3] == [each["seq"] for each in objects]
    assert "canoes" in objects[-1]["position"]


@pytest.mark.parametrize("command", ["legal", "show"])
def test_who_looks_at_a_log_that_ends_before_the_deal_has_sat_down(run, place, command):
    assert (
        0 == run("new", "lifeboat", "--seats", "A,B,C,D,E,F", "--chance", "referee", "--table", "boat").code
    )
    with open_store("tables.db") as store:
        lines = list(store.read("boat"))
    with open_store("cut.db", create=True) as cut:
        cut.create("boat", lines[:1])
    whole, done = run(command, "boat"), run(command, "boat", "--db", "cut.db")
    assert (whole.out, whole.err) == (done.out, done.err)
    with open_store("cut.db") as cut:
        assert len(lines) == cut.head("boat").revision
