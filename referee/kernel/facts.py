"""The facts of a state, each declared once: to read it, set it by hand, keep it secret and show it."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import attrgetter
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from events.base import REFEREE, SEAT, Value
from events.table import Corrected, PositionTold, TableEvent, TableOpened
from referee.kernel.acts import Act, Consequence
from referee.kernel.equipment import Dice, Equipment, Item, judge_box
from referee.kernel.ruleset import Ruleset
from referee.kernel.table import TableState, TableView, view_fields
from referee.kernel.verdict import Refused


class StateFact(msgspec.Struct, frozen=True, kw_only=True):
    """One fact of a state, of the table or of each seat: a field of the game's position.

    - `name`: that field; its type says what the fact may be.
    - `row`: the field of the state that has its name holds a value for each seat in turn order, or for
      each of `by`.
    - `encode(held)`: the value in the position for what that field of the state holds; `decode(value)`: the
      other way round. Left out: they are the same.
    - `read(state)`: the value in the position, secrets included; None where there is none now. Left out: that
      of the field.
    - `write(state, value)`: the state with it set by hand. Left out: the field is set; of a fact by seat
      only the seats in `value`. `with_others` where `finish` sets it with others.
    - `public`: everybody may see it. Any other is masked: a fact `by_seat` is seen by its own seat, one
      of the table by nobody but the referee.
    - `forget(state, seat)`: the state as it looks to somebody who may not know the fact: `seat` is whose it
      is, or, of a fact of the table, the viewer (None: everybody). It may be left out of a fact by seat
      whose game has no `hide`: the seat's entry is left out of the field then.
    - `glimpse(state, viewer)`: what of a secret of the table one viewer sees all the same.
    - `has_backs`: everybody sees how many cards there are of it: `forget` leaves as many, each None.
    """

    name: str
    row: bool = False
    by: tuple[str, ...] = ()
    encode: Callable[[Any], Any] | None = None
    decode: Callable[[Any], Any] = lambda value: value
    read: Callable[[Any], Any] | None = None
    write: Callable[[Any, Any], Any] | None = None
    public: bool = False
    by_seat: bool = False
    forget: Callable[[Any, Any], Any] | None = None
    glimpse: Callable[[Any, str | None], Any] | None = None
    has_backs: bool = False

    def whole(self, *, together: bool = False, hidden: bool = True) -> "StateFact":
        """Return the fact with `read`, `write` and `forget` filled in, where they follow from its field.

        `together`: the game sets all facts at once, so that none needs a `write` (it stays None).
        `hidden`: the game forgets its secrets itself, so that none needs a `forget`.
        """
        forget = self.forget
        if forget is None and self.by_seat and not (self.public or hidden):
            forget = _forget_seat(self.name)
        write = None if together or self.write is with_others else self.write or self._set
        return replace(self, read=self.read or self._reader(), write=write, forget=forget)

    def _reader(self) -> Callable[[Any], Any]:
        """Return `(state) -> value in the position`, read from the field of the state.

        Of a row by seat (or `by`).
        """
        encode: Any = self.encode
        held: Callable[[Any], Any] = attrgetter(self.name)
        if self.row:
            by, each = self.by, held if encode is None else lambda state: map(encode, held(state))
            return lambda state: dict(zip(by or state.seats, each(state), strict=True))
        return held if encode is None else lambda state: encode(held(state))

    def _set(self, state: Any, value: Any) -> Any:
        """Return the state with the field set.

        Of a fact by seat or a row, only the keys in `value` change.
        """
        if not (self.by_seat or self.row):
            return replace(state, **{self.name: self.decode(value)})
        held, new = getattr(state, self.name), {key: self.decode(each) for key, each in value.items()}
        if not self.row:
            return replace(state, **{self.name: {**held, **new}})
        row = [new.get(key, each) for key, each in zip(self.by or state.seats, held, strict=True)]
        return replace(state, **{self.name: tuple(row)})


class Facts:
    """All facts of a game's states, in the order in which they are set by hand.

    - `facts`: each declared; of a field that everybody may see, one by seat too, the name is enough.
    - `position`: the struct that `corrected` holds, with a field for each fact, None where it is not named;
      or the class of the state: the struct is made of its fields then. What lies in the `equipment` is a fact
      of such a state without being declared, after the others, and last the turn.
    - `place(state, corrected)`: the state with all of them set, where none can be set alone.
    - `finish(state, corrected)`: what follows for the rest of the state once all were set. Left out: a
      game in turns that was over goes on, in the phase that is the default of its field.
    - `hide(state, viewer)`: the state without what else a viewer may not know, and without the facts that
      have no `forget`.
    """

    def __init__(
        self,
        position: type[msgspec.Struct],
        facts: tuple[StateFact | str, ...] = (),
        *,
        equipment: Equipment = Equipment(),  # noqa: B008 - frozen
        place: Callable[[Any, Any], Any] | None = None,
        finish: Callable[[Any, Any], Any] | None = None,
        hide: Callable[[Any, str | None], Any] | None = None,
    ) -> None:
        """Raise ValueError where a field of the position has no fact, or a secret cannot be forgotten."""
        declared = [_public_fact(position, fact) if isinstance(fact, str) else fact for fact in facts]
        if issubclass(position, TableState):
            declared += _facts_in(position, equipment, {fact.name for fact in declared})
            finish = finish or (None if place else _finish_of(position))
            position = _position_of(position, [fact.name for fact in declared], equipment)
        self.equipment = equipment
        self.kind, self._together, self._finish, self._hide = position, place, finish, hide
        self.declared: tuple[Any, ...] = tuple(
            [fact.whole(together=place is not None, hidden=hide is not None) for fact in declared]
        )
        self._by_name = {fact.name: fact for fact in self.declared}
        self._public: dict[str, Any] = {fact.name: fact.read for fact in self.declared if fact.public}
        self.secret = tuple(fact for fact in self.declared if not fact.public)
        self._masks: dict[str, _Mask] = {}
        if apart := sorted(set(position.__struct_fields__) ^ set(self._by_name)):
            raise ValueError(f"{position.__name__} and its facts do not share: {', '.join(apart)}")
        if hide is None and (kept := [fact.name for fact in self.secret if fact.forget is None]):
            raise ValueError(f"facts that are not public do not say how to forget them: {', '.join(kept)}")

    def position(self, state: Any, viewer: str | None) -> Any:
        """Return the facts as `viewer` may see them, in the form `corrected` accepts.

        None where there is none to see.
        """
        return self.kind(**self.visible_values(state, viewer, self._by_name))

    def visible_values(self, state: Any, viewer: str | None, names: Iterable[str]) -> dict[str, Any]:
        """Return by name the value of each of these facts as a viewer may see it; None where it is hidden.

        Of a fact by seat a seat sees its own entry. `viewer` "referee" sees everything, None stands for
        everybody.
        """
        read = self._public
        return {
            n: read[n](state) if n in read else self._visible_value(self._by_name[n], state, viewer)
            for n in names
        }

    def _visible_value(self, fact: Any, state: Any, viewer: str | None) -> Any:
        """Return what a viewer may see of a fact that is not public; None where it is hidden.

        Of a fact by seat that is a dict with the viewer's own entry alone.
        """
        if viewer == REFEREE:
            return fact.read(state)
        if not fact.by_seat:
            return fact.glimpse(state, viewer) if fact.glimpse is not None else None
        values = fact.read(state) if viewer is not None else None
        return {viewer: values[viewer]} if values and viewer in values else None

    def place(self, state: Any, corrected: Any) -> Any:
        """Return the state with the facts that a correction sets; a fact that is None keeps its value.

        The result may be impossible: `ByHand.judge_placed` refuses that.
        """
        if self._together is not None:
            return self._together(state, corrected)
        state = set_facts(self.declared, state, corrected.position)
        return state if self._finish is None else self._finish(state, corrected)

    def redact(self, position: Any, viewer: str | None) -> Any:
        """Return a position set by hand with null for what a viewer may not see; lists keep their lengths."""
        facts = [] if viewer == REFEREE else [f for f in self.secret if getattr(position, f.name) is not None]
        if not facts:
            return position
        return replace(position, **{f.name: self._mask(f)(getattr(position, f.name), viewer) for f in facts})

    def _mask(self, fact: StateFact) -> "_Mask":
        """Return the function that hides a fact from a viewer; cached by fact."""
        if fact.name not in self._masks:
            fields = inspect.type_info(self.kind).fields  # type: ignore[attr-defined]
            kind = next(field.type for field in fields if field.name == fact.name)
            self._masks[fact.name] = _mask_by_seat(kind) if fact.by_seat else _mask_of_table(kind)
        return self._masks[fact.name]

    def known(self, state: Any, viewer: str | None) -> Any:
        """Return a state without what a viewer cannot know, and without the seed.

        `viewer` None: everybody; "referee": nothing is left out. Two states that a viewer cannot tell apart
        give equal copies, so no answer computed from one tells a secret.
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


