"""Playthroughs: a short recorded game of each edition as one text, read against the rulebook.

What each seat sees is not in them: the laws of secrecy hold every view against what its seat may know,
and `test_a_seat_is_shown_what_it_alone_knows` holds it against showing too little.
"""

from collections.abc import Iterator

import pytest

from events.base import REFEREE, TABLE, type_of
from referee.l10n.wording import notate
from referee.testing.recorded import Record, record
from tests.architecture.sources import RECORDED
from tests.readable import changes, event_text, fold

SHORT = (
    "niagara/after-supper-3p-zh",
    "niagara/from-the-middle-5p-ja",
    "lifeboat/every-consequence-4p-zh",
    "lifeboat/five-physical-5p-en",
    "powerboats/two-tie",
)

MOST_ACTS = 250
"""A whole game but for Powerboats, where it is most of the first race."""


@pytest.mark.parametrize("name", SHORT)
def test_a_game_is_played_as_it_was_when_last_read(name, snapshot):
    """Every act, what follows from it, what it changes and what may be done next, where it is new."""
    played = record(RECORDED / f"{name}.jsonl")
    assert snapshot == "\n".join(playthrough(played))


def playthrough(played: Record) -> Iterator[str]:
    game, possible = played.game, []
    refused = {line: f"{line} refused: {no.reason} {' '.join(no.rules)}" for line, no in played.refused}
    for step in played.steps[:MOST_ACTS]:
        line = notate(step.before, step.event)
        head = f"{step.line} {event_text(step.event) if line.startswith('{') else line}"
        before = step.before and game.position(step.before, REFEREE)
        yield from fold(head, changes(before, game.position(step.after, REFEREE)))
        yield from (f"  -> {event_text(event)}" for event in step.events[1:])
        may = {
            who: set(map(type_of, game.legal(step.after, who))) for who in (*game.acting(step.after), TABLE)
        }
        was, possible = possible, [f"{who} {' '.join(sorted(kinds))}" for who, kinds in may.items() if kinds]
        if possible not in (was, []):
            yield from fold("  next", possible)
    yield from refused.values()
