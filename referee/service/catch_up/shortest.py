"""Search the ways with the fewest acts, where turns are too wide to try all of them.

Of the acts possible at a moment the plainest that ends the turn costs nothing, as do others of its type
(which card came up); any other costs one. Acts that neither lead on nor bring a fact nearer to what was told
are passed over. The states that miss least, for what they cost, are tried first.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple

import msgspec

from events.base import Event
from referee.kernel.verdict import Refused
from referee.service.catch_up.search import BoundError, Search, Way

_MISS = 3
"""A fact that is not as told weighs as much as so many acts."""


class _Step(NamedTuple):
    """An act at a state, the state after it, how far that is from what was told, how many fields changed.

    `ends_turn`: another turn or phase begins after it.
    """

    act: Event
    after: Any
    missed: int
    changed: int
    ends_turn: bool


def find_shortest(search: Search) -> tuple[tuple[Way, ...], bool]:
    """Return the ways with the fewest acts that were found, and whether the search was broken off."""
    return _Shortest(search).find()


class _Shortest:
    """One such search; acts that do not help are remembered by the moment at which they were tried."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self._useless: set[Any] = set()

    def find(self) -> tuple[tuple[Way, ...], bool]:
        """Return as `find_shortest` does."""
        search, told, number = self.search, self.search.told, count()
        waiting: list[tuple[int, int, int, Way]] = [(0, 0, next(number), Way((), search.base))]
        cheapest, found = {search.key(search.base): 0}, dict[bytes, tuple[int, Way]]()
        last = search.game.counter(search.base) + 1
        try:
            while waiting:
                _, cost, _, way = heappop(waiting)
                if found and cost > min(each for each, _ in found.values()):
                    break
                for step, price in self._weigh(way.end):
                    there, key = Way((*way.acts, step.act), step.after), search.key(step.after)
                    if step.ends_turn and not told.differing(step.after):
                        place = told.encode_position(step.after)
                        if place not in found or cost + price < found[place][0]:
                            found[place] = cost + price, there
                    elif search.game.counter(step.after) < last and cost + price < cheapest.get(key, 1 << 30):
                        cheapest[key] = cost + price
                        weight = cost + price + _MISS * step.missed
                        heappush(waiting, (weight, cost + price, -next(number), there))
        except BoundError:
            return (), True
        least = min((each for each, _ in found.values()), default=0)
        return tuple([way for cost, way in found.values() if cost == least]), False

    def _weigh(self, state: Any) -> Iterator[tuple[_Step, int]]:
        """Yield the steps from a state with what each costs."""
        steps = list(self._steps(state))
        plainest = min(
            (step for step in steps if step.ends_turn), key=lambda each: each.changed, default=None
        )
        for step in steps:
            is_plain = plainest is not None and step.ends_turn and type(step.act) is type(plainest.act)
            yield step, 0 if is_plain else 1

    def _steps(self, state: Any) -> Iterator[_Step]:
        """Yield acts that bring on another seat or phase, or a fact nearer to the value it shall have."""
        search, told, game = self.search, self.search.told, self.search.game
        mark, moment, missed = search.mark(state), (game.moment(state), game.acting(state)), None
        for act in search.candidates(state):
            if (place := (msgspec.json.encode(act), moment[0])) in self._useless:
                continue
            verdict = search.decide(state, act)
            if isinstance(verdict, Refused):
                continue
            after = verdict.state
            ends_turn = search.mark(after) != mark
            leads_on = ends_turn or (game.moment(after), game.acting(after)) != moment
            now = told.measure(after)
            if not leads_on:
                missed = told.measure(state) if missed is None else missed
                if now >= missed:
                    self._useless.add(place)
                    continue
            yield _Step(act, after, now, search.count_changed(state, after), ends_turn)
