"""What is possible now, as buttons: grouped by kind, narrowed down by taps where there is much."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from events.base import Event, type_of
from events.envelope import encode
from referee.kernel.game import Game
from referee.l10n.options import worded
from referee.l10n.tell import tell

FEW = 8
"""So many buttons of a kind are shown at once; more are narrowed down first."""

PLAIN = (str, int, type(None))


class Offer(msgspec.Struct, frozen=True):
    """One action: the event as JSON, its line of notation, and the sentence that says it."""

    event: str
    notation: str
    words: str


class Pick(msgspec.Struct, frozen=True):
    """One tap that narrows a kind down: `field` has `value` in `count` of its actions."""

    field: str
    value: str
    count: int
    only: Offer | None = None


class Group(msgspec.Struct, frozen=True):
    """The actions of one kind: buttons, or the taps that lead to them, and what was tapped so far."""

    kind: str
    total: int
    offers: tuple[Offer, ...] = ()
    picks: tuple[Pick, ...] = ()
    picked: tuple[tuple[str, str], ...] = ()


def groups(
    game: Game, state: Any, seat: str, lang: str, picked: Mapping[str, str] | None = None
) -> tuple[Group, ...]:
    """Group what a seat, or the table, may do now."""
    by_kind: dict[str, list[Event]] = {}
    for event in game.legal(state, seat):
        by_kind.setdefault(type_of(event), []).append(event)
    return tuple(group(game, state, kind, events, lang, picked or {}) for kind, events in by_kind.items())


def group(
    game: Game, state: Any, kind: str, events: list[Event], lang: str, picked: Mapping[str, str]
) -> Group:
    """Show a kind: all of it where it is little, else the taps that tell its actions apart."""
    total = len(events)
    mine = tuple((name, value) for name, value in picked.items() if any(name in facets(e) for e in events))
    left = [e for e in events if all(facets(e).get(name) == value for name, value in mine)]
    if not left:
        left, mine = events, ()
    field = None if len(left) <= FEW or picked.get("all") == kind else telling(left, mine)
    if field is None:
        shown = tuple(offer(game, state, event, lang) for event in left)
        return Group(kind, total, shown, picked=mine)
    return Group(kind, total, picks=tuple(picks(game, state, left, field, lang)), picked=mine)


def picks(game: Game, state: Any, events: list[Event], field: str, lang: str) -> Iterator[Pick]:
    """Give a tap for each value of a field; the action itself where only one has it."""
    having: dict[str, list[Event]] = {}
    for event in events:
        if (value := facets(event).get(field)) is not None:
            having.setdefault(value, []).append(event)
    for value, those in having.items():
        only = offer(game, state, those[0], lang) if len(those) == 1 else None
        yield Pick(field, value, len(those), only)


def telling(events: list[Event], mine: Iterable[tuple[str, str]]) -> str | None:
    """Find the first field that tells some actions apart."""
    done = {name for name, _ in mine}
    values: dict[str, set[str | None]] = {}
    all_facets = [facets(event) for event in events]
    for name in dict.fromkeys(name for each in all_facets for name in each):
        values[name] = {each.get(name) for each in all_facets}
    return next(
        (n for n, found in values.items() if n not in done and len(found) > 1 and None not in found), None
    )


def facets(event: Event) -> dict[str, str]:
    """Spread an event's plain fields, and the members of its plain lists (`exits.0`), as words."""
    found: dict[str, str] = {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name == "seat":
            continue
        if isinstance(value, PLAIN):
            found[name] = str(value)
        elif isinstance(value, tuple) and all(isinstance(each, PLAIN) for each in value):
            found |= {f"{name}.{i}": str(each) for i, each in enumerate(value)}
    return found


def offer(game: Game, state: Any, event: Event, lang: str) -> Offer:
    """Write one action."""
    return Offer(encode(event).decode(), game.notate(state, event), words_of(state, event, lang))


def words_of(state: Any, event: Event, lang: str) -> str:
    """Say an action as a sentence."""
    names = dict(state.names) if state is not None else {}
    return tell(worded(event, lang, state and state.game), lang, names, place_of(state, event))


def place_of(state: Any, event: Event) -> str | None:
    """Tell where the canoe of an event stands before it moves, as far as the game has such a thing."""
    if state is None or type_of(event) != "canoe_moved":
        return None
    return str(state.at[2 * state.index[event.seat] + event.canoe - 1])  # type: ignore[attr-defined]
