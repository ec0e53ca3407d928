"""Logs of rules version 1, as they were written then: they replay to the same facts at every entry."""

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from cli.main import app
from events.base import REFEREE
from events.envelope import NO_HASH, make_entry
from events.table import Corrected, TableOpened
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import (
    CardPlayed,
    CardsTraded,
    CompassUsed,
    DemandRefused,
    Position,
    SeatDemanded,
    SeatsChanged,
)
from referee.games.lifeboat.state import Fight, State
from referee.kernel.registry import codec_for
from referee.service.audit.judge_again import audit
from referee.service.files.audit_many import audit_files
from referee.service.files.check import Checked
from referee.service.files.file_lines import FileLog
from referee.service.files.record_file import check_file
from referee.service.logs.replay import states
from tests.games.typed import after_line
from tests.stages import one_in

OLD_LOGS = Path(__file__).parents[3] / "fixtures" / "old_logs" / "lifeboat"
DIGESTS = OLD_LOGS / "digests.json"
"""By log, a digest of what every seat and the referee saw after each entry, as version 1 told it."""

MENDED_SINCE = OLD_LOGS.parent / "lifeboat-v1.jsonl"
"""The first day of a game of the first release, before rules were mended that it went by."""

SEEN: tuple[str, ...] = (
    "phase", "day", "turn", "birds", "boat", "lost", "eaten", "people", "slots", "conflict", "draw_due",
    "packet", "packet_holder", "packet_cards", "stroke", "row_stack", "navigation_deck", "navigator", "card",
    "content", "in_water", "sharks", "deck", "set_aside", "discard", "windows", "memory", "unshown",
    "winners", "scores", "open_scores", "house",
)  # fmt: skip
"""The fields of a view there were then."""

_BYTES = msgspec.json.Encoder(order="deterministic")


def digest(state: State) -> str:
    views = [GAME.view(state, viewer) for viewer in (*state.seats, None)]
    seen: list[Any] = [[getattr(view, name) for name in SEEN] for view in views]
    facts = [GAME.position(state, viewer) for viewer in (*state.seats, None, REFEREE)]
    return blake2b(_BYTES.encode([seen, facts]), digest_size=4).hexdigest()


def digests(path: Path) -> list[str]:
    return [digest(state) for _, _, state in states(FileLog(path))]


def old_logs() -> list[Path]:
    """List the logs of version 1."""
    return sorted(OLD_LOGS.glob("*.jsonl"))


each_old_log = pytest.mark.parametrize("path", one_in(3, old_logs()), ids=lambda path: path.stem)


@each_old_log
def test_an_old_log_replays_to_the_same_facts_at_every_entry(path: Path) -> None:
    """Whatever today's events say besides: what they leave out is what it was."""
    assert json.loads(DIGESTS.read_text())[path.stem] == digests(path)


@each_old_log
def test_an_audit_finds_nothing_in_an_old_log(path: Path) -> None:
    assert [] == list(audit(FileLog(path)))


@each_old_log
def test_an_old_log_is_refereed_again_line_by_line(path: Path) -> None:
    assert {"accepted"} == {line.verdict for line in check_file(path) if isinstance(line, Checked)}


def test_an_event_of_version_1_is_upcast_by_the_state_as_it_stood() -> None:
    """The options of then say what the event does not; a table of today says all of it itself."""
    path = OLD_LOGS / "any-acts-row-one-6p-en-physical.jsonl"
    before = None
    for _, entry, state in states(FileLog(path)):
        if isinstance(entry.event, CompassUsed):
            break
        before = state
    assert 1 == before.opened_at
    assert not entry.event.given
    assert GAME.upcast(before, entry.event).given
    assert entry.event == GAME.upcast(replace(before, opened_at=None), entry.event)


def test_an_old_log_of_a_demand_for_what_is_gone_replays_without_the_line_that_says_so_now() -> None:
    """A card given away ended the demand; one shown did not, and the demanded seat had to answer."""
    asked = after_line("lifeboat/every-consequence-4p-zh", 109)
    assert "凪" == GAME.turn(GAME.evolve(asked, CardsTraded(("葵", "陸"), (("knife",), ()))))
    answered = GAME.evolve(GAME.evolve(asked, CardPlayed("葵", "knife")), DemandRefused("葵"))
    assert Fight((asked.index["湊"],), (asked.index["葵"],)) == answered.fight


