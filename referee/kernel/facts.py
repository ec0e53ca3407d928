"""The facts of a state, each declared once: to read it, set it by hand, keep it secret and show it."""

from collections.abc import Callable, Iterable
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, Union, get_type_hints

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from events.base import REFEREE, Value
from events.table import Corrected, TableEvent, TableOpened
from referee.kernel.acts import Act, Consequence
from referee.kernel.table import TableState, TableView, looking
from referee.kernel.verdict import Refused


class StateFact(msgspec.Struct, frozen=True, kw_only=True):
    """One fact of a state, of the table or of each seat: what a field of the game's position says.

    - `name`: that field. What the fact may be, the type of the field says.
    - `row`: the field of the state that has its name holds a value for each seat in turn order, or for
      each of `by`.
    - `told(held)`: what that field holds as people tell it; `kept(told)`: what it holds once that is told.
      Left out: one is the other.
    - `read(state)`: what the log holds of it, as people tell it; None where there is none now. Left
      out: what the field holds.
    - `write(state, value)`: the state with it set by hand. Left out: that field is set; of a fact by
      seat the seats that are told. `with_others` where it is set with others, in `finish`.
    - `public`: everybody may see it. Any other is masked: a fact `by_seat` is seen by its own seat, one
      of the table by nobody. The referee sees what the log holds.
    - `forget(state, seat)`: the state as it looks to who may not know it: `seat` is whose fact it is,
      or of one of the table who asks (None: everybody). Where nothing hides it, it may be left out of a
      fact by seat: nothing is known then of that seat's.
    - `glimpse(state, viewer)`: what of a secret of the table one viewer sees all the same.
    """

    name: str
    row: bool = False
    by: tuple[str, ...] = ()
    told: Callable[[Any], Any] | None = None
    kept: Callable[[Any], Any] = lambda told: told
    read: Callable[[Any], Any] | None = None
    write: Callable[[Any, Any], Any] | None = None
    public: bool = False
    by_seat: bool = False
    forget: Callable[[Any, Any], Any] | None = None
    glimpse: Callable[[Any, str | None], Any] | None = None

    def whole(self, *, together: bool = False, hidden: bool = True) -> "StateFact":
        """Fill in what a fact leaves out if it is a field of the state.

        `together`: all facts are set at once, so that one which is not set alone needs no `write`.
        `hidden`: a game forgets its secrets itself.
        """
        forget = self.forget
        if forget is None and self.by_seat and not (self.public or hidden):
            forget = forgetting(self.name)
        write = None if together or self.write is with_others else self.write or self._set
        return replace(self, read=self.read or self._reader(), write=write, forget=forget)

    def _reader(self) -> Callable[[Any], Any]:
        """Make what reads the field of the state."""
        told: Any = self.told
        held: Callable[[Any], Any] = attrgetter(self.name)
        if self.row:
            by, each = self.by, held if told is None else lambda state: map(told, held(state))
            return lambda state: dict(zip(by or state.seats, each(state), strict=True))
        return held if told is None else lambda state: told(held(state))

    def _set(self, state: Any, told: Any) -> Any:
        """Set the field of the state; of a fact by seat, for the seats that are told."""
        if not (self.by_seat or self.row):
            return replace(state, **{self.name: self.kept(told)})
        held, new = getattr(state, self.name), {key: self.kept(each) for key, each in told.items()}
        if not self.row:
            return replace(state, **{self.name: {**held, **new}})
        row = [new.get(key, each) for key, each in zip(self.by or state.seats, held, strict=True)]
        return replace(state, **{self.name: tuple(row)})


