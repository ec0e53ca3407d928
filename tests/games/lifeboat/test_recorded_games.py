"""What is particular to the recorded games of Lifeboat."""

from pathlib import Path

import msgspec
import pytest

from referee.games.lifeboat.secrecy import SECRETS, redact
from referee.l10n import say
from referee.testing.recorded import IMPOSSIBLE, read_events, record, records
from tests.architecture.sources import RECORDED

PATHS = records(RECORDED / "lifeboat")
IMPOSSIBLE_ONE = next(path for path in PATHS if path.stem.startswith(IMPOSSIBLE))
each_game = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def test_an_impossible_card_is_explained_by_the_entries_that_clash() -> None:
    ((line, refused),) = record(IMPOSSIBLE_ONE).refused
    assert "lifeboat.impossible_card" == refused.reason
    assert "LIF-INFO-01" == refused.rules[0]
    assert read_events(IMPOSSIBLE_ONE)[line - 1] in [entry.get("act") for entry in refused.args["entries"]]


@pytest.mark.parametrize(("lang", "day"), [("en", "day 2: "), ("zh-Hans", "第2天："), ("ja", "2日目：")])
def test_the_entries_that_clash_are_told_in_the_language_of_whoever_reads(lang: str, day: str) -> None:
    ((_, refused),) = record(IMPOSSIBLE_ONE).refused
    assert day in say(refused.reason, lang, **refused.args)


@each_game
def test_nobody_reads_a_hidden_card_in_the_log_of_another(path: Path) -> None:
    """An event told to a seat that it does not concern holds no card but those that lie open."""
    for step in record(path).steps:
        secret = SECRETS.get(type(step.event))
        if secret is None or getattr(step.event, "openly", False):
            continue
        names = msgspec.json.encode([getattr(step.event, reader) for reader in secret.readers]).decode()
        for viewer in (*(seat for seat in step.after.seats if seat not in names), None):
            seen = redact(step.event, viewer)
            cards = msgspec.json.encode([getattr(seen, field) for field in secret.fields]).decode()
            assert not set(cards) - set("[]nul,"), (step.line, viewer)
