"""The end of a game: cards turned up, the score sheet, the winners."""

from events.base import Event, Seat, Value
from referee.games.lifeboat.events.cards import Cards, Character


class HandRevealed(Event, frozen=True, gc=False):
    """A seat turned its cards up, at scoring or in an audit."""

    seat: Seat
    hand: Cards = ()
    love: Character | None = None
    hate: Character | None = None


class Score(Value, frozen=True, gc=False):
    """One line of the score sheet; null parts are open, and counted as nothing in the total."""

    survival: int
    treasure: int | None
    love: int | None
    hate: int | None
    total: int


class GameEnded(Event, frozen=True, gc=False):
    """The game was over; `open` are the seats whose lines lack a card nobody showed."""

    winners: tuple[Seat, ...]
    scores: dict[Seat, Score]
    open: tuple[Seat, ...] = ()
