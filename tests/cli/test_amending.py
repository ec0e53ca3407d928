"""Take back, tell again, amend at a terminal: what is offered, what it stops at, and the ways on."""

import pytest

from tests.cli.conftest import ROOT

GAMES = ROOT / "fixtures" / "games"
RECORDS = [
    GAMES / "niagara" / "tie-shared-4p-zh.jsonl",
    GAMES / "powerboats" / "two-tie.jsonl",
    GAMES / "lifeboat" / "disputed-5p-en.jsonl",
]
each_record = pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.parent.name)


@pytest.fixture
def launched(run, evening):
    """A 6 paddled out to S4: entry 7, after which Ben turns up a 5."""
    for line in ("A plays 6", "B plays 5", "C plays 4", "A1 launch to S4, load diamond"):
        assert run("do", evening, line).code == 0
    return evening


@each_record
def test_the_opening_cannot_be_amended(run, record):
    """Whatever is said in its place, in every game."""
    run("import", record, "--table", "t")
    for line in ("A plays 3", '{"type":"turn_ended","seat":"A"}'):
        done = run("amend", "t", 1, line)
        assert (done.code, "The opening cannot be replaced" in done.err) == (1, True)


@each_record
def test_of_the_opening_only_a_switch_can_be_thought_otherwise(run, record):
    """It is said so, and how."""
    for instead in ([], ["A plays 3"], ["--exits", "left"]):
        done = run("whatif", record, "--at", 1, *instead)
        assert (done.code, done.out, "--option K=V" in done.err) == (2, "", True)
