"""The acts that cite a rule: accepted by it, refused by it, or followed by a consequence that cites it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any, Literal

import msgspec

from events.base import type_of
from events.table import Corrected, PlayedOn, TableOpened
from referee.kernel.game import Game
from referee.kernel.registry import find_game, game_in
from referee.kernel.shared import SHARED
from referee.rulebooks import TABLE, rules_of
from referee.rulebooks.rulings import rulings_in

How = Literal["accepted", "refused", "follows"]


class Citation(msgspec.Struct, frozen=True, order=True):
    """A type of event, and how a rule is cited with it.

    An act is `accepted` or `refused` by the rule; a consequence `follows` by it.
    """

    event: str
    how: How


@cache
def citing_acts(book: str) -> Mapping[str, tuple[Citation, ...]]:
    """Return by rule what cites it: acts in the order the game declares them, then consequences; cached."""
    found: dict[str, dict[Citation, None]] = {id: {} for id in rules_of(book)}
    citing = _of_table() if book == TABLE else _of_game(find_game(book))
    for citation, ids in citing:
        for id in ids:
            if id in found:
                found[id][citation] = None
    return {id: tuple(citations) for id, citations in found.items()}


def _of_table() -> Iterator[tuple[Citation, Iterable[str]]]:
    for event, shared in SHARED.items():
        yield Citation(type_of(event), "accepted"), shared.rules
    for ruling in rulings_in(TABLE):
        for act in ruling.acts:
            kind = msgspec.json.decode(act.lines[-1])["type"]
            yield Citation(kind, "accepted" if act.verdict == "accepted" else "refused"), act.rules


def _of_game(game: Game) -> Iterator[tuple[Citation, Iterable[str]]]:
    for act in game.acts:
        kind, when = type_of(act.event), act.when
        yield Citation(kind, "accepted"), _ids(game, act.rules)
        elsewhere = (id for _, ids in when.elsewhere.values() for id in ids)
        refusing = (*when.rules, *elsewhere, *_ids(game, when.judge), *_ids(game, act.judge))
        yield Citation(kind, "refused"), refusing
    parts = game.parts
    opening, by_hand, ending = parts["opening"], parts["by_hand"], parts["ending"]
    yield Citation(type_of(TableOpened), "accepted"), opening.rules
    yield Citation(type_of(TableOpened), "refused"), (game.ruleset.players_rule, *_ids(game, opening.judge))
    yield Citation(type_of(Corrected), "accepted"), by_hand.rules
    yield Citation(type_of(Corrected), "refused"), _ids(game, by_hand.judge, by_hand.judge_placed)
    if ending.play_on is not None:
        yield Citation(type_of(PlayedOn), "accepted"), ending.play_on.rules
    for consequence in parts["consequences"]:
        yield Citation(type_of(consequence.event), "follows"), consequence.rules


def _ids(game: Game, *things: Any) -> dict[str, None]:
    """Return the ids of rules that values hold, and those that functions name or reach."""
    ids: dict[str, None] = {}
    seen: set[int] = set()
    for thing in things:
        for text in _texts_in(game.id, thing, seen):
            ids[text] = None
    return ids


def _texts_in(game: str, thing: Any, seen: set[int]) -> Iterator[str]:
    """Yield the texts that a value holds, or that a function of a game and those it calls may name."""
    if isinstance(thing, str):
        yield thing
        return
    if id(thing) in seen:
        return
    seen.add(id(thing))
    if isinstance(thing, Mapping):
        thing = tuple(thing.values())
    if isinstance(thing, tuple | list | frozenset):
        for each in thing:
            yield from _texts_in(game, each, seen)
    elif isinstance(thing, MethodType):
        yield from _texts_in(game, thing.__func__, seen)
        if isinstance(thing.__self__, msgspec.Struct):
            yield from _texts_in(game, msgspec.structs.astuple(thing.__self__), seen)
    elif hasattr(thing, "__wrapped__"):
        yield from _texts_in(game, thing.__wrapped__, seen)
    elif isinstance(thing, FunctionType):
        for cell in thing.__closure__ or ():
            yield from _texts_in(game, _content(cell), seen)
        if game_in(thing.__module__) == game:
            yield from _texts_of_code(game, thing, thing.__code__, seen)


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not yet filled
        return None


def _texts_of_code(game: str, function: Callable[..., Any], code: CodeType, seen: set[int]) -> Iterator[str]:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _texts_of_code(game, function, const, seen)
        elif isinstance(const, str | tuple):
            yield from _texts_in(game, const, seen)
    names = function.__globals__
    for name in code.co_names:
        if not isinstance(found := names.get(name), ModuleType | type):
            yield from _texts_in(game, found, seen)