def forged(tmp_path: Path, change: Any) -> Path:
    """Write `MENDED_SINCE` with other entries, chained anew: a forgery the chain cannot show."""
    codec, digest, path = codec_for("lifeboat", 1), NO_HASH, tmp_path / "forged.jsonl"
    entries, lines = [codec.entry(line) for line in MENDED_SINCE.read_bytes().splitlines()], []
    change(entries)
    for seq, each in enumerate(entries, 1):
        line, digest = make_entry(
            seq, each.table, each.at, each.by, each.kind, each.cause, each.event, digest
        )
        lines.append(line + b"\n")
    path.write_bytes(b"".join(lines))
    return path


def test_what_rules_mended_since_say_otherwise_of_an_old_log_is_no_fault() -> None:
    (audited,) = audit_files([MENDED_SINCE])
    assert [("audit.missing", 29, 1), ("audit.refused", 54, 1)] == [
        (each.reason, each.seq, each.older_rules) for each in audited.findings
    ]
    assert () == audited.faults


def test_the_same_is_a_fault_in_a_log_of_today(tmp_path: Path) -> None:
    def in_force(entries: list[Any]) -> None:
        entries[0] = replace(entries[0], event=replace(entries[0].event, rules_version=2))

    (audited,) = audit_files([forged(tmp_path, in_force)])
    assert ("audit.missing", 29) in [(each.reason, each.seq) for each in audited.faults]


@pytest.mark.parametrize("seq", [44, 57])
def test_a_wound_that_is_forged_in_an_old_log_is_a_fault_beside_what_was_mended(
    tmp_path: Path, seq: int
) -> None:
    def worse(entries: list[Any]) -> None:
        entries[seq - 1] = replace(entries[seq - 1], event=replace(entries[seq - 1].event, amount=2))

    (audited,) = audit_files([forged(tmp_path, worse)])
    assert ("audit.differs", seq) == (audited.faults[0].reason, audited.faults[0].seq)
    assert 1 in [each.older_rules for each in audited.findings]


def test_audit_says_of_an_old_log_that_rules_were_mended_since_and_exits_with_0(tmp_path: Path) -> None:
    """Alone or in a folder; with a forged wound it is 1."""

    def worse(entries: list[Any]) -> None:
        entries[43] = replace(entries[43], event=replace(entries[43].event, amount=2))

    said = CliRunner().invoke(app, ["--lang", "en", "audit", str(MENDED_SINCE)])
    assert 0 == said.exit_code
    assert "By the rules as mended since version 1" in said.stdout
    assert "every fact follows by the rules of its day (2 differences by rules mended since)" in said.stdout
    bad = forged(tmp_path, worse)
    assert 1 == CliRunner().invoke(app, ["audit", str(bad)]).exit_code
    assert 1 == CliRunner().invoke(app, ["audit", str(tmp_path)]).exit_code
    bad.write_bytes(MENDED_SINCE.read_bytes())
    assert 0 == CliRunner().invoke(app, ["audit", str(tmp_path)]).exit_code


@pytest.mark.parametrize(("who", "asked", "boat", "goes"), [("a", "c", "cbad", "c"), ("b", "a", "bacd", "c")])
def test_who_was_asked_for_its_place_goes_next_in_an_old_log_only_if_its_turn_is_to_come(
    who, asked, boat, goes
):
    """Version 1 wrote nothing of it."""
    opening = TableOpened(
        game="lifeboat", seats=tuple("abcd"), options={"seat_change_go_now": "yes"}, rules_version=1
    )
    cast = dict(zip("abcd", ("lauren", "stephen", "captain", "mate"), strict=True))
    facts = Position(characters=cast, hands=dict.fromkeys(cast, ()), phase="action", acting=who)
    state = None
    for event in (opening, Corrected(facts), SeatDemanded(who, asked), SeatsChanged(tuple(boat))):
        state = GAME.evolve(state, event)
    assert goes == GAME.turn(state)
