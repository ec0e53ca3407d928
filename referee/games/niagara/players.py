"""Players who want to win: greedy, by weights; their games end, games at random never do."""

from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from events.base import Event
from referee.games.niagara import GAME
from referee.games.niagara.events import CanoeBought, CanoeMoved, CloudMoved, PaddleChosen
from referee.games.niagara.river import alternation
from referee.games.niagara.state import State
from referee.games.niagara.tables import COURSES, GEM_INDEX, SITE_AT, drift
from referee.kernel.parts import set_at
from referee.service.simulation.study import Players

_DISTANCE: dict[str, int] = {space: course.index(space) for course in COURSES for space in course}
"""How many points a space is from land."""

_CARD_EXPECTED = 3
"""The lowest number card a player expects of the others."""

_LABOUR_LOST = 1.5
"""How much a player dislikes to put a gem down for nothing."""


class Weights(NamedTuple):
    """What a player is after: colours of one kind, of all kinds, any; thefts; dry canoes; clouds early."""

    alike: float = 1.0
    different: float = 1.0
    any: float = 0.5
    theft: float = 2.0
    fear: float = 8.0
    cloud: float = 0.0


class Player:
    """Chooses among the legal actions of one seat, the same for the same random numbers."""

    def __init__(self, seat: str, weights: Weights, random: Random) -> None:
        self.seat, self.weights, self.random = seat, weights, random

    def choose(self, state: State) -> Event:
        """Return the action that promises most."""
        options = [event for event in GAME.legal(state, self.seat) if getattr(event, "card", 0) is not None]
        return max(options, key=lambda event: self.promise(state, event) + self.random.random())

    def promise(self, state: State, event: Event) -> float:
        """Return how much better an action leaves this seat; 0 of actions nobody weighs."""
        match event:
            case PaddleChosen(_, card) if card == "cloud":
                return self.weights.cloud + 3 * self.random.random()
            case PaddleChosen(_, card):
                return self.promise_of_card(state, int(card or 0))
            case CanoeMoved():
                return self.promise_of_move(state, event)
            case CanoeBought(_, gem):
                return 6.0 - self.longing(state, gem, owned=1)
            case CloudMoved(_, to):
                return self.mood(replace(state, weather=to))
        return 0.0

    def promise_of_card(self, state: State, card: int) -> float:
        """Return the best of the turn this card makes possible, canoe by canoe."""
        i = state.index[self.seat]
        imagined = replace(state, phase="turns", turn=i, shown=set_at(state.shown, i, card))
        best: dict[int, float] = {}
        for event in GAME.legal(imagined, self.seat):
            if isinstance(event, CanoeMoved):
                promise = self.promise_of_move(imagined, event)
                best[event.canoe] = max(promise, best.get(event.canoe, promise))
        return sum(best.values())

    def promise_of_move(self, state: State, event: CanoeMoved) -> float:
        """Return how much better the canoe stands after its action; a theft counts for itself."""
        c = 2 * state.index[self.seat] + event.canoe - 1
        after = GAME.evolve(state, event)
        cargo = after.cargo[c]
        gain = 0.0
        if event.steal:
            victim = state.index[event.steal.seat] * 2 + event.steal.canoe - 1
            cargo, gain = state.cargo[victim], self.weights.theft
        elif state.cargo[c] and cargo is None and event.to != "falls":
            gain = -_LABOUR_LOST
        before = self.outlook(state, state.at[c], state.cargo[c])
        return self.outlook(state, after.at[c], cargo) - before + gain

    def mood(self, state: State) -> float:
        """Return the outlook of both canoes."""
        i = state.index[self.seat]
        return sum(self.outlook(state, state.at[c], state.cargo[c]) for c in (2 * i, 2 * i + 1))

    def outlook(self, state: State, at: str, gem: str | None) -> float:
        """Return what a canoe is worth where the river will probably carry it."""
        shown = [card for card in state.shown if isinstance(card, int)]
        likely = max(min([*shown, _CARD_EXPECTED]) + state.weather, 0)
        speeds = (max(likely - 1, 0), likely, likely)
        places = [drift(at, alternation(state, speed)) for speed in speeds]
        return sum(self.worth(state, place, gem) for place in places) / len(places)

    def worth(self, state: State, at: str, gem: str | None) -> float:
        """Return what a canoe is worth at a place, with its cargo."""
        if at in ("lost", "falls"):
            return -self.weights.fear
        if gem is not None:
            return self.longing(state, gem) * (1 - 0.07 * _DISTANCE[at])
        site = SITE_AT.get(at)
        if site is None:
            return 0.0 if at == "land" else 1.0
        lying = [g for g, i in GEM_INDEX.items() if state.sites[GEM_INDEX[site]][i]]
        return 1.0 + 0.4 * max([self.longing(state, g) for g in lying], default=0.0)

    def longing(self, state: State, gem: str, owned: int = 0) -> float:
        """Return how much one more gem of a colour means; `owned` of those there already do not count."""
        mine = state.owned[state.index[self.seat]]
        have = mine[GEM_INDEX[gem]] - owned  # type: ignore[index]
        kinds = sum(n > 0 for n in mine)
        alike: float = self.weights.alike * (have + 1) ** 1.5
        different = self.weights.different * (1 + kinds) if have == 0 else 0.0
        return 3.0 + alike + different + self.weights.any * sum(mine)


def _greedy(_game: Any, state: State, seat: str, _legal: tuple[Event, ...], random: Random) -> Event:
    """Return the act of a player who wants gems of any kind and dry canoes."""
    return Player(seat, Weights(), random).choose(state)


PLAYERS = Players({"greedy": _greedy})
