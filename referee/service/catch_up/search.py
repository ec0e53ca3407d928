"""Search the acts that lead from one state to facts told of a later one, with `legal` and `decide` alone.

The search goes turn by turn. A turn's ends are all states in which it can be over; those of the turns after
it are searched from each of them that can still lead to what was told. Whether it can is tried on examples:
the seats that have had their turn keep what they have got but for what the table does to all (a river, a
day), so each end is led on by a few turns of the others, one for each way in which what the table does comes
out. Facts that others may change (a theft) count only where somebody may still change them so.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, TABLE, Event, type_of
from referee.kernel.fields import others_of, values_by_field
from referee.kernel.game import Game
from referee.kernel.registry import codec_for, find_game, folder_of
from referee.kernel.table import TableState
from referee.kernel.verdict import Accepted, Refused
from referee.service.catch_up.told import Kind, Steps, Told, kind_of, public_facts

try:
    from time import thread_time
except ImportError:  # a platform without threads: the time of the process is that of its only one
    from time import process_time as thread_time


class Limits(msgspec.Struct, frozen=True):
    """How far a search goes: `decisions` (acts judged), `turns` after the state it begins at.

    Where it finds no way it looks for near ones with `decisions_near` more; `decisions_later` go at most into
    whether what was told may be so a round later, too. They are counted, so that a busy machine answers as a
    quiet one does; at the last so many `seconds` of the processor end it.
    """

    decisions: int = 40_000
    decisions_near: int = 8_000
    decisions_later: int = 10_000
    seconds: float = 7.5
    turns: int = 40

    def fit(self, game: Game) -> "Limits":
        """Return the limits for a game: as many decisions as are made in the same time."""
        if not game.keeps_hands:
            return self
        fewer = {name: getattr(self, name) // _WITH_HANDS for name in _COUNTED}
        return replace(self, **fewer)


_COUNTED = ("decisions", "decisions_near", "decisions_later")

_WITH_HANDS = 5
"""Where seats hold what only they know, an act takes so many times as long to judge."""


class Way(NamedTuple):
    """Acts one after the other, and the state they lead to, consequences included."""

    acts: tuple[Event, ...]
    end: Any


class Found(NamedTuple):
    """What a search found: ways to all that was told, or, where there is none, to most of it.

    Of ways that lead to the same position there is one, with the fewest acts. `near` are pairs of a way and
    the facts that are otherwise at its end, as they are there. `is_bound`: the search was broken off, so that
    there may be more. `later` is the number of the next round where it may be so at its beginning, too, which
    was not searched to the end. `never` is why what was told can be so at no time; nothing was searched then.
    """

    ways: tuple[Way, ...]
    near: tuple[tuple[Way, dict[Steps, Any]], ...] = ()
    is_bound: bool = False
    later: int | None = None
    never: Refused | None = None


class BoundError(Exception):
    """The search has reached its limits."""


class TooWideError(Exception):
    """A turn can end in more ways than can be tried."""


Piece = tuple[Steps, bytes]
"""The path of a piece, and what is true of it."""

Pieces = dict[str, list[Piece]]

_WIDEST, _WIDEST_EXAMPLES = 4000, 1500
"""A turn of which so many acts were judged is too wide to try all of it, or to find examples of it."""

_FEW, _LONGEST_EXAMPLE = 3, 12
"""So many acts of a type are tried for an example of a turn, so many acts long is one at most."""

_MOST_NEAR = 2
"""So many near ways are found where not all of them can be looked for."""

_NEAREST_STATES = 3
"""So many states, those that miss least, are led on from turn to turn where near ways are looked for."""

Turns = tuple[tuple[Event, ...], ...]
"""The acts of several turns of seats."""


_PROVED, _NEVER = 3, 10_000
"""Acts of two types are taken to commute once they did so often, and never where they once did not."""


class _InTurn:
    """A state within a turn, after the act `did` of a class `kind`.

    `led_to` are the keys of the states its acts lead to; `beside` the same of the states that other acts lead
    to from the state before it, so far.
    """

    __slots__ = ("_after", "beside", "did", "kind", "led_to", "way")

    def __init__(self, way: Way, did: bytes = b"", beside: Mapping[bytes, dict[bytes, Any]] = {}) -> None:
        self.way, self.did, self.beside = way, did, beside
        self.kind = type(way.acts[-1]) if way.acts else None
        self.led_to: dict[bytes, Any] = {}
        self._after: dict[bytes, dict[bytes, Any]] = {}

    def add(self, way: Way, did: bytes) -> "_InTurn":
        """Return the state that a way leads to by one act more."""
        node = _InTurn(way, did, self._after)
        self._after[did] = node.led_to
        return node


class Search:
    """One search. The ends of a turn are kept by the state it begins at."""

    def __init__(self, game: Game, state: Any, told: Told, limits: Limits) -> None:
        self.game, self.base, self.told, self.limits = game, state, told, limits.fit(game)
        self._until = thread_time() + limits.seconds
        self._decisions, self._most = 0, self.limits.decisions
        self._ends_of_turn: dict[Any, list[Way]] = {}
        self._commuting = Counter[tuple[type | None, type]]()
        own = set(TableState.__struct_fields__) | {"index"}
        self._fields = tuple(name for name in type(state).__struct_fields__ if name not in own)
        self._secret = {act.event: act.hidden.fields for act in game.acts if act.secret}
        secrets = [act.hidden for act in game.acts if act.secret]
        self._shown = {secret.until: secret.fields for secret in secrets if secret.until}
        self.crossing = _crossing_kinds(game.id)
        self._own = [fact for fact in game.facts.declared if fact.by_seat and fact.public]
        shared = [fact for fact in game.facts.declared if fact.public and not fact.by_seat]
        self._scalars = [fact.read for fact in shared if isinstance(fact.read(state), int | str)]
        self._names: dict[type, Any] = {}
        self._ahead: list[Any] = []
        self._hidden = [fact.name for fact in game.facts.secret]

    def find(self) -> Found:
        """Return what the search finds; see `Found`. Raises TooWideError."""
        if not self.told.differing(self.base):
            return Found((Way((), self.base),))
        ends: list[Any] = []
        try:
            ends = self._possible_ends()
            if (never := self._judge_never()) is not None:
                return Found((), never=never)
            for end in ends:
                if ways := _Leg(self, end, 0).find():
                    return self._find_later(ways, end, ends)
        except BoundError:
            return self._find_nearest(ends, is_bound=True)
        near = self._near(ends)
        return Found((), near) if near else self._find_nearest(ends)

    def _find_nearest(self, ends: Sequence[Any], *, is_bound: bool = False) -> Found:
        """Return the nearest ways to these ends, of a few states a turn; none where one misses nothing.

        Where the search was broken off (`is_bound`), and yet a piece comes out otherwise whatever was tried,
        to whichever end, that is why there is no way.
        """
        self._most, ways, is_clear = self._decisions + self.limits.decisions_near, list[Way](), bool(ends)
        try:
            for end in ends:
                found, never = _Leg(self, end, len(self.told.facts)).find_nearest()
                ways += found
                is_clear = is_clear and never
        except (BoundError, TooWideError):
            is_clear = False
        ways.sort(key=lambda way: (len(self.told.pieces_missed(way.end)), len(way.acts)))
        near = {str(off): (way, off) for way in reversed(ways) if (off := self.told.differing(way.end))}
        is_near = bool(ways) and bool(self.told.differing(ways[0].end))
        nearest = tuple(reversed(near.values()))[:_MOST_NEAR] if is_near else ()
        return Found((), nearest, is_bound=is_bound and not is_clear)

    def _find_later(self, ways: tuple[Way, ...], end: Any, ends: Iterable[Any]) -> Found:
        """Return what is found with ways to the next round, where seats that were told of do nothing.

        Whoever tells of all may mean the end of the round. What all do at the same moment does not count.
        """
        done = (act for way in ways for act in way.acts if type_of(act) not in self.game.concurrent)
        moved = {getattr(act, "seat", None) for act in done}
        later = next((each for each in ends if each[0] > end[0]), None)
        if later is None or moved.issuperset(self.told.seats):
            return Found(self._merge(ways))
        self._most = min(self._most, self._decisions + self.limits.decisions_later)
        try:
            return Found(self._merge((*ways, *_Leg(self, later, 0).find())))
        except (BoundError, TooWideError):
            return Found(self._merge(ways), later=later[0])

    def _near(self, ends: Iterable[Any]) -> tuple[tuple[Way, dict[Steps, Any]], ...]:
        """Return the nearest ways to the first of these ends that has any; none where the time is up."""
        try:
            for end in ends:
                if ways := _Leg(self, end, 1).find():
                    return tuple([(way, self.told.differing(way.end)) for way in self._merge(ways)])
        except (BoundError, TooWideError):
            pass
        return ()

    def _merge(self, ways: Iterable[Way]) -> tuple[Way, ...]:
        """Return of the ways that lead to the same position the one with the fewest acts."""
        found: dict[Any, Way] = {}
        for way in sorted(ways, key=lambda each: len(each.acts)):
            found.setdefault(self.told.encode_position(way.end), way)
        return tuple(found.values())

    def key(self, state: Any) -> Any:
        """Return what tells states apart."""
        key = tuple([getattr(state, name) for name in self._fields])
        try:
            hash(key)
        except TypeError:
            return msgspec.json.encode(state)
        return key

    def decide(self, state: Any, event: Event) -> Accepted | Refused:
        """Judge an act; raise BoundError where the search has reached its limits."""
        self._decisions += 1
        if self._decisions > self._most or thread_time() > self._until:
            raise BoundError
        return self.game.decide(state, event)

    def _turn(self, state: Any) -> tuple[Any, ...]:
        """Return what changes from turn to turn."""
        return self.game.counter(state), self.game.turn(state), self.game.winners(state) is not None

    def count_changed(self, before: Any, after: Any) -> int:
        """Count the fields in which two states differ."""
        return sum(getattr(before, name) != getattr(after, name) for name in self._fields)

    def mark(self, state: Any) -> tuple[Any, ...]:
        """Return how far the game is, as rounds, phases and turns count it."""
        return (*self._turn(state), self.game.phase(state))

    def candidates(self, state: Any) -> list[Event]:
        """Return the acts to try at a state: of seats that act at the same moment only the first one's."""
        game, found = self.game, list[Event]()
        acting = game.acting(state)
        for seat in acting:
            if seat == TABLE:
                continue
            acts = self._unknown_first(game.legal(state, seat))
            if acts and all(type_of(act) in game.concurrent for act in acts):
                return acts
            found += acts
        if not found or TABLE in acting:
            found += self._unknown_first(game.legal(state, TABLE))
        return found

    def _as_it_may_show(self, act: Event) -> list[Event]:
        """Return an act that shows a card nobody may know, with each that it may be; any other as it is."""
        found = [act]
        for name in self._shown.get(type(act), ()):
            if getattr(act, name) is None:
                values = values_by_field(type(act)).get(name, ())
                found = [replace(each, **{name: value}) for each in found for value in values]
        return found

    def _unknown_first(self, acts: Sequence[Event]) -> list[Event]:
        """Return acts without those that name what need not be known yet."""
        if any(type(act) in self._shown for act in acts):
            acts = list(dict.fromkeys(each for act in acts for each in self._as_it_may_show(act)))
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

    def ends(self, state: Any) -> list[Way]:
        """Return the ends of the turn at a state, each once, the fewest acts first.

        Two acts whose order makes no difference are tried in one order. Raises TooWideError.
        """
        begin = self.key(state)
        if (known := self._ends_of_turn.get(begin)) is not None:
            return known
        turn, ends, seen = self._turn(state), dict[Any, Way](), {begin}
        level, most = [_InTurn(Way((), state))], self._decisions + _WIDEST
        while level:
            following = []
            for node in level:
                for way, key, did in self._lead_on(node):
                    if self._decisions > most:
                        raise TooWideError
                    if self._turn(way.end) != turn:
                        ends.setdefault(key, way)
                    elif key not in seen:
                        seen.add(key)
                        following.append(node.add(way, did))
            level = following
        found = self._ends_of_turn[begin] = list(ends.values())
        return found

    def _lead_on(self, node: "_InTurn") -> Iterator[tuple[Way, Any, bytes]]:
        """Yield the ways by one act more, the key of the state and the act of each.

        Not those that lead to the same state in another order.
        """
        acts, before = node.way
        for event in self.candidates(before):
            did, kinds = msgspec.json.encode(event), (node.kind, type(event))
            other = node.beside.get(did, {}).get(node.did)
            if other is not None and self._commuting[kinds] >= _PROVED:
                node.led_to[did] = other
                continue
            verdict = self.decide(before, event)
            if isinstance(verdict, Refused):
                continue
            key = node.led_to[did] = self.key(verdict.state)
            if other is not None:
                self._commuting[kinds] += 1 if other == key else -_NEVER
            yield Way((*acts, event), verdict.state), key, did

    def _possible_ends(self) -> list[Any]:
        """Return the marks at which what was told may be so, the nearest first.

        A fact of the table that is the same at a mark whatever was done, and not the same at all marks, tells
        how far the game is: only the marks are left at which it is as told.
        """
        values: dict[Any, dict[Steps, dict[str, Any]]] = {}
        state, begin = self.base, self.game.counter(self.base)
        for _ in range(min(self.limits.turns, 2 * len(self.base.seats) + 3)):
            ends = self.ends(state) if self.is_tables(state) else self.examples(state)
            if not ends:
                break
            self._ahead += [way.end for way in ends]
            for way in ends:
                layer = values.setdefault(self.mark(way.end), {path: {} for path in self.told.facts})
                for path, now in self.told.read(way.end).items():
                    layer[path][str(now)] = now
            state = ends[0].end
            if self.game.counter(state) > begin + 1:
                break
        before = {
            path: value
            for path, value in self.told.read(self.base).items()
            if self._may_be_clock(path, value)
        }
        clocks = [
            path
            for path, was in before.items()
            if all(len(layer[path]) == 1 for layer in values.values())
            and any(str(was) not in layer[path] for layer in values.values())
        ]
        return [
            mark
            for mark, layer in values.items()
            if all(self.told.is_so(path, *layer[path].values()) for path in clocks)
        ]

    def _judge_never(self) -> Refused | None:
        """Return why what was told can be so at no time; None where it may be.

        It cannot be set by hand now, nor, for the same reason, at any of the examples of the turns ahead.
        """
        first = None
        for state in (self.base, *self._ahead):
            for correction in self.told.corrections(state):
                verdict = self.game.decide(state, correction)
                if not isinstance(verdict, Refused) or (first and verdict.reason != first.reason):
                    return None
                first = first or verdict
        return first

    def _may_be_clock(self, path: Steps, value: Any) -> bool:
        return self.told.seat_of(path) is None and not isinstance(value, dict)

    def is_tables(self, state: Any) -> bool:
        """Return whether no seat acts now, but the table."""
        return all(seat == TABLE for seat in self.game.acting(state))

    def split(self, state: Any) -> tuple[Pieces, bytes]:
        """Return the pieces of each seat as everybody sees them, and what else may matter to them."""
        encode = msgspec.json.encode
        pieces: Pieces = {seat: [] for seat in state.seats}
        for fact in self._own:
            for seat, held in (fact.read(state) or {}).items():
                if isinstance(held, dict) and any(isinstance(each, msgspec.Struct) for each in held.values()):
                    pieces[seat] += [
                        ((fact.name, seat, str(key)), encode(each)) for key, each in held.items()
                    ]
                else:
                    pieces[seat].append(((fact.name, seat), encode(held)))
        hidden = self.game.facts.visible_values(state, REFEREE, self._hidden)
        return pieces, encode([self.read_shared(state), hidden])

    def read_shared(self, state: Any) -> tuple[str, ...]:
        """Return the facts of the table that are one number or one word."""
        return tuple([str(read(state)) for read in self._scalars])

    def examples(self, state: Any) -> list[Way]:
        """Return one end of the turn for each first act and what it changes for all.

        Acts that name no other seats are preferred; of many acts of a type a few are tried.
        """
        turn, found, most = self._turn(state), dict[Any, Way](), self._decisions + _WIDEST_EXAMPLES
        level = {(): Way((), state)}
        for _ in range(_LONGEST_EXAMPLE):
            following: dict[Any, Way] = {}
            for acts, before in level.values():
                for event in self._few(self.candidates(before), few=bool(acts)):
                    verdict = self.decide(before, event)
                    if isinstance(verdict, Refused):
                        continue
                    if self._decisions > most:
                        raise TooWideError
                    way = Way((*acts, event), verdict.state)
                    place = (msgspec.json.encode(way.acts[0]), self.read_shared(way.end))
                    if place not in found:
                        (found if self._turn(way.end) != turn else following).setdefault(place, way)
            level = {place: way for place, way in following.items() if place not in found}
        return list(found.values())

    def _few(self, acts: Sequence[Event], *, few: bool) -> list[Event]:
        """Return acts, those that name no other seat first; `few`: at most `_FEW` of a type."""
        ordered = sorted(acts, key=self._count_others)
        if not few:
            return ordered
        counts = Counter[type]()
        kept = []
        for act in ordered:
            counts[type(act)] += 1
            if counts[type(act)] <= _FEW:
                kept.append(act)
        return kept

    def _count_others(self, act: Event) -> int:
        """Count the other seats that an act names."""
        kind = type(act)
        if kind not in self._names:
            self._names[kind] = others_of(kind)
        names = self._names[kind]
        return 0 if names is None else len({*names(act)} - {getattr(act, "seat", None)})