def set_facts(facts: Iterable[Any], state: Any, position: Any) -> Any:
    """Return the state with the facts that a position names (those not None) set, one after the other."""
    for fact in facts:
        if fact.write is not None and (value := getattr(position, fact.name)) is not None:
            state = fact.write(state, value)
    return state


def _position_of(state: type[msgspec.Struct], names: list[str], equipment: Equipment) -> type[msgspec.Struct]:
    """Return a struct of these fields of the state, each of which may be None."""
    kinds = get_type_hints(state, include_extras=True)
    items = {name: equipment.item_of(name) for name in names}
    typed = {name: kinds[name] if item is None else _typed(kinds[name], item) for name, item in items.items()}
    fields = [(name, kind | None, None) for name, kind in typed.items()]
    return msgspec.defstruct("Position", fields, bases=(Value,), module=state.__module__, frozen=True)


def _typed(kind: Any, item: Item) -> Any:
    """Return the type of a field with an item's kinds in place of `str`, and no negative number of it.

    How many there are, each edition says.
    """
    origin, args = get_origin(kind), get_args(kind)
    if kind is str and not item.values:
        raise ValueError(f"{item.name} is only counted: what a seat has of it stands in a `dict[Seat, int]`")
    if kind is str:
        return Literal[item.values]
    if kind is int:
        least, most = (1, item.sides) if isinstance(item, Dice) else (0, None)
        is_kind = bool(item.kinds) and isinstance(item.kinds[0], int)
        return Literal[item.values] if is_kind else Annotated[int, msgspec.Meta(ge=least, le=most)]
    if origin in (Union, UnionType):
        return Union[tuple([_typed(each, item) for each in args])]  # noqa: UP007 - so many as there are
    if origin is tuple:
        return tuple[tuple([each if each is ... else _typed(each, item) for each in args])]  # type: ignore[misc]
    if origin in (dict, Mapping):
        return dict[_typed(args[0], item), _typed(args[1], item)]  # type: ignore[misc]
    return kind


