"""What a game need not write, because its acts and its facts say it: vocabulary, view, what is sound."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Union

import msgspec

from events.table import Corrected, TableEvent
from referee.kernel.acts import Act, Consequence
from referee.kernel.state.facts import Facts
from referee.kernel.table import TableView, looking
from referee.kernel.verdict import Refused


def vocabulary_of(told: Iterable[Act | Consequence], facts: Facts) -> Any:
    """Give the union of all events of a game: those declared, and those of every table."""
    return Union[(*(one.event for one in told), TableEvent, Corrected[facts.kind])]  # type: ignore[name-defined]


def view_of(facts: Facts, status: Any, shown: tuple[str, ...]) -> Callable[[Any, str | None], Any]:
    """Make what shows a state: how far it is, its facts as who asks may see them, and what else is `shown`.

    `shown` names fields of the state that everybody may see.
    """
    names = tuple(fact.name for fact in facts.declared)

    def view(state: Any, seat: str | None) -> Any:
        more = {name: getattr(state, name) for name in shown}
        told = {**more, **plain(facts, status, state, seat, names)}
        own = tuple(name for name in told if name not in TableView.__struct_fields__)
        return struct_of_view(own)(**told)

    return view


def plain(facts: Facts, status: Any, state: Any, seat: str | None, names: Iterable[str]) -> dict[str, Any]:
    """Give what of a view is plain: the table, how far the game is, and the facts of those names."""
    told = looking(state, seat) | facts.seen(state, seat, names)
    told["phase"], told["turn"], told["winners"] = (
        status.phase(state),
        status.turn(state),
        status.winners(state),
    )
    return told


@cache
def struct_of_view(names: tuple[str, ...]) -> Any:
    """Make the struct of a view that shows so much."""
    return msgspec.defstruct(
        "View", [(name, Any) for name in names], bases=(TableView,), frozen=True, kw_only=True
    )


Judged = Callable[[Any, Any, Any], Refused | None]


def invariants_of(
    facts: Facts, judge: Judged | None, winners: Callable[[Any], Any]
) -> Callable[[Any], tuple[str, ...]]:
    """Make what says what is broken: facts that are of no shape they may have, or that nobody could set."""

    def invariants(state: Any) -> tuple[str, ...]:
        if winners(state) is not None:
            return ()
        position = facts.position(state, "referee")
        try:
            msgspec.convert(msgspec.to_builtins(position), facts.kind)
        except msgspec.ValidationError as error:
            return (str(error),)
        refused = None if judge is None else judge(state, position, state)
        return () if refused is None else (refused.reason,)

    return invariants