class Facts:
    """All facts of a game's states, in the order in which they are set by hand.

    - `position`: the struct that `corrected` holds, with a field for each fact; or that of the state,
      whose fields they are then.
    - `place(state, corrected)`: sets them all together, where each alone cannot be set.
    - `finish(state, corrected)`: what follows for the rest of the state once all were set.
    - `hide(state, viewer)`: forgets what else a state holds that an viewer may not know, and those facts
      that do not say themselves how they are forgotten.
    """

    def __init__(
        self,
        position: type[msgspec.Struct],
        facts: tuple[StateFact, ...],
        *,
        place: Callable[[Any, Any], Any] | None = None,
        finish: Callable[[Any, Any], Any] | None = None,
        hide: Callable[[Any, str | None], Any] | None = None,
    ) -> None:
        """Hold the facts against the position: every field is declared, and every secret can be kept."""
        if issubclass(position, TableState):
            position = position_of(position, [fact.name for fact in facts])
        self.kind, self._together, self._finish, self._hide = position, place, finish, hide
        self.declared: tuple[Any, ...] = tuple(
            [fact.whole(together=place is not None, hidden=hide is not None) for fact in facts]
        )
        self._by_name = {fact.name: fact for fact in self.declared}
        self._public: dict[str, Any] = {fact.name: fact.read for fact in self.declared if fact.public}
        self.secret = tuple(fact for fact in self.declared if not fact.public)
        self._masks: dict[str, Mask] = {}
        if apart := sorted(set(position.__struct_fields__) ^ set(self._by_name)):
            raise ValueError(f"{position.__name__} and its facts do not share: {', '.join(apart)}")
        if hide is None and (kept := [fact.name for fact in self.secret if fact.forget is None]):
            raise ValueError(f"facts that are not public do not say how to forget them: {', '.join(kept)}")

    def position(self, state: Any, viewer: str | None) -> Any:
        """Write down the facts an viewer may see, in the form `corrected` accepts."""
        return self.kind(**self.seen(state, viewer, self._by_name))

    def seen(self, state: Any, viewer: str | None, names: Iterable[str]) -> dict[str, Any]:
        """Give the facts of those names as an viewer may see them."""
        read = self._public
        return {
            n: read[n](state) if n in read else self._seen(self._by_name[n], state, viewer) for n in names
        }

    def _seen(self, fact: Any, state: Any, viewer: str | None) -> Any:
        if viewer == REFEREE:
            return fact.read(state)
        if not fact.by_seat:
            return fact.glimpse(state, viewer) if fact.glimpse is not None else None
        values = fact.read(state) if viewer is not None else None
        return {viewer: values[viewer]} if values and viewer in values else None

    def place(self, state: Any, corrected: Any) -> Any:
        """Set the facts that a correction names; what it leaves out keeps its value.

        The result may be impossible; whoever judges the correction looks for that.
        """
        if self._together is not None:
            return self._together(state, corrected)
        state = placed(self.declared, state, corrected.position)
        return state if self._finish is None else self._finish(state, corrected)

    def redact(self, position: Any, viewer: str | None) -> Any:
        """Hide in facts set by hand what an viewer may not see."""
        told = [] if viewer == REFEREE else [f for f in self.secret if getattr(position, f.name) is not None]
        if not told:
            return position
        return replace(position, **{f.name: self._mask(f)(getattr(position, f.name), viewer) for f in told})

    def _mask(self, fact: StateFact) -> "Mask":
        """Give what hides a fact: made when it is first asked for, not at the start."""
        if fact.name not in self._masks:
            fields = inspect.type_info(self.kind).fields  # type: ignore[attr-defined]
            kind = next(field.type for field in fields if field.name == fact.name)
            self._masks[fact.name] = mask_by_seat(kind) if fact.by_seat else mask_of_table(kind)
        return self._masks[fact.name]

    def known(self, state: Any, viewer: str | None) -> Any:
        """Copy a state without what a seat, or (None) everybody, cannot know of it.

        Two states that an viewer cannot tell apart give the same copy; so whatever is judged on it
        tells the viewer nothing.
        """
        if viewer == REFEREE or not self.secret:
            return state
        for fact in self.secret:
            whose = [seat for seat in state.seats if seat != viewer] if fact.by_seat else [viewer]
            for seat in whose:
                state = fact.forget(state, seat) if fact.forget is not None else state
        if self._hide is not None:
            state = self._hide(state, viewer)
        return state if state.seed is None else replace(state, seed=None)


def placed(facts: Iterable[Any], state: Any, position: Any) -> Any:
    """Set those of some facts that a position tells, each by itself."""
    for fact in facts:
        if fact.write is not None and (value := getattr(position, fact.name)) is not None:
            state = fact.write(state, value)
    return state


def position_of(state: type[msgspec.Struct], names: list[str]) -> type[msgspec.Struct]:
    """Make the struct of a position out of fields of the state, each of which may be left out."""
    kinds = get_type_hints(state, include_extras=True)
    fields = [(name, kinds[name] | None, None) for name in names]
    return msgspec.defstruct("Position", fields, bases=(Value,), module=state.__module__, frozen=True)


