"""Search the acts that lead from one state to facts told of a later one, with `legal` and `decide` alone.

The search goes turn by turn. A turn's ends are all states in which it can be over; those of the turns after it
are searched from each of them that can still lead to what was told. Whether it can is tried on examples: the
seats that have had their turn keep what they have got but for what the table does to all (a river, a day), so
each end is led on by a few turns of the others, one for each way in which what the table does comes out.
Facts that others may change (a theft) are left out of that.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

from events.base import TABLE, Event
from referee.kernel.game import Game
from referee.kernel.registry import find_game, folder_of
from referee.kernel.table import TableState
from referee.kernel.verdict import Accepted, Refused
from referee.service.catch_up.told import Steps, Told, public_facts

Kind = tuple[str, str]
"""A fact and the field or key of it, without whose it is: (`canoes`, `gem`)."""


class Limits(msgspec.Struct, frozen=True):
    """How far a search goes: `seconds`, `decisions` (acts judged), `turns` after the state it begins at."""

    seconds: float = 2.5
    decisions: int = 400_000
    turns: int = 40


class Way(NamedTuple):
    """Acts one after the other, and the state they lead to, consequences included."""

    acts: tuple[Event, ...]
    end: Any


class Found(NamedTuple):
    """What a search found: ways to all that was told, or, where there is none, to most of it.

    Of ways that lead to the same position there is one, with the fewest acts. `near` are pairs of a way and
    the facts that are otherwise at its end, as they are there. `is_bound`: the search was broken off, so that
    there may be more.
    """

    ways: tuple[Way, ...]
    near: tuple[tuple[Way, dict[Steps, Any]], ...] = ()
    is_bound: bool = False


class _BoundError(Exception):
    """The search has reached its limits."""


def find_ways(game: Game, state: Any, told: Told, limits: Limits = Limits()) -> Found:  # noqa: B008 - frozen
    """Return the ways from a state to what was told; see `Found`."""
    return _Search(game, state, told, limits).find()


class _Search:
    """One search. `ends` of a turn are kept by the state it begins at."""

    def __init__(self, game: Game, state: Any, told: Told, limits: Limits) -> None:
        self.game, self.base, self.told, self.limits = game, state, told, limits
        self._until = perf_counter() + limits.seconds
        self._decisions = 0
        self._turns: dict[Any, list[Way]] = {}
        own = set(TableState.__struct_fields__) | {"index"}
        self._fields = tuple(name for name in type(state).__struct_fields__ if name not in own)
        self._secret = {act.event: act.hidden.fields for act in game.acts if act.secret}
        self.crossing = set(_crossing_kinds(game.id))

    def find(self) -> Found:
        if not self.told.differing(self.base):
            return Found((Way((), self.base),))
        ways: tuple[Way, ...] = ()
        near: list[tuple[Way, dict[Steps, Any]]] = []
        is_bound = False
        try:
            for horizon in self._horizons():
                ways, near = self._search(horizon, 0), []
                if ways:
                    break
            else:
                for horizon in self._horizons():
                    near = self._near(horizon)
                    if near:
                        break
        except _BoundError:
            is_bound = True
        return Found(ways, tuple(near), is_bound)

    def _near(self, horizon: int) -> list[tuple[Way, dict[Steps, Any]]]:
        found = self._search(horizon, 1)
        return [(way, self.told.differing(way.end)) for way in found]

    def _key(self, state: Any) -> Any:
        """Return what tells states apart."""
        key = tuple([getattr(state, name) for name in self._fields])
        try:
            hash(key)
        except TypeError:
            return msgspec.json.encode(state)
        return key

    def _decide(self, state: Any, event: Event) -> Accepted | Refused:
        self._decisions += 1
        if self._decisions > self.limits.decisions or perf_counter() > self._until:
            raise _BoundError
        return self.game.decide(state, event)

    def _mark(self, state: Any) -> tuple[Any, ...]:
        """Return what changes from turn to turn."""
        return self.game.counter(state), self.game.turn(state), self.game.winners(state) is not None

    def _candidates(self, state: Any) -> list[Event]:
        """Return the acts to try at a state: of seats that act at the same moment only the first one's."""
        game, found = self.game, list[Event]()
        acting = game.acting(state)
        for seat in acting:
            if seat == TABLE:
                continue
            acts = self._unknown_first(game.legal(state, seat))
            if acts and all(type(act).__struct_config__.tag in game.concurrent for act in acts):
                return acts
            found += acts
        if not found or TABLE in acting:
            found += self._unknown_first(game.legal(state, TABLE))
        return found

    def _unknown_first(self, acts: Sequence[Event]) -> list[Event]:
        """Return acts without those that name what need not be known yet."""
        unknown = {
            type(act)
            for act in acts
            if (fields := self._secret.get(type(act))) and all(getattr(act, name) is None for name in fields)
        }
        return [
            act
            for act in acts
            if type(act) not in unknown or all(getattr(act, n) is None for n in self._secret[type(act)])
        ]

    def _ends(self, state: Any) -> list[Way]:
        """Return the ends of the turn at a state, the fewest acts first."""
        begin = self._key(state)
        if (known := self._turns.get(begin)) is not None:
            return known
        mark, ends, seen = self._mark(state), dict[Any, Way](), {begin}
        level = [Way((), state)]
        while level:
            following = []
            for acts, before in level:
                for event in self._candidates(before):
                    verdict = self._decide(before, event)
                    if isinstance(verdict, Refused):
                        continue
                    after = verdict.state
                    way, key = Way((*acts, event), after), self._key(after)
                    if self._mark(after) != mark:
                        ends.setdefault(key, way)
                    elif key not in seen:
                        seen.add(key)
                        following.append(way)
            level = following
        found = self._turns[begin] = list(ends.values())
        return found

    def _horizons(self) -> Iterator[int]:
        """Yield after how many turns what was told may be so, the fewest first."""
        values: list[dict[Steps, set[str]]] = []
        state = self.base
        for _ in range(self.limits.turns):
            ends = self._ends(state)
            if not ends:
                break
            layer: dict[Steps, set[str]] = {path: set() for path in self.told.facts}
            for way in ends:
                for path, now in self.told.read(way.end).items():
                    layer[path].add(str(now))
            values.append(layer)
            state = self._plainest(state, ends)[0].end
            clocks = [p for p in self.told.facts if self._is_clock(p, values)]
            n = len(values)
            if all(layer[p] == {str(self.told.facts[p])} for p in clocks):
                yield n
            if self.game.counter(state) > self.game.counter(self.base) + 1:
                break

    def _is_clock(self, path: Steps, values: list[dict[Steps, set[str]]]) -> bool:
        """Return whether a fact tells only how far the game is: in each turn the same whatever is done."""
        if self.told.seat_of(path) is not None:
            return False
        return all(len(layer[path]) == 1 for layer in values) and (
            len({next(iter(layer[path])) for layer in values}) > 1
            or values[0][path] != {str(self.told.read(self.base)[path])}
        )

    def _plainest(self, state: Any, ends: Iterable[Way]) -> list[Way]:
        """Return one end for each first act and what it changes for all, that changes least for others."""
        seat = self.game.turn(state)
        before = self.told.read(state)
        found: dict[Any, tuple[int, Way]] = {}
        for way in ends:
            after = self.told.read(way.end)
            changed = [p for p in after if after[p] != before[p]]
            shared = tuple((p, str(after[p])) for p in changed if self.told.seat_of(p) is None)
            others = sum(self.told.seat_of(p) not in (None, seat) for p in changed)
            key = (way.acts[0], shared)
            if key not in found or others < found[key][0]:
                found[key] = (others, way)
        return [way for _, way in sorted(found.values(), key=lambda each: each[0])]

    def _search(self, horizon: int, slack: int) -> tuple[Way, ...]:
        """Return the ways that take so many turns and miss at most `slack` pieces of what was told."""
        layer = {self._key(self.base): Way((), self.base)}
        for n in range(1, horizon + 1):
            outlook = _Outlook(self, horizon - n, slack)
            following: dict[Any, Way] = {}
            for acts, state in layer.values():
                for end in self._ends(state):
                    way = Way((*acts, *end.acts), end.end)
                    key = self._key(way.end)
                    if key not in following and outlook.may_lead_on(way.end):
                        following[key] = way
            layer = following
        return tuple(layer.values())


