"""Reducers judge nothing: a log is replayed with the options taken out of the state's hands."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from events.base import Event
from events.table import HouseRuled, RulingGiven, TakenBack
from referee.kernel.game import Game
from referee.kernel.registry import codec_of_first_line, find_game
from referee.service.files.importing import open_file

ROOT = Path(__file__).parents[2]
RECORDS = sorted((ROOT / "fixtures" / "games").glob("*/*.jsonl"))


class Poisoned:
    """Stands where the options were: nobody may ask it anything."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"a reducer asked for the switch {name}")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_reducer_reads_an_option(path: Path) -> None:
    """What it needs to know of a judgement stands on the event; only setting an option touches options."""
    lines = list(open_file(path, keep_going=True).lines())
    codec, _ = codec_of_first_line(lines[0])
    game, state, kept = find_game(codec.game), None, {}
    for seq, line in enumerate(lines, 1):
        event = codec.carried(line)
        state = kept[event.to] if isinstance(event, TakenBack) else blindly_applied(game, state, event)
        kept[seq] = state
    assert state is not None


def blindly_applied(game: Game, state: Any, event: Event) -> Any:
    """Apply an event without the options, but for those that open a table or set one."""
    if state is None or isinstance(event, HouseRuled | RulingGiven):
        return game.evolve(state, event)
    after = game.evolve(replace(state, options=Poisoned()), event)
    return replace(after, options=state.options)
