"""What a table with real cards need not tell: cards lie face down and come up; what alone is possible."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from events.base import TABLE, Event
from referee.games.niagara.events import CanoeBought, CanoeMoved, PaddleChosen, RiverFlowed
from referee.games.niagara.river import alternation, is_observed, speed_of
from referee.games.niagara.state import State
from referee.games.niagara.tables import drift
from referee.games.niagara.turns import face_down
from referee.kernel.parts import Game, Refused, seal_of_seat

_Steps = tuple[Event, ...]

_MOST_STEPS: Final = 12
"""More is never implied: the river, a card of everybody."""


def acts_ahead(game: Game, state: State, seat: str) -> Iterator[_Steps]:
    """Yield what a seat may tell before what must have happened first; see `Untold`.

    Its card comes up with what it is played for: nothing a seat sealed is guessed at, nor a card that a hand
    cannot hold. That another seat's turn is over only that seat can tell.
    """
    if seat == TABLE or state.chance != TABLE or state.result is not None or state.closed:
        return
    lead, there = _lead_to(game, state)
    if there.phase != "turns" or there.turn != there.index[seat]:
        return
    if not face_down(there):
        yield from ((*lead, each) for each in _acts_in_turn(game, there, seat) if lead)
    elif face_down(there) == (there.turn,) and seal_of_seat(there, seat) is None:
        for shown in game.legal(there, seat):
            after = _after(game, there, shown)
            acts = _acts_in_turn(game, after, seat) if after.turn == there.turn else ()
            yield from ((*lead, shown, each) for each in acts)
            if not acts and lead:
                yield (*lead, shown)


def forced_act(game: Game, state: State) -> Event | None:
    """Return the only act of the seat whose card is up; or a hand's last card, where the referee keeps it.

    None where there is a choice.
    """
    if state.result is not None or state.phase == "river":
        return None
    if state.phase == "turns":
        acts = () if face_down(state) else game.legal(state, state.seats[state.turn])
        return acts[0] if len(acts) == 1 else None
    if state.chance == TABLE:
        return None
    waiting = zip(state.seats, state.hands, state.laid, strict=True)
    last = [PaddleChosen(seat, hand[0]) for seat, hand, laid in waiting if laid is None and len(hand) == 1]
    return last[0] if last else None


def _after(game: Game, state: State, event: Event) -> State:
    """Return the state after an event that is possible."""
    verdict = game.decide(state, event)
    if isinstance(verdict, Refused):
        raise TypeError(verdict)
    after: State = verdict.state
    return after


def _lead_to(game: Game, state: State) -> tuple[_Steps, State]:
    """Return what must have happened before the turn of a seat, and the state then: as far as it is known."""
    lead: list[Event] = []
    while len(lead) < _MOST_STEPS and (step := _step_before(state)) is not None:
        lead.append(step)
        state = _after(game, state, step)
    return tuple(lead), state


def _step_before(state: State) -> Event | None:
    """Return what happens next before the turn of a seat; None where it begins, or more has to be said."""
    if state.result is not None:
        return None
    if state.phase == "choose":
        return PaddleChosen(state.seats[state.laid.index(None)], None)
    if state.phase == "river":
        return RiverFlowed(alternation(state)) if is_observed(state) and _is_plain(state) else None
    return None


def _is_plain(state: State) -> bool:
    """Return whether every canoe ends where it does whatever arms the discs take, and none is lost."""
    n = speed_of(state)
    ends = [(drift(at, ("left",) * n), drift(at, ("right",) * n)) for at in state.at]
    return all(left == right != "falls" for left, right in ends)


def _acts_in_turn(game: Game, state: State, seat: str) -> Sequence[Event]:
    """Return the acts of a seat whose card is up; of two canoes that are alike only the first is named."""
    i: int = 2 * state.index[seat]
    alike = state.at[i] == state.at[i + 1] and state.cargo[i] == state.cargo[i + 1] and not state.used
    acts: tuple[Any, ...] = game.legal(state, seat)
    if not alike:
        return acts
    return [each for each in acts if not (isinstance(each, CanoeMoved | CanoeBought) and each.canoe == 2)]
