"""The score as it is answered."""

from collections.abc import Callable, Sequence
from typing import Any

from referee.kernel.game import Game
from referee.kernel.tally import Tally
from referee.service.answers.base import Answer, EventTold, event_told
from referee.service.disputes.analysis import RecordedDispute, disputes_of, rulings_on
from referee.service.logs.effective import EffectiveLog


class Score(Answer, frozen=True, kw_only=True):
    """The score as it stands: `tally` is null where hands hide it, `house` names changed options.

    `depends_on` are the seats on whose cards, never shown, it depends who has won; nobody is named then.
    `rulings` in force bear on a rule that the tally counts by.
    `rematch` is the table that was opened for the same people, where one was.
    """

    over: bool
    winners: tuple[str, ...] | None
    tally: Tally | None
    house: tuple[str, ...]
    rulings: tuple[EventTold, ...]
    rematch: str | None = None
    depends_on: tuple[str, ...] = ()


class Ended(Answer, frozen=True, kw_only=True):
    """A game played to its end at one keyboard."""

    winners: tuple[str, ...] | None
    depends_on: tuple[str, ...] = ()


def score(
    game: Game,
    state: Any,
    tally: Tally | None,
    rulings: Sequence[RecordedDispute],
    rematch: str | None = None,
) -> Score:
    """Tell the score; `tally` as the viewer may know it, None where it may not."""
    winners = game.winners(state)
    return Score(
        over=winners is not None,
        winners=winners,
        tally=tally,
        house=tuple(state.house),
        rulings=tuple(event_told(each.ruling) for each in rulings if each.ruling is not None),
        rematch=rematch,
        depends_on=game.undecided(state),
    )


def bearing_on(
    game: Game, state: Any, tally: Tally | None, timeline: Callable[[], EffectiveLog]
) -> tuple[RecordedDispute, ...]:
    """List the rulings in force that bear on who wins: on a rule that the tally counts by."""
    if not state.rulings or not tally:
        return ()
    by = {rule for line in tally.lines for rule in line.rules}
    by |= {rule for one in tally.readings for rule in one.rules}
    given = {one.dispute for one in state.rulings}
    settled = (one for one in disputes_of(timeline()) if one.opened.id in given)
    return rulings_on(game, settled, by)