def _facts_in(state: type[msgspec.Struct], equipment: Equipment, declared: set[str]) -> tuple[StateFact, ...]:
    """Return the facts of a state that nobody `declared`: where equipment lies, whose turn it is."""
    kinds = get_type_hints(state, include_extras=True)
    lying = [(name, item) for item in equipment.items for name in item.lies_in]
    found = [
        _fact_of(name, kinds[name], public=name not in item.hidden) for name, item in lying if name in kinds
    ]
    turn = [StateFact(name="turn", public=True)] if "turn" in kinds else []
    return tuple([fact for fact in (*found, *turn) if fact.name not in declared])


def _public_fact(position: type[msgspec.Struct], name: str) -> StateFact:
    """Return the public fact that is this field of a state, or of a position."""
    kind = get_type_hints(position, include_extras=True)[name]
    kinds = [each for each in get_args(kind) if each is not type(None)]
    return _fact_of(name, kinds[0] if get_origin(kind) in (Union, UnionType) else kind, public=True)


def _fact_of(name: str, kind: Any, *, public: bool) -> StateFact:
    """Return the fact that a field is, by its type.

    Who may not see its cards sees as many backs, where the type lets them be null; a deck is always seen so.
    A number that only its seat may know is None for others.
    """
    by_seat = get_origin(kind) is dict and SEAT in getattr(get_args(kind)[0], "__metadata__", ())
    lying = get_args(kind)[1] if by_seat else kind
    has_backs = get_origin(lying) is tuple and (not by_seat or type(None) in get_args(get_args(lying)[0]))
    is_number = by_seat and (get_args(lying)[0] if get_origin(lying) is Annotated else lying) is int
    if public or not (has_backs or is_number):
        return StateFact(name=name, by_seat=by_seat, public=public)

    def forget(state: Any, seat: str | None) -> Any:
        held = getattr(state, name)
        if not by_seat:
            return replace(state, **{name: (None,) * len(held)})
        unseen = {seat: (None,) * len(held[seat]) if has_backs else None} if seat in held else {}
        return replace(state, **{name: {**held, **unseen}})

    return StateFact(name=name, by_seat=by_seat, forget=forget, has_backs=has_backs)


