"""Options, editions, house rules: what a table may choose, as data."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

import msgspec
from msgspec.structs import force_setattr, replace

from events.table import OptionValue, TableOpened
from referee.kernel.equipment import Equipment, Numbers, judge_item
from referee.kernel.verdict import Refused

Plain = str | int


class RuleOption(msgspec.Struct, frozen=True, kw_only=True):
    """One question the sources answer differently.

    `values` are all the answers; `yes` and `no` are the ones JSON true and false stand for,
    where the option has such a pair; `rules` are the ids it settles. `box` has by value the numbers of the
    equipment that differ with it, as an `Edition` has them.
    """

    name: str
    values: tuple[Plain, ...]
    yes: Plain | None = None
    no: Plain | None = None
    rules: tuple[str, ...] = ()
    box: Mapping[Plain, Mapping[str, Numbers]] = {}

    def read(self, given: OptionValue) -> Plain | None:
        """Return the value that `given` means, also true, false or a value's text; None: no such value."""
        if isinstance(given, bool):
            return self.yes if given else self.no
        return next((value for value in self.values if str(value) == str(given)), None)


def yes_or_no(name: str, *rules: str, yes: Plain = "yes", no: Plain = "no") -> RuleOption:
    """Declare an option with two answers, `yes` the first of its values."""
    return RuleOption(name=name, values=(yes, no), yes=yes, no=no, rules=rules)


def choice(
    name: str, values: tuple[Plain, ...], *rules: str, box: Mapping[Plain, Mapping[str, Numbers]] = {}
) -> RuleOption:
    """Declare an option with several answers.

    `yes` and `no` among them are what JSON true and false stand for.
    """
    yes, no = (each if each in values else None for each in ("yes", "no"))
    return RuleOption(name=name, values=values, yes=yes, no=no, rules=rules, box=box)


def first_values(options: Iterable[RuleOption]) -> dict[str, Plain]:
    """Return for every option by name the first of its values."""
    return {option.name: option.values[0] for option in options}


def read_options(
    game: str, rule_options: Mapping[str, RuleOption], options: Mapping[str, OptionValue]
) -> dict[str, Plain] | Refused:
    """Return the value of each option by name; Refused where a name or a value is unknown."""
    read: dict[str, Plain] = {}
    args: dict[str, Any]
    for name, given in options.items():
        option = rule_options.get(name)
        if option is None:
            args = {"option": name, "known": ", ".join(rule_options), "game": game}
            return Refused("table.unknown_option", ("TAB-OPEN-03",), args)
        value = option.read(given)
        if value is None:
            known = ", ".join(map(str, option.values))
            said = str(given).lower() if isinstance(given, bool) else given
            args = {"option": name, "value": said, "known": known, "game": game}
            return Refused("table.unknown_value", ("TAB-OPEN-03",), args)
        read[name] = value
    return read


class Edition(dict[str, Any]):
    """An edition that says only what it has otherwise than another: `Edition("classic", most=4)`.

    - `base`: that other edition, one declared before it. Options are keywords; in a ruleset it has those of
      its base too.
    - `box`: numbers of the equipment that differ, by item: `{"heap": 31}`, `{"stone": {"ruby": 6}}`.
      In a ruleset `equipment` is the whole box.
    - `rules`: ids it rests on; they say what lies in its box.
    """

    equipment: Equipment

    def __init__(
        self,
        base: str,
        *,
        box: Mapping[str, Numbers] = {},
        rules: tuple[str, ...] = (),
        **options: OptionValue,
    ) -> None:
        super().__init__(options)
        self.base, self.box, self.rules = base, box, rules


class HasEdition(Protocol):
    """An opening, a state or a view."""

    @property
    def edition(self) -> str | None: ...

    @property
    def seats(self) -> tuple[str, ...]: ...


