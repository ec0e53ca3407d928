"""A correction: facts set by hand, and of the position only what belongs to them."""

from collections.abc import Mapping
from typing import Any, cast

import msgspec
from msgspec import inspect

from events.base import REFEREE, Event
from events.table import Corrected, SeatRenamed
from referee.kernel.game import Game
from referee.kernel.registry import codec_for
from referee.kernel.verdict import Refused
from referee.service.commands.consent import ask
from referee.service.tables.request import Actor, Request
from referee.service.tables.settable_facts import facts_of, without_none
from referee.service.tables.table import Answer, Table, one_decision

NOTHING_CHANGED = Refused("web.nothing_changed")
"""All facts are so already."""


NAMES = "names."
"""What begins the path of a seat's name, which is no fact of the board and is corrected all the same."""


@one_decision
def correct(
    table: Table,
    request: Request,
    facts: Mapping[str, Any],
    reason: str = "",
) -> Answer:
    """Set facts, each by its path; refused where none differs from what the actor sees.

    A fact `names.SEAT` alone calls that seat otherwise. Raises MalformedError.
    """
    if (renamed := new_name_in(facts, reason)) is not None:
        return ask(table, request, renamed)
    viewer = viewer_of(table, request.actor)
    if not differing(table.game, table.state, facts, viewer):
        return table.find_conflict(request) or NOTHING_CHANGED
    event = correction_of(table.game, table.state, facts, reason, viewer=viewer)
    if event.position == type(event.position)():  # nothing but facts that are left out
        return table.find_conflict(request) or NOTHING_CHANGED
    return ask(table, request, event)


def new_name_in(facts: Mapping[str, Any], reason: str = "") -> SeatRenamed | None:
    """Read the one fact that calls a seat otherwise; None where there are others, or none."""
    path, name = next(iter(facts.items()), ("", ""))
    if len(facts) != 1 or not path.startswith(NAMES):
        return None
    return SeatRenamed(path.removeprefix(NAMES), "" if name is None else str(name), reason)


def differing(game: Game, state: Any, facts: Mapping[str, Any], viewer: str | None) -> dict[str, Any]:
    """Choose the facts that are not as `viewer` sees them already."""
    now = {fact.path: fact.value for fact in facts_of(game, state, viewer)}
    return {path: value for path, value in facts.items() if path not in now or value != now[path]}


def viewer_of(table: Table, actor: Actor) -> str | None:
    """Say as which viewer an actor sees the position it sets facts of."""
    return REFEREE if table.sees_all and actor.viewer is None else actor.viewer


def correction_of(
    game: Game,
    state: Any,
    facts: Mapping[str, Any],
    reason: str = "",
    *,
    act: Event | None = None,
    viewer: str | None = REFEREE,
) -> Corrected[Any]:
    """Make a correction of facts, each by its path (`canoes.A.1.at`), which tells nothing else.

    What a fact belongs to is filled in as `viewer` may see it; `act` is the refused act that the facts
    play. Raises MalformedError where there is no such fact, or it cannot have that value.
    """
    position = game.position(state, viewer)
    now, kind = msgspec.to_builtins(position), inspect.type_info(type(position))
    told: dict[str, Any] = {}
    for path, value in facts.items():
        told = with_fact(kind, told, now, path.split("."), value)
    raw = {"type": "corrected", "position": told, "reason": reason, "act": act}
    return cast(Corrected[Any], codec_for(game.id).event(msgspec.json.encode(raw)))


def with_fact(kind: Any, told: Any, now: Any, steps: list[str], value: Any) -> Any:
    """Copy what is told so far with one fact more."""
    if not steps:
        return value
    step, *rest = steps
    told, now = (part if isinstance(part, dict) else {} for part in (told, now))
    kind, _ = without_none(kind)
    beside = {**now, **told} if belongs_together(kind) else told
    inner = with_fact(inner_kind(kind, step), told.get(step), now.get(step), rest, value)
    return {**beside, step: inner}


def belongs_together(kind: Any) -> bool:
    """Whether a part of a position is told as a whole: the counts of all gems, a canoe with its cargo.

    Parts named by seat, and facts that may be left out, are told alone.
    """
    if isinstance(kind, inspect.StructType):
        return any(field.required for field in kind.fields)
    if not isinstance(kind, inspect.DictType):
        return False
    return isinstance(kind.key_type, inspect.LiteralType) and isinstance(kind.value_type, inspect.IntType)


def inner_kind(kind: Any, step: str) -> Any:
    """Find the type of a part; None where there is no such part."""
    if isinstance(kind, inspect.DictType):
        return kind.value_type
    fields = kind.fields if isinstance(kind, inspect.StructType) else ()
    return next((field.type for field in fields if field.encode_name == step), None)