def _finish_of(state: type[msgspec.Struct]) -> Callable[[Any, Any], Any] | None:
    """Return the `finish` of a state that can go on after its end; None where its phase has no default."""
    phase = next((field for field in msgspec.structs.fields(state) if field.name == "phase"), None)
    if phase is None or phase.default is msgspec.NODEFAULT:
        return None
    return lambda state, _: state.afresh("phase", "winners") if state.winners else state


def each_seat(value: Callable[[Any, int], Any]) -> Callable[[Any], dict[str, Any]]:
    """Return a reader of a fact by seat from `value(state, number of the seat)`."""
    return lambda state: {seat: value(state, i) for i, seat in enumerate(state.seats)}


def with_others(state: Any, _: Any) -> Any:
    """Return the state as it is: the `write` of a fact that `finish` sets together with others."""
    return state


def _forget_seat(field: str) -> Callable[[Any, str], Any]:
    """Return `(state, seat) -> state` that leaves the seat out of a field that is a dict by seat."""
    return lambda state, seat: replace(
        state, **{field: {whose: each for whose, each in getattr(state, field).items() if whose != seat}}
    )


_Mask = Callable[[Any, str | None], Any]
"""(value, viewer) -> what the viewer may read of it."""


def _mask_of_table(kind: Any) -> _Mask:
    """Return `(value, viewer) -> value` with null for every card of a fact of the table, or for all of it."""
    return lambda value, _: _null_cards(kind, value)


def _mask_by_seat(kind: Any) -> _Mask:
    """Return `(values by seat, viewer) -> values` with only the viewer's own; None where nothing is left."""
    inner = without_null(kind).value_type

    def mask(values: dict[str, Any], viewer: str | None) -> dict[str, Any] | None:
        seen = {
            seat: value if seat == viewer else _null_cards(inner, value) for seat, value in values.items()
        }
        return {
            seat: value for seat, value in seen.items() if value is not None or may_be_null(inner)
        } or None

    return mask


def _null_cards(kind: Any, value: Any) -> Any:
    """Return null for a value, or for each member of a tuple whose members may be null."""
    kind = without_null(kind)
    if isinstance(kind, inspect.VarTupleType) and isinstance(value, tuple) and may_be_null(kind.item_type):
        return tuple([_null_cards(kind.item_type, item) for item in value])
    return None


def without_null(kind: Any) -> Any:
    """Return a msgspec type without None among its alternatives."""
    if not isinstance(kind, inspect.UnionType):
        return kind
    left = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
    return left[0] if len(left) == 1 else inspect.UnionType(tuple(left))


def may_be_null(kind: Any) -> bool:
    """Return whether a msgspec type has None among its alternatives."""
    return isinstance(kind, inspect.UnionType) and any(isinstance(t, inspect.NoneType) for t in kind.types)


T = TypeVar("T")


class RowState(TableState, frozen=True, kw_only=True):
    """A state whose rows are tuples with a value for each seat in turn order.

    `index` is the number of each seat.
    """

    index: dict[str, int]


def number_seats(opened: TableOpened) -> dict[str, int]:
    """Return the number of each seat, in turn order from 0."""
    return {seat: i for i, seat in enumerate(opened.seats)}


def set_at(row: tuple[T, ...], i: int, value: T) -> tuple[T, ...]:
    """Return a row with the value at `i` replaced."""
    changed = list(row)
    changed[i] = value
    return tuple(changed)


def by_seat(state: RowState, row: tuple[T, ...], values: dict[str, T]) -> tuple[T, ...]:
    """Return a row with the values of the seats in `values` replaced."""
    return tuple([values.get(seat, value) for seat, value in zip(state.seats, row, strict=True)])


def names(state: RowState, seats: tuple[int, ...]) -> tuple[str, ...]:
    """Return the seats with these numbers."""
    return tuple([state.seats[i] for i in seats])


