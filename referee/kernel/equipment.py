"""What lies in the box of a game, as data: facts, checks of the box, taps and a panel follow from it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from referee.kernel.verdict import Refused

Kind = str | int
"""A kind of card, piece or token, as events name it."""

Numbers = int | Mapping[Kind, int]
"""How many there are: of the one kind there is, or of each kind."""


def of_each(kinds: Any, number: int) -> dict[Kind, int]:
    """Return the same number of each kind; `kinds` is a `Literal` of them."""
    return dict.fromkeys(get_args(kinds), number)


class Item(msgspec.Struct, frozen=True, dict=True):
    """Things of one name in the box.

    - `name`: the table of their nouns (`[noun.<name>]`), and the fact they are, unless `facts` says others.
    - `number`: how many there are, of each kind where there are several; with `each`, to each seat.
    - `facts`: the fields of the state in which they lie. A field that is a dict by `Seat` holds what each
      seat has. In it may stand, at any depth: a kind; a number, by kind where there are several; null for one
      whose kind is not known. `boats.dice`: only that field of the structs in it counts.
    - `hidden`: those of `facts` that not everybody sees: what a seat has only that seat, the rest nobody.
    - `conserved`: all of them lie in `facts` at any time, so that none is lost.
    - `nouns`: the table of the nouns of its kinds, faces or places, where it is not called as the item.
    - `refuse(kind, n, most)`: the game's own refusal of `n` of a kind where there are `most`; kind None where
      there are none.
    - `counts_hidden`: what is hidden counts, too. False where a refusal would tell of it, or where it is what
      seats noted for themselves.
    - `is_limit`: there may not be more; False where something else stands in for what the box lacks.
    """

    name: str
    number: Numbers
    facts: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    each: bool = False
    conserved: bool = False
    nouns: str = ""
    refuse: Callable[[Any, int, int], Refused] | None = None
    counts_hidden: bool = True
    is_limit: bool = True

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """Return its kinds; empty where there is one, which has no name."""
        return () if isinstance(self.number, int) else tuple(self.number)

    @property
    def lies_in(self) -> tuple[str, ...]:
        """Return the facts it lies in."""
        return self.facts or (self.name,)

    @cached_property
    def values(self) -> tuple[Kind, ...]:
        """Return what one of them may be in a fact; empty where facts only count them."""
        return self.kinds


class Cards(Item, frozen=True):
    """Cards, such as `Cards("stone", {"ruby": 4, "fang": 2}, facts=("deck", "hand"), hidden=("deck",))`."""


class Amount(Item, frozen=True):
    """Things that are only counted, such as `Amount("heap", 21)` or `Amount("gem", {"ruby": 7})`."""


class Dice(Item, frozen=True):
    """Dice with the faces 1 to `sides`, such as `Dice("dice", 5, each=True)`."""

    sides: int = 6

    @cached_property
    def values(self) -> tuple[Kind, ...]:
        return tuple(range(1, self.sides + 1))


class Pieces(Item, frozen=True):
    """Pieces, such as `Pieces("canoe", 2, each=True, places=("S1", "S2"))`; their facts name places."""

    places: tuple[str, ...] = ()

    @cached_property
    def values(self) -> tuple[Kind, ...]:
        return self.places


class Equipment(msgspec.Struct, frozen=True):
    """All that lies in the box of a game; `rules` say what does, and are cited where it does not hold."""

    items: tuple[Item, ...] = ()
    rules: tuple[str, ...] = ()

    def item(self, name: str) -> Item:
        """Return the item of a name. Raises KeyError."""
        return {item.name: item for item in self.items}[name]

    def number(self, name: str, kind: Kind | None = None) -> int:
        """Return how many there are of an item, of one `kind` where it has several. Raises KeyError."""
        number = self.item(name).number
        if isinstance(number, int):
            return number
        return sum(number.values()) if kind is None else number[kind]

    def numbers(self) -> dict[str, int]:
        """Return how many there are of everything, by item, or `item.kind` where it has several."""
        plain = [(item.name, item.number) for item in self.items if isinstance(item.number, int)]
        several = [(item.name, item.number) for item in self.items if not isinstance(item.number, int)]
        kinds = [(f"{name}.{kind}", n) for name, numbers in several for kind, n in numbers.items()]
        return {**dict(plain), **dict(kinds)}

    def item_of(self, fact: str) -> Item | None:
        """Return what lies in a fact; None where nothing of the box does."""
        return next((item for item in self.items if fact in item.lies_in), None)

    def lying_in(self, fact: str) -> tuple[tuple[str, Item], ...]:
        """Return what lies in a fact or in fields of it (`boats.dice`), each with where."""
        found = [(where, item) for item in self.items for where in item.lies_in]
        return tuple([each for each in found if each[0].partition(".")[0] == fact])

    def changed(self, numbers: Mapping[str, Numbers]) -> "Equipment":
        """Return the box with other numbers of some items; of kinds that are not named they stay.

        Raises ValueError where there is no such item or kind.
        """
        return replace(self, items=tuple([_changed(item, numbers) for item in self._checked(numbers)]))

    def _checked(self, numbers: Mapping[str, Numbers]) -> tuple[Item, ...]:
        if unknown := sorted(set(numbers) - {item.name for item in self.items}):
            raise ValueError(f"the box has no {', '.join(unknown)}")
        return self.items


def _changed(item: Item, numbers: Mapping[str, Numbers]) -> Item:
    number = numbers.get(item.name, item.number)
    if isinstance(number, int) != isinstance(item.number, int):
        raise ValueError(f"{item.name} is counted {'by kind' if item.kinds else 'without kinds'}")
    if isinstance(number, int) or isinstance(item.number, int):
        return replace(item, number=number)
    if unknown := [str(kind) for kind in number if kind not in item.number]:
        raise ValueError(f"{item.name} has no {', '.join(unknown)}")
    return replace(item, number={**item.number, **number})


def nouns_of(box: Equipment) -> tuple[str, ...]:
    """Return the message ids, without the game, of the nouns that sentences about a box need.

    One for each kind and place, and for an item that is not called as the fact it is.
    """
    items = [noun_id(item) for item in box.items]
    words = [noun_id(item, each) for item in box.items for each in item.values if isinstance(each, str)]
    return (*items, *words)


def judge_box(game: str, box: Equipment, seats: Iterable[str], facts: Mapping[str, Any]) -> Refused | None:
    """Refuse facts of a game in which more lies than the box has, or some of a `conserved` item is lost.

    `facts` are by name, as in a position that shows all; None: not known.
    """
    for item in [each for each in box.items if each.is_limit]:
        unknown = () if item.counts_hidden else item.hidden
        held = [_lying_in(facts, fact) for fact in item.lies_in if fact not in unknown]
        known = [value for value in held if value is not None]
        unseen = unknown or any(
            isinstance(facts.get(fact), Mapping) and not {*seats} <= {*facts[fact]} for fact in item.hidden
        )
        lots = [[value[s] for value in known if s in value] for s in seats] if item.each else [known]
        for lot in lots:
            is_whole = item.conserved and len(known) == len(held) and not unseen
            if refused := judge_item(game, box, item, lot, is_whole=is_whole):
                return refused
    return None


def _lying_in(facts: Mapping[str, Any], place: str) -> Any:
    """Return what a fact holds, or a field of the structs in it; None where it is not known."""
    fact, _, field = place.partition(".")
    return _field_of(facts.get(fact), field) if field else facts.get(fact)


def _field_of(value: Any, field: str) -> Any:
    if isinstance(value, dict):
        return {key: _field_of(each, field) for key, each in value.items()}
    return getattr(value, field, None)


def judge_item(
    game: str, box: Equipment, item: Item, lying: Any, *, is_whole: bool = False
) -> Refused | None:
    """Refuse too many of a kind that lie somewhere, too many in all or, where all should be there, too few.

    `is_whole`: all should be there; kinds are then looked at in the order of the box, else as they lie.
    """
    if not item.is_limit:
        return None
    counted = _count(lying, item)
    numbers: Mapping[Any, int] = {None: item.number} if isinstance(item.number, int) else item.number
    placed, all_there_are = sum(counted.values()), sum(numbers.values())
    # Of what some may not see it is not said which is missing.
    knows_kinds = is_whole and not item.hidden and (None in numbers or not counted[None])
    for kind in numbers if is_whole else [kind for kind in counted if kind in numbers]:
        n, most = counted[kind], numbers[kind]
        if n > most or (knows_kinds and n < most):
            return _refuse(game, box, item, kind, n, most)
    if placed > all_there_are or (is_whole and placed < all_there_are):
        return _refuse(game, box, item, None, placed, all_there_are)
    return None


def _refuse(game: str, box: Equipment, item: Item, kind: Kind | None, n: int, most: int) -> Refused:
    """Return the item's own refusal, or that of every game; it names the kind, or the item."""
    if item.refuse is not None and (kind is not None or not item.kinds):
        return item.refuse(kind, n, most)
    id, what = "more" if n > most else "less", {"id": f"{game}.{noun_id(item, kind)}"}
    return Refused(f"{game}.{id}_than_in_the_box", box.rules, {"what": what, "n": n, "most": most})


