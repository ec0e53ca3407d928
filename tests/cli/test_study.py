"""`referee study`: what it writes, and what it says where it cannot."""

import pytest

from referee.service.simulation.study import GAMES


def test_the_command_writes_table_and_report(run, tmp_path):
    """One line for each set of values; everything as one object with --json."""
    call = ("study", "lifeboat", "--vary", "seat_change_go_now", "--players", "4", "--games", "2")
    told = run(*call, "--by", "random", "--out", tmp_path / "a", "--json")
    assert [0, 1] == [row["cell"] for row in told.object["compared"]]
    page = (tmp_path / "a" / "report.html").read_text("utf-8")
    assert "<svg" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (("--by", "nobody"), "nobody"),
        (("--vary", "colour"), "colour"),
        (("--on", "tcp:/nowhere"), "tcp:/nowhere"),
    ],
)
def test_the_command_says_what_it_cannot_do(run, tmp_path, changed, said):
    out = tmp_path / "out"
    call = ("study", "lifeboat", "--vary", "seat_change_go_now", "--players", "4", "--games", "1")
    told = run(*call, "--out", out, *changed)
    assert told.code in {1, 2}
    assert said in told.err + told.out
    assert not (out / GAMES).exists()
