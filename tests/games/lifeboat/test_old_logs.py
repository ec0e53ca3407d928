"""Logs of rules version 1, as they were written then: they replay to the same facts at every entry."""

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from events.base import REFEREE
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import CardPlayed, CardsTraded, CompassUsed, DemandRefused
from referee.games.lifeboat.state import Fight, State
from referee.service.files.check import Checked, check_file
from referee.service.logs.replay import states
from referee.service.logs.sources import FileLog
from referee.service.proof.audit import audit
from tests.games.typed import after_line
from tests.stages import one_in

OLD_LOGS = Path(__file__).parents[3] / "fixtures" / "old_logs" / "lifeboat"
DIGESTS = OLD_LOGS / "digests.json"
"""By log, a digest of what every seat and the referee saw after each entry, as version 1 told it."""

SEEN: tuple[str, ...] = (
    "phase", "day", "turn", "birds", "boat", "lost", "eaten", "people", "slots", "conflict", "draw_due",
    "packet", "packet_holder", "packet_cards", "stroke", "row_stack", "navigation_deck", "navigator", "card",
    "content", "in_water", "sharks", "deck", "set_aside", "discard", "windows", "memory", "unshown",
    "winners", "scores", "open_scores", "house",
)  # fmt: skip
"""The fields of a view there were then."""

_BYTES = msgspec.json.Encoder(order="deterministic")


def digest(state: State) -> str:
    """Digest what everybody sees and knows of a state."""
    views = [GAME.view(state, asker) for asker in (*state.seats, None)]
    seen: list[Any] = [[getattr(view, name) for name in SEEN] for view in views]
    facts = [GAME.position(state, asker) for asker in (*state.seats, None, REFEREE)]
    return blake2b(_BYTES.encode([seen, facts]), digest_size=4).hexdigest()


def digests(path: Path) -> list[str]:
    """Digest a log, entry by entry."""
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
    """What its events leave out is judged as it would be today."""
    assert [] == list(audit(FileLog(path)))


@each_old_log
def test_an_old_log_is_refereed_again_line_by_line(path: Path) -> None:
    """A consequence is held to what it states, not to what it could not say yet."""
    assert {"accepted"} == {line.verdict for line in check_file(path) if isinstance(line, Checked)}


def test_an_event_of_version_1_is_brought_up_by_the_state_as_it_stood() -> None:
    """The switches of then say what the event does not; a table of today says all of it itself."""
    path = OLD_LOGS / "any-acts-row-one-6p-en-physical.jsonl"
    before = None
    for _, entry, state in states(FileLog(path)):
        if isinstance(entry.event, CompassUsed):
            break
        before = state
    assert 1 == before.opened_at
    assert not entry.event.given
    assert GAME.brought_up(before, entry.event).given
    assert entry.event == GAME.brought_up(replace(before, opened_at=None), entry.event)


def test_an_old_log_of_a_demand_for_what_is_gone_replays_without_the_line_that_says_so_now() -> None:
    """A card given away ended the demand; one shown did not, and the demanded seat had to answer."""
    asked = after_line("lifeboat/every-consequence-4p-zh", 109)
    assert "凪" == GAME.turn(GAME.evolve(asked, CardsTraded(("葵", "陸"), (("knife",), ()))))
    answered = GAME.evolve(GAME.evolve(asked, CardPlayed("葵", "knife")), DemandRefused("葵"))
    assert Fight((asked.index["湊"],), (asked.index["葵"],)) == answered.fight