def noun_id(item: Item, kind: Kind | None = None) -> str:
    """Return the message id, without the game, of the noun of an item, or of one of its kinds."""
    if kind is not None:
        return f"noun.{item.nouns or item.name}.{kind}"
    return f"noun.{'fact' if item.name in item.lies_in else 'item'}.{item.name}"


def _count(lying: Any, item: Item) -> Counter[Kind | None]:
    """Return how many of each kind of an item lie somewhere; None counts those of no known kind.

    Numbers below none count as none.
    """
    counting = _Counting(item)
    counting.add(lying)
    return counting.counted


class _Counting:
    """Counts what lies in a fact."""

    def __init__(self, item: Item) -> None:
        self.counted: Counter[Kind | None] = Counter()
        self.kinds, self.values = item.kinds, item.values
        self.is_amount, self.is_numbered = isinstance(item, Amount), not isinstance(item, Dice | Pieces)

    def add(self, value: Any) -> None:
        if isinstance(value, dict):
            self._add_by_key(value)
        elif isinstance(value, tuple | list):
            for each in value:
                self._add_thing(each)
        else:
            self._add_thing(value)

    def _add_by_key(self, held: Mapping[Any, Any]) -> None:
        for key, each in held.items():
            if key in self.kinds and type(each) is int:
                self.counted[key] += max(each, 0)
            elif each is not None or not self.is_amount:
                self._add_thing(each)

    def _add_thing(self, value: Any) -> None:
        """Count one thing, null for one of no known kind, or a number of them; or what it is made of."""
        if value is None:
            self.counted[None] += 1
        elif isinstance(value, dict | tuple | list):
            self.add(value)
        elif isinstance(value, msgspec.Struct):
            parts = [getattr(value, name) for name in value.__struct_fields__]
            self.add([part for part in parts if isinstance(part, str | tuple | dict)])
        elif value in self.values:
            self.counted[value if value in self.kinds else None] += 1
        elif self.is_numbered and isinstance(value, int) and not isinstance(value, bool):
            self.counted[None] += max(value, 0)