class _Outlook:
    """What is ahead after a turn, `left` turns before the end of a search."""

    def __init__(self, search: _Search, left: int, slack: int) -> None:
        self.search, self.left, self.slack = search, left, slack
        self._contexts: list[_Context] | None = None

    def may_lead_on(self, state: Any) -> bool:
        """Return whether a state may still lead to what was told."""
        search = self.search
        if not self.left:
            return self._misses(state, ()) <= self.slack
        if self._contexts is None:
            self._contexts = self._find_contexts(state, self.left)
        for context in self._contexts:
            ends = self._run(state, context.turns)
            if ends is None or any(self._misses(end, context.movers) <= self.slack for end in ends):
                return True
        return False

    def _misses(self, state: Any, movers: Sequence[str]) -> int:
        """Count the pieces that are not as told, of seats that do not move any more."""
        told, crossing = self.search.told, self.search.crossing
        differing = told.differing(state)
        if self.left:
            differing = {
                path: now
                for path, now in differing.items()
                if (seat := told.seat_of(path)) is not None
                and seat not in movers
                and _kind_of(path) not in crossing
            }
        return len({path[:-1] if len(path) > 2 else path for path in differing})

    def _find_contexts(self, state: Any, left: int) -> list["_Context"]:
        """Return examples of the turns ahead, one for each way in which what the table does comes out."""
        if not left:
            return [_Context((), ())]
        search = self.search
        ends = search._ends(state)
        if not ends:
            return []
        seat = getattr(ends[0].acts[0], "seat", None)
        plain = search._plainest(state, ends)
        tails = self._find_contexts(plain[0].end, left - 1)
        if seat is None:
            return [_Context((None, *tail.turns), tail.movers) for tail in tails]
        found: dict[Any, _Context] = {}
        for way in plain:
            for tail in tails:
                context = _Context((way.acts, *tail.turns), tuple({seat, *tail.movers}))
                found.setdefault(self._label(state, context.turns), context)
        return list(found.values())

    def _label(self, state: Any, turns: tuple[tuple[Event, ...] | None, ...]) -> Any:
        """Return what the table does in these turns."""
        search, label = self.search, list[Any]()
        for turn in turns:
            if turn is None:
                ends = search._ends(state)
                label.append(frozenset(way.acts for way in ends))
                state = ends[0].end
                continue
            for event in turn:
                verdict = search._decide(state, event)
                if isinstance(verdict, Refused):
                    return object()
                label += [j.event for j in verdict.judged[1:] if getattr(j.event, "seat", None) is None]
                state = verdict.state
        return tuple(label)

    def _run(self, state: Any, turns: tuple[tuple[Event, ...] | None, ...]) -> list[Any] | None:
        """Return the states after these turns; None where one is not possible."""
        states = [state]
        for turn in turns:
            if turn is None:
                states = [way.end for each in states for way in self.search._ends(each)]
                continue
            for event in turn:
                verdicts = [self.search._decide(each, event) for each in states]
                states = [verdict.state for verdict in verdicts if isinstance(verdict, Accepted)]
                if len(states) < len(verdicts):
                    return None
        return states


