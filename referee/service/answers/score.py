"""The score as it is answered."""

from collections.abc import Callable, Sequence
from typing import Any

from referee.kernel.game import Game
from referee.kernel.tally import Tally
from referee.service.answers.base import Answer, EventTold, event_told
from referee.service.disputes.lay_open import Settled, disputes_of, rulings_on
from referee.service.stories.retelling import Story


class Score(Answer, frozen=True, kw_only=True):
    """The score as it stands: `tally` is null where hands hide it, `house` names changed switches.

    `rulings` in force bear on a rule that the tally counts by.
    `rematch` is the table that was opened for the same people, where one was.
    """

    over: bool
    winners: tuple[str, ...] | None
    tally: Tally | None
    house: tuple[str, ...]
    rulings: tuple[EventTold, ...]
    rematch: str | None = None


class Ended(Answer, frozen=True, kw_only=True):
    """A game played to its end at one keyboard."""

    winners: tuple[str, ...] | None


def score(
    game: Game, state: Any, rulings: Sequence[Settled], *, is_known: bool, rematch: str | None = None
) -> Score:
    """Add up the score; `is_known`: whether the asker may know what it adds up to."""
    winners = game.winners(state)
    return Score(
        over=winners is not None,
        winners=winners,
        tally=game.tally(state) if game.tally is not None and is_known else None,
        house=tuple(state.house),
        rulings=tuple(event_told(each.ruling) for each in rulings if each.ruling is not None),
        rematch=rematch,
    )


def bearing_on(
    game: Game, state: Any, tally: Tally | None, story: Callable[[], Story]
) -> tuple[Settled, ...]:
    """List the rulings in force that bear on who wins: on a rule that the tally counts by."""
    if not state.rulings or not tally:
        return ()
    by = {rule for line in tally.lines for rule in line.rules}
    by |= {rule for one in tally.readings for rule in one.rules}
    given = {one.dispute for one in state.rulings}
    settled = (one for one in disputes_of(story()) if one.opened.id in given)
    return rulings_on(game, settled, by)
