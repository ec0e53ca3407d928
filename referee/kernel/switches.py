"""Switches, editions, house rules: what a table may choose, as data."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from events.table import SwitchValue, TableOpened
from referee.kernel.verdict import Refused

Plain = str | int


class Switch(msgspec.Struct, frozen=True, kw_only=True):
    """One question the sources answer differently.

    `values` are all the answers; `yes` and `no` are the ones JSON true and false stand for,
    where the switch has such a pair; `rules` are the ids it settles.
    """

    name: str
    values: tuple[Plain, ...]
    yes: Plain | None = None
    no: Plain | None = None
    rules: tuple[str, ...] = ()

    def read(self, given: SwitchValue) -> Plain | None:
        """Find the value meant; None where there is no such value."""
        if isinstance(given, bool):
            return self.yes if given else self.no
        return next((value for value in self.values if str(value) == str(given)), None)


def yes_or_no(name: str, *rules: str, yes: Plain = "yes", no: Plain = "no") -> Switch:
    """Declare a switch with two answers."""
    return Switch(name=name, values=(yes, no), yes=yes, no=no, rules=rules)


def choice(name: str, values: tuple[Plain, ...], *rules: str) -> Switch:
    """Declare a switch with several answers; `yes` and `no` among them are what they say."""
    yes, no = (each if each in values else None for each in ("yes", "no"))
    return Switch(name=name, values=values, yes=yes, no=no, rules=rules)


def firsts(switches: Iterable[Switch]) -> dict[str, Plain]:
    """Answer every switch by the first of its values."""
    return {switch.name: switch.values[0] for switch in switches}


def read_options(
    game: str, switches: Mapping[str, Switch], options: Mapping[str, SwitchValue]
) -> dict[str, Plain] | Refused:
    """Read options of a game by name, every one of them known and with a known value."""
    read: dict[str, Plain] = {}
    args: dict[str, Any]
    for name, given in options.items():
        switch = switches.get(name)
        if switch is None:
            args = {"option": name, "known": ", ".join(switches), "game": game}
            return Refused("table.unknown_option", ("TAB-OPEN-03",), args)
        value = switch.read(given)
        if value is None:
            known = ", ".join(map(str, switch.values))
            said = str(given).lower() if isinstance(given, bool) else given
            args = {"option": name, "value": said, "known": known, "game": game}
            return Refused("table.unknown_value", ("TAB-OPEN-03",), args)
        read[name] = value
    return read


class Ruleset(msgspec.Struct, frozen=True, kw_only=True):
    """What a table can agree on when it opens: the game's id, how many may play, editions.

    The first edition is the default. `by_seats` are the values that every edition changes for a number
    of seats. `players_rule` is cited for a wrong number of players. `sealed` are the words for what a
    seat can seal besides its usual secret.
    """

    id: str
    players: range
    players_rule: str
    switches: Mapping[str, Switch]
    editions: Mapping[str, Mapping[str, Plain]]
    rules_version: int
    by_seats: Mapping[int, Mapping[str, Plain]] = {}
    sealed: frozenset[str] = frozenset()

    @property
    def default_edition(self) -> str:
        """Name the edition a table gets that names none."""
        return next(iter(self.editions))

    def values(self, edition: str, seats: int) -> dict[str, Plain]:
        """Give the switch values of an edition at a table of so many seats."""
        return {**self.editions[edition], **self.by_seats.get(seats, {})}

    def told(self, opened: TableOpened, values: Mapping[str, Plain]) -> dict[str, SwitchValue]:
        """Give the options to write into an opening: those it states, and what its edition has otherwise."""
        edition = self.editions[opened.edition or self.default_edition]
        return {
            name: value for name, value in values.items() if name in opened.options or value != edition[name]
        }