_IMPOSSIBLE = object()

_AS_TOLD, _TAKEN, _OTHERWISE = range(3)
"""How a piece comes out: as told; otherwise, but in what others may change (a theft); otherwise."""

_STATES_AHEAD = 3
"""From so many states examples of the turns ahead are compared."""


class _Outlook(NamedTuple):
    """Examples of the turns ahead, from one mark to the end of a leg; of each, the seats it leaves alone."""

    turns: tuple[Turns, ...]
    settled: tuple[tuple[str, ...], ...]


class _AfterTurn(NamedTuple):
    """A state after a turn, its mark, and what `Search.split` makes of it."""

    state: Any
    mark: Any
    own: Pieces
    rest: bytes


class _Leg:
    """A search of the ways to one mark that miss at most `slack` pieces of what was told.

    `_labels` say what the table does in an example of the turns ahead, by what is not of the settled seats;
    `_missed` how many pieces of a seat come out otherwise by that, by what the seat has.
    """

    def __init__(self, search: Search, end: Any, slack: int) -> None:
        self.search, self.end, self.slack = search, end, slack
        self._outlooks: dict[Any, _Outlook] = {}
        self._labels: dict[Any, Any] = {}
        self._missed: dict[Any, int] = {}
        self._mended: dict[Any, bool] = {}

    def find(self) -> tuple[Way, ...]:
        """Return the ways, of those to the same state the one with the fewest acts."""
        search = self.search
        self._look_ahead()
        layer = {search.key(search.base): Way((), search.base)}
        found: dict[Any, Way] = {}
        while layer:
            following: dict[Any, Way] = {}
            for acts, state in layer.values():
                for end in search.ends(state):
                    key = search.key(end.end)
                    if self._is_end(end.end):
                        if key not in found and len(search.told.pieces_missed(end.end)) <= self.slack:
                            found[key] = Way((*acts, *end.acts), end.end)
                    elif key not in following and self._may_lead_on(end.end):
                        following[key] = Way((*acts, *end.acts), end.end)
            layer = following
        return tuple(found.values())

    def find_nearest(self) -> tuple[list[Way], bool]:
        """Return ways that miss the fewest pieces, of the states that miss least after each turn.

        And whether in one of the turns some piece came out otherwise in all that was tried, or something did
        in each, where no state was left out from which nothing need come out otherwise.
        """
        search, never, is_whole, found = self.search, False, True, list[Way]()
        self._look_ahead()
        layer = [Way((), search.base)]
        while layer:
            following = dict[Any, tuple[int, Way]]()
            always, least = list[frozenset[Steps]](), list[int]()
            for acts, state in layer:
                for end in search.ends(state):
                    way = Way((*acts, *end.acts), end.end)
                    if self._is_end(way.end):
                        found.append(way)
                        always.append(search.told.pieces_missed(way.end))
                        least.append(len(always[-1]))
                    elif search.mark(way.end)[0] <= self.end[0]:
                        missed = self._foresee_missed(way.end)
                        always.append(frozenset.intersection(*missed) if missed else frozenset())
                        least.append(min(map(len, missed), default=0))
                        following.setdefault(search.key(way.end), (least[-1], way))
            if always:
                never = never or bool(frozenset.intersection(*always)) or (is_whole and all(least))
            is_whole = is_whole and least.count(0) <= _NEAREST_STATES
            nearest = sorted(following.values(), key=lambda each: (each[0], len(each[1].acts)))
            layer = [way for _, way in nearest[:_NEAREST_STATES]]
        fewest = min((len(search.told.pieces_missed(way.end)) for way in found), default=0)
        return [way for way in found if len(search.told.pieces_missed(way.end)) == fewest], never

    def _foresee_missed(self, state: Any) -> list[frozenset[Steps]]:
        """Return by example of the turns ahead which pieces of seats it leaves alone come out otherwise."""
        mark = self.search.mark(state)
        outlook = self._outlooks.get(mark)
        if outlook is None:
            return []
        after = _AfterTurn(state, mark, *self.search.split(state))
        found = []
        for i, settled in enumerate(outlook.settled):
            pieces = [piece for seat in settled for piece in after.own[seat]]
            if (missed := self._foresee(after, i, pieces)) is not None:
                known = zip(pieces, missed, strict=True)
                found.append(frozenset(piece[0] for piece, how in known if how == _OTHERWISE))
        return found

    def _is_end(self, state: Any) -> bool:
        """Return whether a leg ends at a state: at its mark, or because the game is over."""
        mark = self.search.mark(state)
        return mark == self.end or bool(mark[2])

    def _may_lead_on(self, state: Any) -> bool:
        """Return whether a state may still lead to what was told, by examples of the turns ahead."""
        mark = self.search.mark(state)
        if mark[0] > self.end[0]:
            return False
        outlook = self._outlooks.get(mark)
        if outlook is None:
            return True
        after = _AfterTurn(state, mark, *self.search.split(state))
        is_possible = False
        for i, (turns, settled) in enumerate(zip(*outlook, strict=True)):
            pieces = [piece for seat in settled for piece in after.own[seat]]
            if not pieces:
                return True
            if (missed := self._foresee(after, i, pieces)) is None:
                continue
            is_possible = True
            if missed.count(_OTHERWISE) <= self.slack:
                taken = [piece for piece, how in zip(pieces, missed, strict=True) if how == _TAKEN]
                if all(self._may_be_mended(state, turns, piece, after.own) for piece in taken):
                    return True
        return not is_possible

    def _foresee(self, after: "_AfterTurn", i: int, pieces: Sequence[Piece]) -> list[int | None] | None:
        """Return how pieces come out in example `i` of the turns ahead; None where that is not possible.

        Of some it may stay None, where more than `slack` of the others come out otherwise.
        """
        outlook = self._outlooks[after.mark]
        place = (after.mark, i, after.rest)
        label = self._labels.get(place)
        if label is _IMPOSSIBLE:
            return None
        known = [None if label is None else self._missed.get((piece, label)) for piece in pieces]
        if None not in known or known.count(_OTHERWISE) > self.slack:
            return known
        if (ran := self._run(after.state, outlook.turns[i])) is None:
            self._labels[place] = _IMPOSSIBLE
            return None
        label, states = ran
        self._labels[place] = label
        if any((piece, label) not in self._missed for piece in pieces):
            self._note_missed(outlook.settled[i], after.own, label, states)
        return [self._missed[piece, label] for piece in pieces]

    def _note_missed(self, settled: tuple[str, ...], own: Pieces, label: Any, states: list[Any]) -> None:
        """Note which pieces of seats come out as told, given the states before what the table does last."""
        told, ends = self.search.told, self._lead_through(states, [])
        for seat in settled:
            missed = [told.missed_of(seat, end) for end in ends]
            for piece in own[seat]:
                kinds = [each.get(piece[0], set()) for each in missed]
                ways = [
                    _AS_TOLD if not k else _TAKEN if k <= self.search.crossing else _OTHERWISE for k in kinds
                ]
                self._missed[piece, label] = min(ways, default=_OTHERWISE)

    def _may_be_mended(self, state: Any, turns: Turns, piece: Piece, own: Pieces) -> bool:
        """Return whether a seat could bring a piece to what was told of it, by a theft in one of these turns.

        It depends on the piece and on what that seat has, and is kept by these.
        """
        search = self.search
        for turn in turns:
            seat = getattr(turn[0], "seat", "")
            place = (piece, seat, tuple(own.get(seat, ())))
            if place not in self._mended:
                path, crossing = piece[0], search.crossing
                self._mended[place] = any(
                    not search.told.missed_of(path[1], way.end).get(path, set()) & crossing
                    for way in search.ends(state)
                )
            if self._mended[place]:
                return True
            for event in turn:
                verdict = search.decide(state, event)
                if isinstance(verdict, Refused):
                    return True
                state = verdict.state
        return False

    def _look_ahead(self) -> None:
        """Find the outlooks at all marks on the way: examples that come out otherwise from some state there.

        A few states are led on at the same time, by the first examples of turns, the last, and some between.
        None is found where they do not reach the end.
        """
        search = self.search
        levels: list[tuple[Any, list[Any], list[tuple[Event, ...]]]] = []
        states = [search.base]
        while not self._is_end(states[0]):
            mark = search.mark(states[0])
            states = [each for each in states if search.mark(each) == mark]
            if search.is_tables(states[0]):
                examples = [search.ends(each)[:1] for each in states]
                levels.append((mark, states, []))
            else:
                examples = [search.examples(each) for each in states]
                acts = {msgspec.json.encode(way.acts): way.acts for ways in examples for way in ways}
                levels.append((mark, states, list(acts.values())))
            if not all(examples) or len(levels) > search.limits.turns:
                return
            if len(states) == 1:
                examples *= _STATES_AHEAD
            picked = [
                ways[i * (len(ways) - 1) // max(1, len(examples) - 1)] for i, ways in enumerate(examples)
            ]
            states = [way.end for way in picked]
        ahead: list[Turns] = [()]
        for mark, states, turns in reversed(levels):
            found: dict[Any, Turns] = {}
            for turn in turns:
                for rest in ahead:
                    ran = [self._run(each, (turn, *rest)) for each in states]
                    if any(ran):
                        found.setdefault(tuple([each and each[0] for each in ran]), (turn, *rest))
            ahead = list(found.values()) if turns else ahead
            self._outlooks[mark] = _Outlook(tuple(ahead), tuple(map(self._find_settled, ahead)))

    def _find_settled(self, turns: Turns) -> tuple[str, ...]:
        """Return the seats of which something was told that do nothing in these turns."""
        moved = {getattr(event, "seat", None) for turn in turns for event in turn}
        return tuple([seat for seat in self.search.told.seats if seat not in moved])

    def _run(self, state: Any, turns: Turns) -> tuple[Any, list[Any]] | None:
        """Return what the table does in these turns, and the states before it does what it does last.

        None where the turns are not possible.
        """
        search, states, label = self.search, [state], list[Any]()
        for turn in turns:
            if not (states := self._lead_through(states, label)):
                return None
            for event in turn:
                verdicts = [search.decide(each, event) for each in states]
                if any(isinstance(verdict, Refused) for verdict in verdicts):
                    return None
                states = [verdict.state for verdict in verdicts]  # type: ignore[union-attr]
                judged = verdicts[0].judged[1:]  # type: ignore[union-attr]
                label += [each.event for each in judged if getattr(each.event, "seat", None) is None]
        if not self._is_end(states[0]) and search.is_tables(states[0]):
            label += self._note_candidates(states[0])
        return tuple(label), states

    def _lead_through(self, states: list[Any], label: list[Any]) -> list[Any]:
        """Return the states after all that the table can do; add to `label` what that is."""
        search = self.search
        while states and not self._is_end(states[0]) and search.is_tables(states[0]):
            label += self._note_candidates(states[0])
            states = [
                end
                for each in states
                for end in ([each] if self._is_end(each) else [way.end for way in search.ends(each)])
            ]
        return states

    def _note_candidates(self, state: Any) -> tuple[Any, ...]:
        """Return what tells apart what the table can do at states, without listing all of it."""
        candidates = self.search.candidates(state)
        return len(candidates), *candidates[:1]


@cache
def _crossing_kinds(id: str) -> frozenset[Kind]:
    """Return which facts of a seat acts of others change, as in the game's demonstration; cached by game."""
    # What is read once for each game: a cold start at a table needs none of it.
    from referee.service.files.file_lines import numbered_lines

    game, codec = find_game(id), codec_for(id)
    demo = Path(folder_of(id)) / "demo.jsonl"
    if not demo.exists():
        return frozenset()
    found: set[Kind] = set()
    state: Any = None
    for _, line in numbered_lines(demo):
        before, event = state, codec.event(line)
        verdict = game.decide(before, event)
        if isinstance(verdict, Refused):
            continue
        state, seat = verdict.state, getattr(event, "seat", None)
        if before is None or seat is None:
            continue
        was, now = public_facts(game, before), public_facts(game, state)
        for path in was.keys() | now.keys():
            steps = tuple(path.split("."))
            named = next((fact for fact in game.facts.declared if fact.name == steps[0]), None)
            if (
                named
                and named.by_seat
                and len(steps) > 1
                and steps[1] != seat
                and was.get(path) != now.get(path)
            ):
                found.add(kind_of(steps))
    return frozenset(found)
