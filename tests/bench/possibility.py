"""Feasibility: how long it takes to prove, from nothing, that a whole game's hidden cards are possible."""

from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from tests.bench.measure import Measure, Pair, Size

EVERY_HAND_HIDDEN = 1.0


def ledger_of(size: Size) -> Any:
    """Referee a physical game of six in which the referee sees no hand; give its last state."""
    from referee.games.lifeboat import GAME
    from tests.games.lifeboat.play import physical_record

    events, _ = physical_record(6, 6, EVERY_HAND_HIDDEN)
    state = None
    for event in events[: max(size.commands, 1)]:
        verdict: Any = GAME.decide(state, event)
        state = verdict.state
    return state


def proving(state: Any) -> float:
    """Read the whole ledger, both decks, and prove it possible; give the milliseconds."""
    from referee.games.lifeboat.ledger import EVERYBODY, NAVIGATION_DECK, PROVISION_DECK, oldest_first
    from referee.games.lifeboat.possible import PuzzleBuilder, kinds_of

    start = perf_counter()
    for deck in (PROVISION_DECK, NAVIGATION_DECK):
        builder = PuzzleBuilder(kinds_of(state, deck), EVERYBODY)
        for line in oldest_first(state.ledger):
            if line.deck == deck:
                builder.add(line)
        assert builder.puzzle.is_possible()
    return 1000 * (perf_counter() - start)


def against_the_clock(size: Size, _: Path) -> Pair:
    state = ledger_of(size)
    proving(state)
    return Pair(partial(proving, state))


def measures() -> list[Measure]:
    what = "lifeboat: a whole game of six, every hand unknown, proved possible from nothing"
    return [Measure("lifeboat-possible", what, "", "ms", "at most", 50, against_the_clock, runs=9)]
