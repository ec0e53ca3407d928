"""`check` never crashes: arbitrary bytes, and records with parts exchanged."""

import contextlib
import io
import json
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.commands.check import Examination
from cli.session import Session
from tests.cli.conftest import DEMO
from tests.stages import slow

LINES = [line for n, line in enumerate(DEMO.read_bytes().splitlines(), 1) if n != 43]
SETTINGS = settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(
        ["A", "B", "S3", "falls", "ruby", "load", "taken_back", "corrected", "table_opened", 1, 2, -1, 10**30]
    )
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def checked(content, *, as_json):
    """Check bytes in this process; give the exit code and what was printed."""
    session = Session()
    session.as_json, session.lang_flag = as_json, "en"
    out, err = io.StringIO(), io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        path.write_bytes(content)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = Examination(session, path, keep_going=True).run()
    return code, out.getvalue(), err.getvalue()


def well_formed(content):
    """Check bytes both ways: every line answered, the answers valid JSON, a summary last."""
    code, out, _ = checked(content, as_json=True)
    *lines, last = [json.loads(line) for line in out.split("\n") if line]
    told, _, _ = checked(content, as_json=False)
    assert code == told
    assert code in {0, 1, 3}
    assert len(lines) == sum(last["summary"][verdict] for verdict in ("accepted", "refused", "malformed"))
    return last["summary"]


@SETTINGS
@given(st.binary(max_size=400))
def test_arbitrary_bytes_are_answered(content):
    """A photograph, a letter, half a download: none is a game."""
    assert 0 == well_formed(content)["accepted"]


@SETTINGS
@given(st.lists(st.sampled_from(LINES[:40]) | st.binary(max_size=30), max_size=12))
def test_lines_in_any_order_are_answered(lines):
    assert 1 <= well_formed(b"\n".join([LINES[0], *lines]))["accepted"]


@slow
@SETTINGS
@given(st.data())
def test_records_with_a_field_exchanged_are_answered(data):
    """One field of one line is something else; everything before it still counts."""
    lines = LINES[: data.draw(st.integers(2, 60))]
    at = data.draw(st.integers(0, len(lines) - 1))
    event = json.loads(lines[at])
    event[data.draw(st.sampled_from([*event, "extra"]))] = data.draw(values)
    summary = well_formed(b"\n".join([*lines[:at], json.dumps(event).encode(), *lines[at + 1 :]]))
    assert summary["accepted"] >= at


@SETTINGS
@given(st.lists(st.builds(dict, position=values, reason=st.text(max_size=5)), min_size=1, max_size=3))
def test_positions_of_any_shape_are_answered(corrections):
    events = [json.dumps({"type": "corrected", **each}).encode() for each in corrections]
    assert 1 <= well_formed(b"\n".join([LINES[0], *events]))["accepted"]