def each_seat(value: Callable[[Any, int], Any]) -> Callable[[Any], dict[str, Any]]:
    """Read a fact by seat, each seat's by its number in turn order."""
    return lambda state: {seat: value(state, i) for i, seat in enumerate(state.seats)}


def with_others(state: Any, _: Any) -> Any:
    """Leave a fact to be set with others."""
    return state


def forgetting(field: str) -> Callable[[Any, str], Any]:
    """Forget what a field of the state holds of a seat."""
    return lambda state, seat: replace(
        state, **{field: {whose: each for whose, each in getattr(state, field).items() if whose != seat}}
    )


Mask = Callable[[Any, str | None], Any]
"""(value, viewer) -> what the viewer may read of it."""


def mask_of_table(kind: Any) -> Mask:
    """Hide a fact of the table: null for every card, or for all of it."""
    return lambda value, _: masked(kind, value)


def mask_by_seat(kind: Any) -> Mask:
    """Hide what is not the viewer's own; a seat whose cards cannot be null is left out."""
    inner = without_null(kind).value_type

    def mask(values: dict[str, Any], viewer: str | None) -> dict[str, Any] | None:
        seen = {seat: value if seat == viewer else masked(inner, value) for seat, value in values.items()}
        return {
            seat: value for seat, value in seen.items() if value is not None or may_be_null(inner)
        } or None

    return mask


def masked(kind: Any, value: Any) -> Any:
    """Put null for every card in a value of a type."""
    kind = without_null(kind)
    if isinstance(kind, inspect.VarTupleType) and isinstance(value, tuple) and may_be_null(kind.item_type):
        return tuple([masked(kind.item_type, item) for item in value])
    return None


def without_null(kind: Any) -> Any:
    """Take `or nothing` off a type."""
    if not isinstance(kind, inspect.UnionType):
        return kind
    left = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
    return left[0] if len(left) == 1 else inspect.UnionType(tuple(left))


def may_be_null(kind: Any) -> bool:
    """Whether null is a value of a type."""
    return isinstance(kind, inspect.UnionType) and any(isinstance(t, inspect.NoneType) for t in kind.types)


T = TypeVar("T")


class RowState(TableState, frozen=True, kw_only=True):
    """A state that knows the number of every seat."""

    index: dict[str, int]


def numbered(opened: TableOpened) -> dict[str, int]:
    """Number the seats in turn order."""
    return {seat: i for i, seat in enumerate(opened.seats)}


def put(row: tuple[T, ...], i: int, value: T) -> tuple[T, ...]:
    """Copy a row with one value changed."""
    changed = list(row)
    changed[i] = value
    return tuple(changed)


def by_seat(state: RowState, row: tuple[T, ...], told: dict[str, T]) -> tuple[T, ...]:
    """Copy a row with the seats named changed."""
    return tuple([told.get(seat, value) for seat, value in zip(state.seats, row, strict=True)])


def names(state: RowState, seats: tuple[int, ...]) -> tuple[str, ...]:
    """Name seats by number."""
    return tuple([state.seats[i] for i in seats])


def numbers(state: RowState, seats: Iterable[str]) -> tuple[int, ...]:
    """Number seats, each once."""
    return tuple(dict.fromkeys([state.index[seat] for seat in seats]))


def seat_fact(name: str, field: str) -> StateFact:
    """Declare a seat everybody knows, which the state holds by number."""
    return StateFact(
        name=name,
        read=lambda state: state.seats[getattr(state, field)],
        write=lambda state, seat: replace(state, **{field: state.index[seat]}),
        public=True,
    )


def seats_fact(name: str, write: Callable[[Any, Any], Any] | None = None) -> StateFact:
    """Declare seats everybody knows, which the state holds by number."""
    return StateFact(
        name=name,
        read=lambda state: names(state, getattr(state, name)),
        write=write or (lambda state, told: replace(state, **{name: numbers(state, told)})),
        public=True,
    )


def winners_of_result(state: Any) -> tuple[str, ...] | None:
    """Name the winners where the state keeps the `result`; None while the game lasts."""
    return state.result.winners if state.result else None


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
