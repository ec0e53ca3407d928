"""Which events taps on a board mean, also those that the rules refuse: `referee.draw.picks` the other way."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, islice, permutations, product
from operator import itemgetter
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, inspect
from msgspec.structs import asdict

from events.base import TABLE, Event
from referee.draw import Size, marked_board, picture_of
from referee.draw.picks import picks
from referee.draw.svg import pick_ids
from referee.kernel.acts import Act, Listing
from referee.kernel.facts import may_be_null
from referee.kernel.fields import names_its_seat, values_by_field
from referee.kernel.game import Game
from referee.service.tables.open_acts import public_acts

_IMPOSSIBLE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""What a game may raise when it is asked about an act that cannot be."""

_MOST_TRIED = 6000
"""So many events of a type are tried at most."""

_MOST_SAID = 3
"""So many fields that may be left out are said at once at most."""

_Taps = tuple[str, ...]
_Words = tuple[str, ...]
"""What one tap may name: its whole value, the parts of it, its kind, and the number of its kind."""

_Distance = tuple[bool, int]
"""From taps to an event: whether it begins with another tap, and how many more it needs."""

_Measure = Callable[[_Taps, _Taps], _Distance | None]
"""(taps, those of an event) -> distance; None: they do not mean it."""


def spaces(view: Any, size: Size = "phone") -> frozenset[str]:
    """Return the ids of all that can be tapped on the board of a view, whether or not an act begins so."""
    return frozenset(pick_ids(marked_board(view, size=size)))


def events_meant(game: Game, state: Any, seat: str | None, taps: Sequence[str]) -> tuple[Event, ...]:
    """Return the events whose taps are just these, also those that the rules refuse, the likeliest first.

    They are of `seat` or of the table; None or "table": of anybody. The game is asked only what `seat`, or
    everybody, may know. Empty where the taps are no whole act.
    """
    moment = _moment_of(game, state, seat)
    return _search(moment, tuple(taps), lambda tapped, ids: (False, 0) if ids == tapped else None)


def events_near(game: Game, state: Any, seat: str | None, taps: Sequence[str]) -> tuple[Event, ...]:
    """Return the events that need these taps in this order; of each type those that need the fewest others.

    What the table shows comes after what a seat does, and what belongs to another phase after what does not.
    The rest as of `events_meant`.
    """
    return _search(_moment_of(game, state, seat), tuple(taps), _distance)


def events_asked(
    game: Game, state: Any, seat: str | None, before: Sequence[str], ids: Sequence[str]
) -> tuple[Event, ...]:
    """Return the events that a tap on a thing with several `ids` may mean after the taps `before`.

    Those first that say the least beside the taps; where none follows what was tapped before, those that the
    thing means alone. The rest as of `events_meant`.
    """
    moment = _moment_of(game, state, seat)
    for taps in dict.fromkeys([(*before,), ()]):
        found = [events for id in ids if (events := _search(moment, (*taps, id), _distance))]
        found.sort(key=lambda events: _size(events[0]))
        if found:
            return tuple(event for events in found for event in events)
    return ()


def _size(event: Event) -> int:
    """Return how many fields of an event say something that could be left out."""
    optional = ((field.name, _default(field)) for field in _fields_of(type(event)))
    return sum(default is not NODEFAULT and getattr(event, name) != default for name, default in optional)


def _distance(taps: _Taps, ids: _Taps) -> _Distance | None:
    left = iter(ids)
    is_part = all(id in left for id in taps)
    return (ids[:1] != taps[:1], len(ids) - len(taps)) if is_part else None


class _Moment(NamedTuple):
    """What a viewer (None: everybody) may know of a table: whose acts are meant, and what may be done."""

    game: Game
    known: Any
    viewer: str | None
    view: Any
    actors: tuple[str, ...]
    listed: tuple[Event, ...]


def _moment_of(game: Game, state: Any, seat: str | None) -> _Moment:
    viewer = seat if seat in state.seats else None
    known = game.known(state, viewer)
    actors = known.seats if viewer is None else (viewer,)
    listed = tuple(event for who in (*actors, TABLE) for event in _listed(game, known, viewer, who))
    return _Moment(game, known, viewer, game.view(state, viewer), actors, listed)