def numbers(state: RowState, seats: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers of seats, each once."""
    return tuple(dict.fromkeys([state.index[seat] for seat in seats]))


def seat_fact(name: str, field: str) -> StateFact:
    """Declare a public fact that is a seat, which the field `field` of the state holds by number."""
    return StateFact(
        name=name,
        read=lambda state: state.seats[getattr(state, field)],
        write=lambda state, seat: replace(state, **{field: state.index[seat]}),
        public=True,
    )


def seats_fact(name: str, write: Callable[[Any, Any], Any] | None = None) -> StateFact:
    """Declare a public fact that is a tuple of seats, which the field `name` of the state holds by number.

    `write` as of a fact, where setting it changes more than that field.
    """
    return StateFact(
        name=name,
        read=lambda state: names(state, getattr(state, name)),
        write=write or (lambda state, told: replace(state, **{name: numbers(state, told)})),
        public=True,
    )


def winners_of_result(state: Any) -> tuple[str, ...] | None:
    """Return the winners in the `result` of a state; None while it has none."""
    return state.result.winners if state.result else None


def vocabulary_of(declared: Iterable[Act | Consequence], facts: Facts) -> Any:
    """Return the union of the events declared by a game and of those of every table."""
    own = (Corrected[facts.kind], PositionTold[facts.kind])  # type: ignore[name-defined]
    return Union[(*(one.event for one in declared), TableEvent, *own)]


Shown = Callable[[Any, str | None], dict[str, Any]] | tuple[str, ...]
"""What a view shows beside the facts, by name, as `(state, viewer)` gives it; or names of fields of the state
that everybody may see."""


def view_of(
    facts: Facts, status: Any, kind: type[TableView] | None, shown: Shown
) -> Callable[[Any, str | None], Any]:
    """Return `(state, seat or None) -> view`.

    The view has the table, the phase, turn, winners, what is `shown`, and the facts as the viewer may see
    them: those that `kind` has fields for and that `shown` does not name. `kind` None: all of them, who is to
    act, and in `backs` the number of cards, or the numbers by seat, of those that lie face down.
    """
    names = [f.name for f in facts.declared if kind is None or f.name in kind.__struct_fields__]

    def view(state: Any, seat: str | None) -> Any:
        more = {n: getattr(state, n) for n in shown} if isinstance(shown, tuple) else shown(state, seat)
        values = view_fields(state, seat)
        values |= facts.visible_values(state, seat, [name for name in names if name not in more])
        values |= {name: read(state) for name, read in standing.items()}
        if turned:
            values["backs"] = {fact.name: _number_of_cards(fact.read(state)) for fact in turned}
        values |= more
        made = kind or _struct_of_view(tuple([n for n in values if n not in TableView.__struct_fields__]))
        return made(**values)

    turned = [fact for fact in facts.secret if fact.has_backs and kind is None]
    standing = {"phase": status.phase, "turn": status.turn, "winners": status.winners}
    standing |= {"acting": status.acting} if kind is None else {}
    return view


def _number_of_cards(held: Any) -> Any:
    """Return how many cards lie in a row, or how many by seat."""
    return {seat: len(row) for seat, row in held.items()} if isinstance(held, Mapping) else len(held)


@cache
def _struct_of_view(names: tuple[str, ...]) -> Any:
    """Return the class of views with these fields beside those of every view."""
    return msgspec.defstruct(
        "View", [(name, Any) for name in names], bases=(TableView,), frozen=True, kw_only=True
    )


def state_of(begin: Callable[..., Any]) -> Any:
    """Return the class of state that a function is annotated to return, as that of an `Opening`."""
    return get_type_hints(begin)["return"]


_JudgePlaced = Callable[[Any, Any, Any], Refused | None]


def judge_with_box(ruleset: Ruleset, facts: Facts, judge: _JudgePlaced | None) -> _JudgePlaced | None:
    """Return the judgement of facts set by hand that also looks into the box, before `judge` does.

    `judge` itself where the box is not declared. Raises ValueError where an item lies in what is no fact.
    """
    items = ruleset.equipment.items
    named = facts.kind.__struct_fields__
    if missing := [name for item in items for name in item.facts if name.partition(".")[0] not in named]:
        raise ValueError(f"no facts in which equipment lies: {', '.join(missing)}; give Facts the equipment")
    if not items:
        return judge

    def judge_placed(state: Any, position: Any, placed: Any) -> Refused | None:
        # A state that is as it was, was judged with all its facts, or nothing was set in it.
        there = position if placed is state else facts.position(placed, REFEREE)
        held = {name: getattr(there, name) for name in named}
        refused = judge_box(ruleset.id, ruleset.box(placed), placed.seats, held)
        return refused or (None if judge is None else judge(state, position, placed))

    return judge_placed


def invariants_of(
    facts: Facts, judge: _JudgePlaced | None, winners: Callable[[Any], Any]
) -> Callable[[Any], tuple[str, ...]]:
    """Return `(state) -> messages` about a broken state, for a game that declares no invariants.

    A state is broken where its facts do not fit their types, or `judge` (None: nobody) refuses them as set by
    hand. Empty while it is sound, and once `winners(state)` is not None: then nothing is checked.
    """

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
