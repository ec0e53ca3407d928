"""The arithmetic of a score: lines to add up, who wins by each reading of a tie, who lies where."""

import msgspec


class Note(msgspec.Struct, frozen=True):
    """How an amount comes about: a message id with its arguments."""

    item: str
    args: dict[str, str | int | tuple[str, ...]] = {}


class Line(msgspec.Struct, frozen=True):
    """One line of a seat's score: `item` is a message id with `args`, `note` how the amount comes about.

    `amount` is None where it depends on what nobody has shown.
    """

    seat: str
    item: str
    amount: int | None
    rules: tuple[str, ...] = ()
    args: dict[str, str | int] = {}
    note: Note | None = None


class Step(msgspec.Struct, frozen=True):
    """One comparison on the way to a winner: what was compared (a message id), and each seat's amount.

    An amount is None for a seat that has none.
    """

    item: str
    amounts: dict[str, int | None]


class Reading(msgspec.Struct, frozen=True):
    """Who would win if the game ended as it stands, by one edition or by the table's own rules.

    `edition` is None for the table's own; `reason` names what decided, `steps` are the comparisons
    made on the way, as far as it took more than one. `depends_on` are seats that decide it by what they
    have not shown: nobody is named then.
    """

    edition: str | None
    winners: tuple[str, ...]
    reason: str
    rules: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    depends_on: tuple[str, ...] = ()


class Tally(msgspec.Struct, frozen=True):
    """The whole score: lines by seat in turn order, and the readings, the table's own first."""

    lines: tuple[Line, ...]
    readings: tuple[Reading, ...]


class Places(msgspec.Struct, frozen=True):
    """Who lies where in a race, `round` rounds into it: a place for each seat, equals alike.

    `out` are seats that no longer race and did not come in.
    """

    race: int
    round: int
    by_seat: dict[str, int]
    out: tuple[str, ...] = ()
