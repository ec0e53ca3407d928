"""What of the equipment lies in each fact, and what may be set there: for panels and forms."""

from typing import Any, Literal

import msgspec
from msgspec import inspect

from referee.kernel.equipment import Dice, Equipment, Item, Kind
from referee.kernel.facts import Facts, without_null

Shape = Literal["number", "numbers", "one", "many", "other"]
"""What a fact holds, or each entry of one by seat: a number of things; a number by kind; one kind, face or
place; a row of them; or something made of them."""


class FactOfItem(msgspec.Struct, frozen=True, kw_only=True):
    """A fact in which an item lies.

    - `by_seat`: it holds that of each seat. `is_public`: everybody sees it; else its own seat, or nobody.
    - `values`: what one thing in it may be, or the numbers there may be of it; empty where its shape is
      `other`. `most`: how many of each there are, by kind; of things without kinds by None.
    """

    name: str
    item: Item
    shape: Shape
    by_seat: bool
    is_public: bool
    values: tuple[Kind, ...]
    most: dict[Kind | None, int]


def facts_of_items(facts: Facts, box: Equipment) -> tuple[FactOfItem, ...]:
    """Return the facts in which something of a box lies, in their order."""
    kinds = {field.name: field.type for field in inspect.type_info(facts.kind).fields}  # type: ignore[attr-defined]
    declared = {fact.name: fact for fact in facts.declared}
    found = [(name, item) for name in declared if (item := box.item_of(name)) is not None]
    return tuple([_fact_of_item(declared[name], item, kinds[name]) for name, item in found])


def _fact_of_item(fact: Any, item: Item, kind: Any) -> FactOfItem:
    kind, number = without_null(kind), item.number
    shape = _shape_of(without_null(kind.value_type) if fact.by_seat else kind, item)
    most: dict[Kind | None, int] = {None: number} if isinstance(number, int) else dict(number.items())
    values = {"number": tuple(range(sum(most.values()) + 1)), "other": ()}.get(shape, item.values)
    return FactOfItem(
        name=fact.name,
        item=item,
        shape=shape,
        by_seat=fact.by_seat,
        is_public=fact.public,
        values=values,
        most=most,
    )


def _shape_of(kind: Any, item: Item) -> Shape:
    match kind:
        case inspect.IntType():
            is_kind = isinstance(item, Dice) or any(isinstance(each, int) for each in item.kinds)
            return "one" if is_kind else "number"
        case inspect.LiteralType() | inspect.StrType():
            return "one"
        case inspect.VarTupleType():
            return "many" if _shape_of(without_null(kind.item_type), item) == "one" else "other"
        case inspect.DictType():
            return "numbers" if isinstance(without_null(kind.value_type), inspect.IntType) else "other"
    return "other"
