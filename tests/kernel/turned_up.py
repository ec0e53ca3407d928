"""A game of events that name no seat: cards dealt to the middle, a die read out at the table, a bet."""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from events.base import REFEREE, TABLE, Event, Seat, SeatEvent
from events.table import TableOpened
from referee.kernel.acts import Act, When, unchanged
from referee.kernel.facts import Facts, StateFact
from referee.kernel.game import Game
from referee.kernel.play import Ending, Opening
from referee.kernel.ruleset import Ruleset
from referee.kernel.table import table_fields
from referee.kernel.turns import TurnState, ended_by

Face = Annotated[int, Meta(ge=1, le=3)]


class DieRead(Event, frozen=True):
    """Everybody saw a die."""

    face: Face


class CardLaid(Event, frozen=True):
    """A card was dealt to the middle, face down."""

    card: str | None


class CardTurned(Event, frozen=True):
    """A card was dealt to the middle, face up."""

    card: str


class BellRung(Event, frozen=True):
    """Somebody, nobody says who, rang so often on a side."""

    times: Annotated[int, Meta(ge=1, le=2)]
    side: Literal["left", "right"]


class BetMade(SeatEvent, frozen=True):
    """A seat bet on a face."""

    face: Face


class Handed(Event, frozen=True):
    """So many were handed to a seat, which is named last."""

    times: Annotated[int, Meta(ge=1, le=2)]
    seat: Seat


class GameOver(Event, frozen=True):
    """Nobody bets any more."""

    winners: tuple[Seat, ...]


class State(TurnState, frozen=True, kw_only=True):
    """Whose turn it is."""

    @property
    def waiting(self) -> tuple[str, ...]:
        """The table reads the die, and lays the card."""
        return (self.turn,) if self.phase == "bet" else (TABLE,)


def deal(state: State, seed: str) -> Event | None:
    """Return a card while one is owed."""
    owed = {"turn": CardTurned, "lay": CardLaid}.get(state.phase)
    return None if owed is None else owed(f"card of {seed}")


RULESET = Ruleset(
    id="bets",
    players=range(2, 3),
    players_rule="TAB-OPEN-02",
    options={},
    editions={"only": {}},
    rules_version=1,
)
GAME = Game(
    ruleset=RULESET,
    opening=Opening(lambda opened: State(**table_fields(RULESET, opened), phase="turn", turn="A"), ()),
    acts=(
        Act(
            event=BetMade,
            when=When(phases=("bet",), rules=("B-1",)),
            apply=lambda s, _: replace(s, phase="read"),
        ),
        Act(
            event=DieRead,
            when=When(phases=("read",), rules=("B-2",), by_table=True),
            apply=lambda s, _: replace(s, phase="bet"),
        ),
        Act(
            event=BellRung,
            when=When(rules=("B-3",)),
            apply=unchanged,
        ),
        Act(
            event=CardTurned,
            when=When(rules=("B-4",), by_table=True),
            apply=lambda s, _: replace(s, phase="lay"),
            chance=lambda _, __: True,
        ),
        Act(
            event=CardLaid,
            when=When(rules=("B-4",), by_table=True),
            apply=lambda s, _: replace(s, phase="bet"),
            secret=("card",),
            chance=lambda _, __: True,
        ),
    ),
    consequences=(ended_by(GameOver, "B-5"),),
    ending=Ending(GameOver, "B-5"),
    facts=Facts(State, (StateFact(name="turn", public=True),)),
    deal=deal,
)
OPENED = TableOpened(game="bets", seats=("A", "B"), chance=REFEREE, seed="1")