class Ruleset(msgspec.Struct, frozen=True, kw_only=True):
    """What a table can agree on when it opens: the game's id, how many may play, editions.

    The first edition is the default. Each is all its values by option, or an `Edition` of which only
    differences are said. `by_seats` are the values that every edition changes for a number of seats.
    `players_rule` is cited for a wrong number of players. `sealed` are the words for what a seat can seal
    besides its usual secret. `equipment` is what lies in the box; see `box`.
    """

    id: str
    players: range
    players_rule: str
    options: Mapping[str, RuleOption]
    editions: Mapping[str, Mapping[str, Plain]]
    rules_version: int = 1
    by_seats: Mapping[int, Mapping[str, Plain]] = {}
    sealed: frozenset[str] = frozenset()
    equipment: Equipment = Equipment()

    def __post_init__(self) -> None:
        """Fill in what editions take from their bases.

        Raises ValueError as `add_edition`, or where an option differs in what the box does not have.
        """
        declared = self.editions
        force_setattr(self, "editions", {})
        for id, edition in declared.items():
            self.add_edition(id, edition)
        for option in self.options.values():
            for value in option.box:
                self.numbers_with(option, value)

    def add_edition(self, id: str, edition: Mapping[str, Plain]) -> None:
        """Add an edition after the others, as it is read from a file; once, before anybody plays.

        Raises ValueError where its id is taken, its base unknown, or where it differs in what there is not.
        """
        editions: dict[str, Mapping[str, Plain]] = self.editions  # type: ignore[assignment]
        if id in editions:
            raise ValueError(f"there is an edition {id} already")
        for name, value in edition.items():
            if name not in self.options or self.options[name].read(value) is None:
                raise ValueError(f"edition {id}: no option {name}, or no value {value} of it")
        editions[id] = self._whole(edition) if isinstance(edition, Edition) else self._read(edition)

    def _read(self, options: Mapping[str, OptionValue]) -> dict[str, Any]:
        """Return values as the options write them, such as "yes" for true."""
        return {name: self.options[name].read(value) for name, value in options.items()}

    def _whole(self, edition: Edition) -> Edition:
        """Return an edition with all options and the whole box. Raises ValueError."""
        if edition.base not in self.editions:
            raise ValueError(f"no edition {edition.base}; known: {', '.join(self.editions)}")
        options: dict[str, Any] = {**self.editions[edition.base], **self._read(edition)}
        whole = Edition(edition.base, box=edition.box, rules=edition.rules, **options)
        box = self._box(edition.base).changed(edition.box)
        whole.equipment = replace(box, rules=(*box.rules, *edition.rules))
        return whole

    def _box(self, edition: str) -> Equipment:
        found = self.editions[edition]
        return found.equipment if isinstance(found, Edition) else self.equipment

    def _box_with(self, edition: str, value_of: Callable[[RuleOption], Plain]) -> Equipment:
        """Return what lies in the box of an edition where options have these values."""
        box = self._box(edition)
        for option in self.options.values():
            if differs := option.box.get(value_of(option)) if option.box else None:
                box = replace(box.changed(differs), rules=(*box.rules, *option.rules))
        return box

    def differing_numbers(self) -> dict[str, dict[str, int]]:
        """Return by edition the numbers of the box in which editions differ, by item or `item.kind`.

        Empty where all have the same box.
        """
        boxes = {
            edition: self._box_with(edition, lambda option, of=values: of[option.name]).numbers()  # type: ignore[misc]
            for edition, values in self.editions.items()
        }
        first = next(iter(boxes.values()))
        differing = [id for id in first if any(numbers[id] != first[id] for numbers in boxes.values())]
        return {
            edition: {id: numbers[id] for id in differing} for edition, numbers in boxes.items() if differing
        }

    def numbers_with(self, option: RuleOption, value: Plain) -> dict[str, int]:
        """Return the numbers of the box that a value of an option changes, by item or `item.kind`."""
        numbers, changed = (
            self.equipment.numbers(),
            self.equipment.changed(option.box.get(value, {})).numbers(),
        )
        return {id: n for id, n in changed.items() if n != numbers[id]}

    def rules_chosen(self, opened: TableOpened) -> tuple[str, ...]:
        """Return the rules that the edition of an opening rests on, and those that its options settle."""
        edition = self.editions[opened.edition or self.default_edition]
        own = edition.rules if isinstance(edition, Edition) else ()
        return (*own, *(rule for name in opened.options for rule in self.options[name].rules))

    def box(self, of: HasEdition) -> Equipment:
        """Return what lies in the box by the edition and the options of an opening, a state or a view."""
        edition = of.edition or self.default_edition

        def value_of(option: RuleOption) -> Plain:
            ask = getattr(of, "option_of_box", None)
            given = ask(option.name) if ask is not None else of.options.get(option.name)  # type: ignore[attr-defined]
            value = None if given is None else option.read(given)
            return self.values(edition, len(of.seats))[option.name] if value is None else value

        return self._box_with(edition, value_of)

    def judge_lying(self, of: HasEdition, item: str, lying: Any) -> Refused | None:
        """Refuse more of an item than the box has; `lying` is what facts in which it lies hold."""
        box = self.box(of)
        return judge_item(self.id, box, box.item(item), lying)

    @property
    def default_edition(self) -> str:
        return next(iter(self.editions))

    def values(self, edition: str, seats: int) -> dict[str, Plain]:
        """Return the value of every option in an edition at a table of so many seats."""
        return {**self.editions[edition], **self.by_seats.get(seats, {})}

    def stated_options(self, opened: TableOpened, values: Mapping[str, Plain]) -> dict[str, OptionValue]:
        """Return the options to write into an opening: those it names, and what differs from its edition."""
        edition = self.editions[opened.edition or self.default_edition]
        return {
            name: value for name, value in values.items() if name in opened.options or value != edition[name]
        }
