"""Why what was told of a position cannot be, before any acts that lead to it are looked for."""

from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from events.base import TABLE
from events.codec import MalformedError
from events.table import PositionTold
from referee.kernel.equipment import Equipment, judge_box
from referee.kernel.facts import without_null
from referee.kernel.fields import judge_seats
from referee.kernel.game import Game
from referee.kernel.paths import inner_kind
from referee.kernel.shared import SHARED_RULES
from referee.kernel.table import judge_known_seats
from referee.kernel.verdict import Refused
from referee.service.catch_up.question import ACTS
from referee.service.commands.correct import make_correction

RULES = SHARED_RULES[PositionTold]

_NOTHING_TOLD = Refused("catchup.nothing_told", RULES)


def judge_told(
    game: Game, state: Any, viewer: str | None, facts: Mapping[str, Any], answers: Mapping[str, Any]
) -> Refused | None:
    """Return why facts told (by their paths) cannot be, with `answers` to questions; None where they may be.

    `state` is the one last known, as `viewer` knows it. Refused are nothing told, strangers, and more than
    lies in the box. Raises LookupError for a path that no fact has, MalformedError for a value
    that none can have.
    """
    if not facts:
        return _NOTHING_TOLD
    told = {**facts, **{path: value for path, value in answers.items() if not path.startswith(ACTS)}}
    for path in answers:
        if path.startswith(ACTS) and not _names_acts(state, path):
            raise LookupError(path)
    for path in told:
        _check_path(game, path)
    if refused := judge_known_seats(state, _seats_told(game, told)):
        return refused
    position = _position_told(game, state, viewer, told)
    if refused := judge_seats(state, position):
        return refused
    box: Equipment = game.ruleset.box(state)
    # What was told is never all there is, so that nothing can be missing.
    items = tuple([replace(item, conserved=False) for item in box.items])
    lying = vars(_only(position, [path.split(".") for path in told]))
    return judge_box(game.id, replace(box, items=items), state.seats, lying)


def _names_acts(state: Any, path: str) -> bool:
    seat, _, n = path.removeprefix(ACTS).partition(".")
    return seat in (*state.seats, TABLE) and (not n or n.isdecimal())


def _seats_told(game: Game, paths: Iterable[str]) -> tuple[str, ...]:
    by_seat = {fact.name for fact in game.facts.declared if fact.by_seat}
    steps = (path.split(".") for path in paths)
    return tuple(dict.fromkeys(each[1] for each in steps if len(each) > 1 and each[0] in by_seat))


def _position_told(game: Game, state: Any, viewer: str | None, told: Mapping[str, Any]) -> Any:
    """Return the position of facts told; raise MalformedError for the first that cannot be, if it is one."""
    try:
        return make_correction(game, state, told, viewer=viewer).position
    except MalformedError:
        for path, value in told.items():
            try:
                make_correction(game, state, {path: value}, viewer=viewer)
            except MalformedError as error:
                if f"`$.position.{path.partition('.')[0]}" in str(error):
                    raise
                raise MalformedError(
                    f"no such value - at `$.position.{path}`"
                ) from None  # nested without end
        raise


def _check_path(game: Game, path: str) -> None:
    """Raise LookupError for a path that no fact has."""
    kind: Any = inspect.type_info(game.facts.kind)
    for step in path.split("."):
        kind = without_null(kind)
        if isinstance(kind, inspect.DictType) and isinstance(
            keys := without_null(kind.key_type), inspect.LiteralType
        ):
            kind = kind if step in map(str, keys.values) else None
        if (kind := inner_kind(kind, step)) is None:
            raise LookupError(path)


def _only(value: Any, told: Iterable[list[str]]) -> Any:
    """Return the parts of a value that were told, by the steps to them: structs as bare namespaces."""
    told = [*told]
    if not all(told):  # the whole value
        return value
    beneath: dict[str, list[list[str]]] = {}
    for step, *rest in told:
        beneath.setdefault(step, []).append(rest)
    if isinstance(value, Mapping):
        return {key: _only(each, beneath[str(key)]) for key, each in value.items() if str(key) in beneath}
    if isinstance(value, msgspec.Struct):
        return SimpleNamespace(
            **{name: _only(getattr(value, name), steps) for name, steps in beneath.items()}
        )
    return value