def _search(moment: _Moment, taps: _Taps, measure: _Measure) -> tuple[Event, ...]:
    """Return the events of each type whose taps are the nearest; empty where nothing was tapped."""
    game, known, viewer, view, actors, listed = moment
    if not taps:
        return ()
    tapped = picture_of(game.id).read_taps(view, taps)
    words = tuple(map(_words_of, tapped))

    def near(events: Iterable[Event]) -> list[tuple[_Distance, Event]]:
        found = ((_picks_of(view, event), event) for event in events)
        return [(n, event) for ids, event in found if (n := measure(tapped, ids)) is not None]

    found = []
    for act in game.acts:
        of_type = [event for event in listed if type(event) is act.event]
        matches = near(of_type)
        if (False, 0) not in (each for each, _ in matches):
            for who in actors if names_its_seat(act.event) else actors[:1]:
                base = of_type[0] if of_type else _candidate(act, known, who)
                tries = _tries(act.event, words, who, known.seats, base)
                matches += next(filter(None, map(near, tries)), [])
        if matches:
            least = min(n for n, _ in matches)
            is_elsewhere = bool(act.when.phases) and game.moment(known) not in act.when.phases
            rank = (viewer is not None and act.when.by_table, least[0], is_elsewhere, least[1])
            found.append((rank, _distinct(event for n, event in matches if n == least)))
    found.sort(key=itemgetter(0))
    return tuple(event for _, events in found for event in events)


def _picks_of(view: Any, event: Event) -> _Taps:
    """Return the taps of an event; empty where the board cannot show it."""
    try:
        return picks(view, event)
    except _IMPOSSIBLE:
        return ()


def _listed(game: Game, known: Any, viewer: str | None, who: str) -> tuple[Event, ...]:
    """Return what may be done, as far as a viewer may read it, with samples of what is too much to list."""
    acts = game.legal(known, who) if who in {viewer, TABLE} else public_acts(game, known, who)
    return (*acts, *game.samples(known, who)) if who in {viewer, TABLE} else acts


def _candidate(act: Act, known: Any, who: str) -> Event | None:
    """Return some event of an act whether or not it is possible now; None where none is found."""
    actor = TABLE if act.when.by_table else who
    asked = act.candidates
    try:
        for lister in (asked.accepted, asked.samples) if isinstance(asked, Listing) else (asked,):
            if lister is not None and (found := next(iter(lister(known, actor)), None)) is not None:
                return found
    except _IMPOSSIBLE:
        pass
    return None


# Events made of what is tapped


@cache
def _fields_of(kind: type) -> tuple[inspect.Field, ...]:
    return tuple(inspect.type_info(kind).fields)  # type: ignore[attr-defined]


@cache
def _ranges_of(kind: type[msgspec.Struct]) -> dict[str, tuple[Any, ...]]:
    """Return the small ranges of the fields of a struct, in the order in which its type names the values."""
    hints = get_type_hints(kind)
    found = values_by_field(kind)
    order = {name: {value: n for n, value in enumerate(_literals_of(hints[name]))} for name in found}
    return {name: tuple(sorted(found[name], key=lambda value: order[name].get(value, 0))) for name in found}


def _literals_of(hint: Any) -> list[Any]:
    """Return the values that a type names one by one."""
    if get_origin(hint) is Literal:
        return [*get_args(hint)]
    return [value for each in get_args(hint) for value in _literals_of(each)]


def _default(field: inspect.Field) -> Any:
    """Return what a field is where it is left out; NODEFAULT where it has to be said."""
    return field.default if field.default_factory is NODEFAULT else field.default_factory()


_NUMBERED = re.compile(r"([a-z_]+?)([0-9]*)")


def _words_of(tap: str) -> _Words:
    kind, _, value = tap.partition(":")
    counted = _NUMBERED.fullmatch(kind)
    of_kind = counted.groups() if counted else (kind,)
    words = (value, *value.split("."), *value.split("+"), *of_kind)
    return tuple(dict.fromkeys(filter(None, words)))


class _Naming(msgspec.Struct, frozen=True):
    """What values are made of: the words of each tap, who sits there, and whether all small ranges count."""

    taps: Sequence[_Words]
    seats: tuple[str, ...]
    is_wide: bool


def _tries(
    kind: type[Event], taps: Sequence[_Words], who: str, seats: tuple[str, ...], base: Event | None
) -> Iterator[Iterator[Event]]:
    """Yield events of a type that name what is tapped, in batches: first those that say the least.

    What nobody tapped is as in `base`; in later batches, of all its range.
    """
    usual = {} if base is None else asdict(base)
    for is_wide in (False, True):
        naming = _Naming(((who,), *taps), seats, is_wide)
        needed, more = _choices(kind, naming, who, usual)
        for n in range(min(len(more), _MOST_SAID) + 1):
            said = (dict(some) for some in combinations(more.items(), n))
            yield _made(kind, [needed | each for each in said])


