"""What the recorded games of Lifeboat show between them; each by itself is held against the laws."""

from pathlib import Path

import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import GameEnded
from referee.games.lifeboat.hidden_cards.secrecy import SECRETS, redacted
from referee.l10n import say
from referee.testing.recorded import IMPOSSIBLE, Record, read, record, records
from tests.games.lifeboat.features import FEATURES, ending, shown_by
from tests.house.sources import RECORDED

PATHS = records(RECORDED / "lifeboat")
IMPOSSIBLE_ONE = next(path for path in PATHS if path.stem.startswith(IMPOSSIBLE))
each_game = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


@each_game
def test_a_recorded_game_is_scored(path: Path) -> None:
    """Its end has the score sheet."""
    assert any(isinstance(event, GameEnded) for event in record(path).events)


def test_an_impossible_card_is_explained_by_the_entries_that_clash() -> None:
    """The refusal names entries that cannot all be true, the one shown among them."""
    ((line, refused),) = record(IMPOSSIBLE_ONE).refused
    assert "lifeboat.impossible_card" == refused.reason
    assert "LIF-INFO-01" == refused.rules[0]
    assert read(IMPOSSIBLE_ONE)[line - 1] in [entry.get("act") for entry in refused.args["entries"]]


@pytest.mark.parametrize(("lang", "day"), [("en", "day 2: "), ("zh-Hans", "第2天："), ("ja", "2日目：")])
def test_the_entries_that_clash_are_told_in_the_language_of_whoever_reads(lang: str, day: str) -> None:
    """Days are counted as each language counts them."""
    ((_, refused),) = record(IMPOSSIBLE_ONE).refused
    assert day in say(refused.reason, lang, **refused.args)


@each_game
def test_nobody_reads_a_hidden_card_in_the_log_of_another(path: Path) -> None:
    """An event told to a seat that it does not concern holds no card but those that lie open."""
    for step in record(path).steps:
        secret = SECRETS.get(type(step.event))
        if secret is None or getattr(step.event, "openly", False):
            continue
        names = msgspec.json.encode([getattr(step.event, knower) for knower in secret.knowers]).decode()
        for asker in (*(seat for seat in step.after.seats if seat not in names), None):
            seen = redacted(step.event, asker)
            cards = msgspec.json.encode([getattr(seen, field) for field in secret.fields]).decode()
            assert not set(cards) - set("[]nul,"), (step.line, asker)


def test_the_recorded_games_end_as_they_did(snapshot: SnapshotAssertion) -> None:
    """A few lines a game: who won on which day, and the score sheet."""
    assert snapshot == "\n".join(outcome(told) for told in map(record, PATHS))


def outcome(told: Record) -> str:
    """Tell how a game ended."""
    state, end = told.state, ending(told)
    lines = [f"{told.path.stem}: {' and '.join(end.winners)} on day {state.day}"]
    for i, seat in enumerate(state.seats):
        score = end.scores[seat]
        parts = f"{score.survival}+{score.treasure}+{score.love}+{score.hate}={score.total}"
        who = f"{state.character[i]}, loves {state.love[i]}, hates {state.hate[i]}"
        lines.append(f"  {seat} ({who}) {GAME.view(state, None).people[seat].status}: {parts}")
    return "\n".join(lines)


def test_what_each_recorded_game_shows(snapshot: SnapshotAssertion) -> None:
    """The features of each game, read off its events and not its name."""
    shown = {told.path.stem: shown_by(told) for told in map(record, PATHS)}
    assert snapshot == "\n".join(f"{name}\n  " + "\n  ".join(found) for name, found in shown.items())


@pytest.mark.parametrize("feature", FEATURES)
def test_some_recorded_game_shows(feature: str) -> None:
    """Everything on the list is in a recorded game."""
    assert any(FEATURES[feature](told) for told in map(record, PATHS))
