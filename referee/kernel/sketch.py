"""What of the equipment lies in each fact, and what may be set there: for panels and forms."""

from typing import Any, Literal

import msgspec
from msgspec import inspect

from referee.kernel.equipment import Dice, Equipment, Item, Kind
from referee.kernel.facts import Facts, without_null

Shape = Literal["number", "numbers", "one", "many", "named", "other"]
"""What a fact holds, or each entry of one by seat or by place: a number of things; a number by kind; one
kind, face or place; a row of them; one for each of some names; or something made of them."""


class FactOfItem(msgspec.Struct, frozen=True, kw_only=True):
    """A fact in which an item lies.

    - `name`: the fact, or the field of the structs in it (`boats.dice`).
    - `by_seat`: it holds that of each seat; `by`: that of each of these places. `is_public`: everybody sees
      it; else its own seat, or nobody.
    - `values`: what one thing in it may be, or the numbers there may be of it; empty where its shape is
      `other`, or where there is no limit. `most`: how many of each there are, by kind; of things without
      kinds by None; empty where the box is no limit.
    """

    name: str
    item: Item
    shape: Shape
    by_seat: bool
    by: tuple[str, ...] = ()
    is_public: bool
    values: tuple[Kind, ...]
    most: dict[Kind | None, int]


def facts_of_items(facts: Facts, box: Equipment) -> tuple[FactOfItem, ...]:
    """Return the facts in which something of a box lies, in their order."""
    kinds = {field.name: field.type for field in inspect.type_info(facts.kind).fields}  # type: ignore[attr-defined]
    declared = {fact.name: fact for fact in facts.declared}
    found = [(fact, where, item) for name, fact in declared.items() for where, item in box.lying_in(name)]
    return tuple([_fact_of_item(fact, where, item, kinds[fact.name]) for fact, where, item in found])


def _fact_of_item(fact: Any, where: str, item: Item, kind: Any) -> FactOfItem:
    kind, number = without_null(kind), item.number
    lying = without_null(kind.value_type) if fact.by_seat or fact.by else kind
    shape = _shape_of(_type_of_field(lying, where.partition(".")[2]), item)
    counted: dict[Kind | None, int] = {None: number} if isinstance(number, int) else dict(number.items())
    most = counted if item.is_limit else {}
    there_may_be = tuple(range(sum(most.values()) + 1)) if most else ()
    values = tuple([each for each in item.values if counted.get(each, 1)])
    return FactOfItem(
        name=where,
        item=item,
        shape=shape,
        by_seat=fact.by_seat,
        by=fact.by,
        is_public=fact.public,
        values={"number": there_may_be, "other": ()}.get(shape, values),
        most=most,
    )


def _type_of_field(kind: Any, field: str) -> Any:
    """Return the type of a field of the structs in a fact, its own where it is a dict of them; "": all."""
    if field and isinstance(kind, inspect.DictType):
        return inspect.DictType(kind.key_type, _type_of_field(without_null(kind.value_type), field))
    return next((each.type for each in kind.fields if each.name == field), kind) if field else kind


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
            shape = _shape_of(without_null(kind.value_type), item)
            return "numbers" if shape == "number" else "named" if shape == "one" else "other"
    return "other"
