"""What a seat may seal: the paddle card it lays face down, at a table where cards lie unknown."""

from typing import Any

from events.base import TABLE, Event
from referee.games.niagara.events import PaddleChosen, PaddleRevealed
from referee.games.niagara.phases.turns import face_down
from referee.games.niagara.state import UNKNOWN, State
from referee.games.niagara.tables import PADDLE_CARDS
from referee.kernel.secrets import Hidden, Seals


def kinds(state: State) -> frozenset[str]:
    """List the acts whose choice may be sealed."""
    return frozenset({"paddle_chosen"} if state.chance == TABLE and state.phase == "choose" else ())


def hide(_: State, event: Event) -> Hidden | None:
    """Lay the card unknown, and seal which it is."""
    if not isinstance(event, PaddleChosen) or event.card is None:
        return None
    return Hidden("", event.card, PaddleChosen(event.seat, None))


def is_due(state: State, seat: str, _: str) -> bool:
    """Whether a seat has to turn its unknown card up now."""
    i = state.index[seat]
    return state.phase == "turns" and i in face_down(state) and state.laid[i] == UNKNOWN


def show(state: State, seat: str, value: Any) -> Event | None:
    """Turn the card up on its seat's turn."""
    return PaddleRevealed(seat, value) if is_due(state, seat, "") else None


SEALS = Seals(kinds, hide, lambda _state, _about: PADDLE_CARDS, is_due, show)