def _choices(
    kind: type[Event], naming: _Naming, who: str, usual: Mapping[str, Any]
) -> tuple[dict[str, list[Any]], dict[str, list[Any]]]:
    """Return by field the values that are tried: of fields that have to be said, and of others."""
    needed: dict[str, list[Any]] = {}
    more: dict[str, list[Any]] = {}
    ranges = _ranges_of(kind)
    for field in _fields_of(kind):
        name, default = field.name, _default(field)
        if name == "seat":
            needed[name] = [who] if default is NODEFAULT else [who, default]
            continue
        named = _distinct(_values_of_field(field.type, naming))
        if isinstance(usual.get(name), dict):
            named = [usual[name] | value for value in named]
        if default is not NODEFAULT:
            named = [value for value in named if value != default]
            more |= {name: named} if named else {}
            continue
        every = (*ranges.get(name, ()), *(naming.seats if _is_seat(field.type) else ()))
        if naming.is_wide or (not named and name not in usual):
            named += [*every, None] if may_be_null(field.type) else every
        elif not named:
            named = [usual[name]]
        needed[name] = _distinct(named)
    return needed, more


def _made(kind: type[Event], choices: Iterable[Mapping[str, list[Any]]]) -> Iterator[Event]:
    """Yield the events of some values by field, `_MOST_TRIED` at most; what is no event is left out."""
    every = (zip(each, values, strict=True) for each in choices for values in product(*each.values()))
    for values in islice(every, _MOST_TRIED):
        try:
            yield kind(**dict(values))
        except ValueError:
            continue


def _distinct(values: Iterable[Any]) -> list[Any]:
    found: list[Any] = []
    for value in values:
        if not any(value == other and type(value) is type(other) for other in found):
            found.append(value)
    return found


def _is_seat(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.Metadata) and (kind.extra or {}).get("names") == "seat"


def _values_of_field(kind: inspect.Type, naming: _Naming) -> list[Any]:
    """Return the values that a field of some type may have by what is tapped, all taps together."""
    match kind:
        case inspect.Metadata() if not _is_seat(kind):
            return _values_of_field(kind.type, naming)
        case inspect.UnionType(types):
            return [value for each in types for value in _values_of_field(each, naming)]
        case inspect.VarTupleType(item):
            rows = [found[-1] for tap in naming.taps if (found := _values_of_tap(item, tap, naming))]
            runs = [tuple(rows[i:j]) for i in range(len(rows)) for j in range(i + 1, len(rows) + 1)]
            return [*sorted(runs, key=len), ()]
        case inspect.DictType(keys, items):
            read = [[_values_of_tap(each, tap, naming) for each in (keys, items)] for tap in naming.taps]
            pairs = {names[-1]: said[0] for names, said in read if names and said}
            return [pairs] if pairs else []
        case inspect.TupleType(items) if all(map(_is_seat, items)):
            named = _distinct(seat for each in items for seat in _values_of_field(each, naming))
            return [*permutations(named, len(items))]
        case inspect.TupleType(items) if not all(isinstance(each, inspect.IntType) for each in items):
            return [*product(*(_values_of_field(each, naming) for each in items))]
    return _distinct(value for tap in naming.taps for value in _values_of_tap(kind, tap, naming))


def _values_of_tap(kind: inspect.Type, words: _Words, naming: _Naming) -> list[Any]:
    """Return the values of a type that one tap names; the last says the most."""
    match kind:
        case inspect.Metadata() if _is_seat(kind):
            return [word for word in words if word in naming.seats]
        case inspect.Metadata(inner):
            return _values_of_tap(inner, words, naming)
        case inspect.UnionType(types):
            return [value for each in types for value in _values_of_tap(each, words, naming)]
        case inspect.LiteralType(values):
            return [value for word in words for value in values if str(value) == word]
        case inspect.IntType():
            return [int(word) for word in words if _is_number(word)]
        case inspect.NoneType():
            return [None] if "None" in words else []
        case inspect.StrType():
            return list(words)
        case inspect.TupleType(items):
            rows = [tuple(word.split(",")) for word in words]
            rows = [row for row in rows if len(row) == len(items) and all(map(_is_number, row))]
            return [tuple(map(int, row)) for row in rows]
        case inspect.StructType():
            return _parts_of_tap(kind, words, naming)
    return []


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal()


def _parts_of_tap(kind: inspect.StructType, words: _Words, naming: _Naming) -> list[Any]:
    """Return the values of a struct of which one tap names at least a field; the last says the most."""
    choices, ranges, is_named = [], _ranges_of(kind.cls), False
    for field in kind.fields:
        default = _default(field)
        named = _values_of_tap(field.type, words, naming)
        is_named = is_named or bool(named)
        if not named and default is NODEFAULT and naming.is_wide:
            named = [*reversed(ranges.get(field.name, ()))]
        choices.append(named if default is NODEFAULT else [default, *named])
    return [kind.cls(*values) for values in product(*choices)] if is_named else []
