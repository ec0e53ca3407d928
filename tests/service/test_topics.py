"""Every topic a table may argue about, in every game: asked, settled in each way, played on, told."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.stores.memory import MemoryStore
from events.table import DisputeOpened, RulingGiven
from referee.draw.documents.report import as_html
from referee.kernel.registry import find_game, own_games
from referee.kernel.verdict import Accepted
from referee.languages import LANGUAGES
from referee.rulebooks.rulings import format_ruling, read_ruling
from referee.service.audit.judge_again import audit
from referee.service.disputes.analysis import Analysis, analyse, analyse_recorded, disputes_of
from referee.service.disputes.decision import Decision, basis_of, count_votes, decisions_of, default_decision
from referee.service.disputes.ruling_file import as_record, make_ruling
from referee.service.disputes.settle import open_dispute, settle
from referee.service.files.check import make_checker
from referee.service.files.exporting import export_record
from referee.service.files.importing import import_file
from referee.service.logs.effective import EffectiveLog
from referee.service.logs.log_index import effective_log
from referee.service.logs.sources import StoredLog
from referee.service.tables.request import Recorded
from referee.service.tables.table import Table, open_table
from referee.service.timeline import make_timeline
from referee.testing.laws.package import is_claim_true, play
from tests.stages import one_in

ROOT = Path(__file__).parents[2] / "fixtures" / "games"
FIRST = {"niagara": "disputed", "powerboats": "disputed", "lifeboat": "five-physical"}
"""Where to look first for a moment to argue about."""

LED_UP_TO, PLAYED_ON = 4, 12
"""Actions after the disputed one before the table argues, and after that."""

WAYS = ("default", "toss", "words")
WAYS_WITH_A_SWITCH = ("edition", "vote")


def matters() -> Iterator[tuple[str, str, str]]:
    """List what is argued about: game, topic, and how it is settled."""
    for name in own_games():
        game = find_game(name)
        apply_options = {rule for option in game.ruleset.options.values() for rule in option.rules}
        for topic, rules in game.topics.items():
            for way in (*WAYS, *(WAYS_WITH_A_SWITCH if apply_options & set(rules) else ())):
                yield name, topic, way


@cache
def stories(game: str) -> list[Path]:
    return sorted((ROOT / game).glob("*.jsonl"), key=lambda path: (FIRST[game] not in path.stem, path.stem))


@cache
def timeline_in(path: Path) -> EffectiveLog:
    """Referee a record from nothing, and tell it."""
    store = MemoryStore()
    return effective_log(StoredLog(store, import_file(store, path).table))


@cache
def moment(game: str, topic: str) -> tuple[Path, int]:
    """Find an action whose rules a topic is about: a record and its place there."""
    about = set(find_game(game).topics[topic])
    for path in stories(game):
        state, best = None, None
        timeline = timeline_in(path)
        for i, told in enumerate(timeline.actions):
            if i and not isinstance(told.event, DisputeOpened | RulingGiven):
                verdict = timeline.game.decide(state, told.event)
                if isinstance(verdict, Accepted) and about & {*verdict.all_rules}:
                    best = i
                    if about & {*verdict.rules}:
                        return path, i
            state = timeline.state(i + 1)
        if best is not None:
            return path, best
    raise AssertionError(f"no record of {game} comes to {topic}")


def seated(game: str, topic: str) -> tuple[Table, int, Iterator[Any]]:
    """Play up to a disputed action and a little on; give its entry, and what was done after that."""
    path, i = moment(game, topic)
    timeline = timeline_in(path)
    opened: Any = timeline.actions[0].event
    table = open_table(MemoryStore(), "t", msgspec.structs.replace(opened, seed=None), timeline.game)
    assert isinstance(table, Table)
    at = 1
    for k, told in enumerate(timeline.actions[1 : i + LED_UP_TO], 1):
        for event in as_record(told.event):
            table.submit(event)
        at = table.revision - len(told.consequences) if k == i else at
    rest = (event for told in timeline.actions[i + LED_UP_TO :] for event in as_record(told.event))
    return table, at, rest


def decided(case: Analysis, edition: str, editions: tuple[str, ...], way: str) -> tuple[str, str]:
    """Decide a case in one of the ways; give the decision and how it came about."""
    ways = decisions_of(case)
    match way:
        case "default":
            return default_decision(case, edition), ""
        case "edition":
            other = next((name for name in editions if name != edition), edition)
            return f"edition {other}", ""
        case "vote":
            counted = count_votes({"A": ways[-1], "B": ways[-1], "C": ways[0]}, ("A", "B", "C"))
            return counted.decision, "a vote, 2 of 3"
        case "toss":
            return ways[len(case.rules) % len(ways)], "the toss of a coin"
    return "as we always played it", "at the table"


@pytest.mark.parametrize(("game", "topic", "way"), one_in(14, matters()))
def test_a_topic_is_argued_settled_and_played_on(game: str, topic: str, way: str, tmp_path: Path) -> None:
    """On record, in force without asking again, sound, exported, and a ruling like any other."""
    table, at, rest = seated(game, topic)
    case = analyse(effective_log(table.log), at, topic)
    assert set(case.rules) >= set(table.game.topics[topic])
    dispute, asked = open_dispute(table, case, table.state.seats[0], "How do we play it?")
    assert isinstance(asked, Recorded)
    decision, note = decided(case, table.state.edition, tuple(table.game.ruleset.editions), way)
    basis = basis_of(case, decision)
    assert isinstance(settle(table, dispute, case, Decision(decision, basis, note)), Recorded)
    effect = ruled(table).effect or {}
    for event, _ in zip(rest, range(PLAYED_ON), strict=False):
        table.submit(event)
    assert table.state.open_disputes == ()
    assert all(getattr(table.state.options, name) == value for name, value in effect.items())
    is_told(table, decision, note)
    is_ruling(table, tmp_path / game)


def ruled(table: Table) -> RulingGiven:
    """Give the ruling on record."""
    (only,) = disputes_of(effective_log(table.log))
    assert only.ruling is not None
    return only.ruling


def is_told(table: Table, decision: str, note: str) -> None:
    """Assert that log, record and report hold the ruling, and that everything in them is sound."""
    assert list(audit(table.log)) == []
    assert ruled(table).decision == (f"{decision} ({note})" if note else decision)
    lines = list(enumerate(export_record(table.log), 1))
    checker = make_checker(lambda: iter(lines))
    assert [checker.take(n, line).verdict for n, line in lines] == ["accepted"] * len(lines)
    position = table.game.position
    assert position(checker.state, "referee") == position(table.state, "referee")
    told = make_timeline(table.log)
    assert "How do we play it?" in as_html(told, "en")
    assert told.state.options == table.state.options


def is_ruling(table: Table, folder: Path) -> None:
    """Assert that the dispute exports as a ruling whose acts come out as it says."""
    timeline = effective_log(table.log)
    (settled,) = disputes_of(timeline)
    analyse_recorded(timeline, settled.opened)
    folder.mkdir()
    file = folder / "D01-how-we-play-it.md"
    file.write_text(format_ruling(make_ruling(timeline, settled, file.stem), file.stem), encoding="utf-8")
    ruling = read_ruling(file)
    assert ruling.acts
    for act in ruling.acts:
        outcome = play(ruling, act)
        assert act.verdict == outcome.checked.verdict, outcome.checked
        assert set(act.rules) <= set(outcome.checked.rules)
        for what, claim in act.expected:
            assert is_claim_true(what, msgspec.json.decode(claim), outcome)
    assert () == ruling.title.lacking() == ruling.answer.lacking()
    assert LANGUAGES[1:] == ruling.question.lacking()
