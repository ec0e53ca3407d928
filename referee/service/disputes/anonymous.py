"""What is handed on of a log without the people who played: seats stay, as letters or colours."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import Event
from events.table import COLOURS, SeatRenamed, TableClosed, TableOpened
from referee.kernel.folding import fold, fold_in_place
from referee.kernel.game import Game
from referee.kernel.registry import codec_for
from referee.kernel.shared import ALL_SHARED
from referee.rulebooks.thesaurus import WIDE_SIGNS
from referee.service.tables.opening import LETTERS

_NOBODY = re.compile(rf"[A-Za-z]\d?|\d{{1,2}}|{'|'.join(COLOURS)}")
"""The id of a seat that names nobody."""

_SPACED = rf"(?:(?!{WIDE_SIGNS.pattern})\w)"
"""A sign of a script that parts words by blanks."""


class People(msgspec.Struct, frozen=True, kw_only=True):
    """Who played, by what they are called: the seat that stands for each.

    `renamed` are the seats whose own ids may name somebody, by the letters they get; `names` are those ids,
    and every name a seat had but mere letters.
    """

    renamed: Mapping[str, str]
    names: Mapping[str, str]


def people_in(events: Iterable[Event]) -> People:
    """Return the people of a log, from its opening and whoever was renamed since."""
    seats: tuple[str, ...] = ()
    named: dict[str, str] = {}
    for event in events:
        if isinstance(event, TableOpened):
            seats = event.seats
            named |= {name: seat for seat, name in event.names.items()}
        elif isinstance(event, SeatRenamed):
            named[event.name] = event.seat
    free = (letter for letter in LETTERS if letter not in seats)
    renamed = {seat: next(free) for seat in seats if not _NOBODY.fullmatch(seat)}
    names = {name: renamed.get(seat, seat) for name, seat in named.items() if not _NOBODY.fullmatch(name)}
    return People(renamed=renamed, names=names | renamed)


def without_names(text: str, people: People) -> str:
    """Return a text with the seat in place of every name, or part of a name, that people are called by.

    A part of a name counts where it is written with the same capital.
    """
    seats = {fold(called).casefold(): seat for called, seat in _parts_of(people)}
    seats |= {fold(name).casefold(): seat for name, seat in people.names.items()}
    patterns = [f"(?i:{_pattern_of(name)})" for name in people.names]
    patterns += [_pattern_of(part) for part, _ in _parts_of(people)]
    if not patterns:
        return text
    folded = fold_in_place(text)
    any_name = re.compile("|".join(sorted(patterns, key=len, reverse=True)))
    kept, end = [], 0
    for found in any_name.finditer(folded.text):
        kept += [text[end : folded.places[found.start()]], seats.get(found[0].casefold(), "–")]
        end = folded.places[found.end()]
    return "".join([*kept, text[end:]])


def _parts_of(people: People) -> Iterator[tuple[str, str]]:
    """Yield the parts of names of several, each with the seat, but for those that begin with a small letter.

    Where a name has no blanks its last two signs are one, and what is before them.
    """
    for name, seat in people.names.items():
        words = name.split()
        if WIDE_SIGNS.match(name) and not words[1:]:
            words = [name[:-2], name[-2:]]
        yield from ((each, seat) for each in words if words[1:] and each[1:] and not each[0].islower())


def _pattern_of(name: str) -> str:
    """Return the pattern of a name that is no part of a longer word."""
    name = fold(name).strip()
    before, after = (re.match(_SPACED, sign) is not None for sign in (name[0], name[-1]))
    return (f"(?<!{_SPACED})" if before else "") + re.escape(name) + (f"(?!{_SPACED})" if after else "")


def without_people(game: Game, events: Iterable[Event], people: People) -> Iterator[Event]:
    """Yield the events of a record without names, without what people wrote, and without the seed."""
    for event in events:
        if not isinstance(event, SeatRenamed):
            yield _with_letters(game, _without_words(event), people.renamed)


def _without_words(event: Event) -> Event:
    match event:
        case TableOpened():
            return replace(event, names={}, seed=None, seed_hash=None)
        case TableClosed():
            return replace(event, reason="", seed=None)
    return replace(event, reason="") if isinstance(event, ALL_SHARED) and hasattr(event, "reason") else event


def _with_letters(game: Game, event: Event, renamed: Mapping[str, str]) -> Event:
    """Return an event with letters for the seats that are renamed, wherever it names one."""
    if not renamed:
        return event

    def rename(value: Any) -> Any:
        match value:
            case str():
                return renamed.get(value, value)
            case dict():
                return {renamed.get(key, key): rename(each) for key, each in value.items()}
            case list() | tuple():
                return [rename(each) for each in value]
        return value

    told = msgspec.to_builtins(event, str_keys=True)
    return codec_for(game.id).event(msgspec.json.encode(rename(told)))
