"""Facts and options set by hand: what can be set, corrections, house rules."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, cast

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from events.base import REFEREE, Event
from events.table import Corrected, HouseRuled, SeatRenamed, TakenBack
from referee.kernel.equipment import Kind
from referee.kernel.game import Game
from referee.kernel.paths import with_fact, without_none
from referee.kernel.registry import codec_for
from referee.kernel.sketch import facts_of_items
from referee.kernel.verdict import Refused
from referee.service.commands.consent import change_or_propose
from referee.service.tables.request import Actor, Answer, Request
from referee.service.tables.table import Table, one_decision


class SettableFact(msgspec.Struct, frozen=True, kw_only=True):
    """One fact: its `path` in the position (`canoes.A.1.at`), its value, what it may be.

    By `kind`: CHOICE has all its values in `choices`; LIST has there all its members can be; NUMBER is bound
    by `least` and `most` (None: not bound); OPEN is written out. What is not `is_there` the position leaves
    out.
    """

    path: str
    value: Any
    kind: str
    choices: tuple[Any, ...] = ()
    least: int | None = None
    most: int | None = None
    is_there: bool = True


CHOICE, NUMBER, LIST, OPEN = "choice", "number", "list", "open"


def settable_facts(game: Game, state: Any, viewer: str | None) -> tuple[SettableFact, ...]:
    """Return the facts of the position that a viewer may see, and so may set."""
    position = game.position(state, viewer)
    known = msgspec.json.decode(msgspec.json.encode(position))
    spread = _spread(_kind_of(game.facts.kind), known, "", tuple(state.seats))
    in_box = {fact.name: fact.most for fact in facts_of_items(game.facts, game.ruleset.box(state))}
    return tuple([_bound(fact, in_box.get(fact.path.partition(".")[0], {})) for fact in spread])


@cache
def _kind_of(position: type) -> inspect.Type:
    """Return what msgspec knows of a type of positions; cached: working it out takes 1 ms."""
    return inspect.type_info(position)


def _bound(fact: SettableFact, most: Mapping[Kind | None, int]) -> SettableFact:
    """Return a fact that is a number with how many there are in the box, by kind (None: of no kind)."""
    if fact.kind != NUMBER or fact.most is not None:
        return fact
    of_kind = {str(kind): n for kind, n in most.items()}.get(fact.path.rpartition(".")[2])
    return replace(fact, most=most.get(None) if of_kind is None else of_kind)


def _spread(kind: Any, value: Any, path: str, seats: tuple[str, ...]) -> Iterator[SettableFact]:
    """Yield the single facts of a part of a position (of a msgspec type `kind`), each by its path."""
    kind, may_lack = without_none(kind)
    if isinstance(kind, inspect.StructType):
        for field in kind.fields:
            name = field.encode_name
            yield from _spread(field.type, (value or {}).get(name), _join(path, name), seats)
    elif isinstance(kind, inspect.DictType):
        if value is None:
            return
        inner, _ = without_none(kind.value_type)
        missing = 0 if isinstance(inner, inspect.IntType) else None
        for key in _keys_of(kind, value, inner):
            for each in _spread(kind.value_type, value.get(key, missing), _join(path, key), seats):
                yield each if key in value else replace(each, is_there=False)
    else:
        found = _make_fact(kind, value, path, seats, may_lack=may_lack)
        yield found if value is not None else replace(found, is_there=False)


def _keys_of(kind: Any, value: dict[str, Any], inner: Any) -> tuple[str, ...]:
    """Return the keys of a part: all there can be where it counts things, else those it has."""
    keys, _ = without_none(kind.key_type)
    if isinstance(keys, inspect.LiteralType) and isinstance(inner, inspect.IntType):
        return tuple(dict.fromkeys((*value, *map(str, keys.values))))
    return tuple(value)


def _join(path: str, name: str) -> str:
    """Return the path of the part `name` of a part."""
    return f"{path}.{name}" if path else name


def _make_fact(kind: Any, value: Any, path: str, seats: tuple[str, ...], *, may_lack: bool) -> SettableFact:
    """Return one fact by its msgspec type; None is a choice where it `may_lack` and has no value.

    A text is a choice of `seats` where its value is one of them, or None.
    """
    lacking = (None,) if may_lack and value is None else ()
    match kind:
        case inspect.LiteralType():
            return SettableFact(
                path=path, value=value, kind=CHOICE, choices=(*lacking, *_sort_values(kind.values))
            )
        case inspect.BoolType():
            return SettableFact(path=path, value=value, kind=CHOICE, choices=(*lacking, True, False))
        case inspect.IntType():
            return SettableFact(path=path, value=value, kind=NUMBER, least=kind.ge, most=kind.le)
        case inspect.StrType() if value is None or value in seats:
            return SettableFact(path=path, value=value, kind=CHOICE, choices=(*lacking, *seats))
        case inspect.VarTupleType():
            return _make_list_fact(kind, value, path, seats)
    return SettableFact(path=path, value=value, kind=OPEN)


def _make_list_fact(kind: Any, value: Any, path: str, seats: tuple[str, ...]) -> SettableFact:
    """Return a list as a fact: with `choices` where its members can be listed, else OPEN."""
    member, _ = without_none(kind.item_type)
    if isinstance(member, inspect.LiteralType):
        return SettableFact(path=path, value=value, kind=LIST, choices=_sort_values(member.values))
    if isinstance(member, inspect.StrType):
        return SettableFact(path=path, value=value, kind=LIST, choices=seats)
    if isinstance(member, inspect.IntType) and member.ge is not None and member.le is not None:
        return SettableFact(path=path, value=value, kind=LIST, choices=tuple(range(member.ge, member.le + 1)))
    return SettableFact(path=path, value=value, kind=OPEN)


def _sort_values(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Sort values as people expect: numbers by size, then words."""
    return tuple(
        sorted(
            values, key=lambda each: (isinstance(each, str), each if isinstance(each, int) else 0, str(each))
        )
    )