class _Context(NamedTuple):
    """An example of the turns ahead: the acts of each, None where the table alone acts; who moves in them."""

    turns: tuple[tuple[Event, ...] | None, ...]
    movers: tuple[str, ...]


def _kind_of(path: Steps) -> Kind:
    return (path[0], path[-1] if len(path) > 2 else "")


@cache
def _crossing_kinds(id: str) -> frozenset[Kind]:
    """Return which facts of a seat acts of others change, as in the game's demonstration; cached by game."""
    from referee.service.files.check import Checker  # noqa: PLC0415
    from referee.service.files.file_lines import numbered_lines  # noqa: PLC0415
    from referee.service.logs.sources import gone_back_to  # noqa: PLC0415

    game = find_game(id)
    demo = Path(folder_of(id)) / "demo.jsonl"
    if not demo.exists():
        return frozenset()
    lines = tuple(line for _, line in numbered_lines(demo))
    checker = Checker(gone_back_to(lines))
    found: set[Kind] = set()
    for number, line in enumerate(lines, 1):
        before = checker.state
        checker.take(number, line)
        seat = getattr(checker.judged[0].event, "seat", None) if checker.judged else None
        if before is None or seat is None or checker.state is before:
            continue
        was, now = public_facts(game, before), public_facts(game, checker.state)
        for path in was.keys() | now.keys():
            steps = tuple(path.split("."))
            named = next((fact for fact in game.facts.declared if fact.name == steps[0]), None)
            if named and named.by_seat and len(steps) > 1 and steps[1] != seat and was.get(path) != now.get(path):
                found.add(_kind_of(steps))
    return frozenset(found)


_ = chain