_NOTHING_CHANGED = Refused("web.nothing_changed")
"""All facts are so already."""


NAMES = "names."
"""What begins the path of a seat's name, which is no fact of the board and is corrected all the same."""


@one_decision
def correct(table: Table, request: Request, facts: Mapping[str, Any], reason: str = "") -> Answer:
    """Set facts, each by its path; refused where none differs from what the actor sees.

    A fact `names.SEAT` alone renames that seat. Raises MalformedError.
    """
    if (renamed := find_new_name(facts, reason)) is not None:
        return change_or_propose(table, request, renamed)
    viewer = viewer_of(table, request.actor)
    if not changed_facts(table.game, table.state, facts, viewer):
        return table.find_conflict(request) or _NOTHING_CHANGED
    event = make_correction(table.game, table.state, facts, reason, viewer=viewer)
    if event.position == type(event.position)():  # nothing but facts that are left out
        return table.find_conflict(request) or _NOTHING_CHANGED
    return change_or_propose(table, request, event)


def find_new_name(facts: Mapping[str, Any], reason: str = "") -> SeatRenamed | None:
    """Return the renaming of a seat where `facts` hold nothing but `names.SEAT`; None for any other facts."""
    path, name = next(iter(facts.items()), ("", ""))
    if len(facts) != 1 or not path.startswith(NAMES):
        return None
    return SeatRenamed(path.removeprefix(NAMES), "" if name is None else str(name), reason)


def changed_facts(game: Game, state: Any, facts: Mapping[str, Any], viewer: str | None) -> dict[str, Any]:
    """Return the facts that differ from what `viewer` sees, or that it does not see."""
    now = {fact.path: fact.value for fact in settable_facts(game, state, viewer)}
    return {path: value for path, value in facts.items() if path not in now or value != now[path]}


def viewer_of(table: Table, actor: Actor) -> str | None:
    """Return as which viewer an actor sees the position; None: as everybody.

    REFEREE where everybody's screen looks at a table that knows all cards (`sees_all`), else the actor's.
    """
    return REFEREE if table.sees_all and actor.viewer is None else actor.viewer


def make_correction(
    game: Game,
    state: Any,
    facts: Mapping[str, Any],
    reason: str = "",
    *,
    act: Event | None = None,
    viewer: str | None = REFEREE,
) -> Corrected[Any]:
    """Return a correction of facts, each by its path (`canoes.A.1.at`), that leaves all other facts out.

    What a fact belongs to is filled in as `viewer` may see it; `act` is the refused act that the facts
    play. Raises MalformedError where there is no such fact, or it cannot have that value.
    """
    position = game.position(state, viewer)
    now, kind = msgspec.to_builtins(position), _kind_of(game.facts.kind)
    told: dict[str, Any] = {}
    for path, value in facts.items():
        told = with_fact(kind, told, now, path.split("."), value)
    raw = {"type": "corrected", "position": told, "reason": reason, "act": act}
    return cast(Corrected[Any], codec_for(game.id).event(msgspec.json.encode(raw)))


@one_decision
def house_rule(
    table: Table, request: Request, option: str, value: Any, reason: str = "", *, start: int | None = None
) -> Answer:
    """Change an option; what was done from entry `start` on is reapplied under it.

    `start` None: it holds from here on. Raises NoSuchEntryError.
    """
    ruled = make_house_rule(table, option, value, reason)
    changes = (ruled,) if start is None else (make_undo_before(table, start, reason), ruled)
    return change_or_propose(table, request, *changes)


def make_house_rule(table: Table, option: str, value: Any, reason: str = "") -> HouseRuled:
    """Return a house rule with the option's value that `value` means; `value` itself where there is none."""
    rule_option = table.game.ruleset.options.get(option)
    read = None if rule_option is None else rule_option.read(value)
    return HouseRuled(option, value if read is None else read, reason)


def make_undo_before(table: Table, seq: int, reason: str = "") -> TakenBack:
    """Return a take-back to before the action that entry `seq` belongs to, after the opening at least.

    Raises NoSuchEntryError.
    """
    timeline = table.log_index.effective
    i = max(timeline.index(seq), 1)
    return TakenBack(timeline.actions[i - 1].end or 1, reason)
