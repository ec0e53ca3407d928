"""What a table of Pebbles agrees on, what is true at it, and what may be seen of it."""

from operator import attrgetter

import msgspec

from events.table import TableOpened
from pebbles.events import HEAP, Position
from referee.kernel.facts import Facts, StateFact, setting
from referee.kernel.game import Status
from referee.kernel.switches import Charter, Switch
from referee.kernel.table import TableState, TableView, looking, seated
from referee.kernel.verdict import Refused, refuse


class Switches(msgspec.Struct, frozen=True):
    """The value of every switch at one table."""

    most: int


CHARTER = Charter(
    id="pebbles",
    players=range(2, 5),
    players_rule="PEB-SETUP-01",
    switches={"most": Switch(name="most", values=(3, 4), rules=("PEB-TAKE-01",))},
    editions={"classic": {"most": 3}, "quick": {"most": 4}},
    rules_version=1,
)

TOPICS = {"taking": ("PEB-TAKE-01",)}
"""What tables dispute about, each with the rules that bear on it."""


class State(TableState, frozen=True, kw_only=True):
    """A table of Pebbles: what is left of the heap, and whose turn it is."""

    heap: int
    turn: str
    winners: tuple[str, ...] = ()

    @property
    def phase(self) -> str:
        """Name the phase."""
        return "ended" if self.winners else "take"

    def after(self, seat: str) -> str:
        """Name the seat after another."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]


def open_state(opened: TableOpened) -> State:
    """Lay the heap; the first seat begins."""
    return State(**seated(CHARTER, opened, Switches), heap=HEAP, turn=opened.seats[0])


FACTS = Facts(
    Position,
    (
        StateFact(name="heap", read=attrgetter("heap"), write=setting("heap"), public=True),
        StateFact(name="turn", read=attrgetter("turn"), write=setting("turn"), public=True),
    ),
    finish=lambda state, _: msgspec.structs.replace(state, winners=()),
)


def judge_placed(_: State, __: Position, placed: State) -> Refused | None:
    """Judge facts set by hand: something is left to take. Rules: PEB-SETUP-01."""
    return None if placed.heap else refuse("pebbles.empty_heap", "PEB-SETUP-01")


def invariants(state: State) -> tuple[str, ...]:
    """Say what is broken: the heap is never less than nothing."""
    return () if 0 <= state.heap <= HEAP else ("heap",)


class View(TableView, frozen=True, kw_only=True):
    """Pebbles as one seat, or everybody, sees it: nothing is hidden."""

    phase: str
    turn: str | None
    heap: int
    winners: tuple[str, ...] | None


def view(state: State, seat: str | None) -> View:
    """Show the table to a seat, or to everybody."""
    now = {"phase": state.phase, "turn": STATUS.turn(state), "winners": STATUS.winners(state)}
    return View(**looking(state, seat), **now, heap=state.heap)


STATUS = Status(
    phase=attrgetter("phase"),
    turn=lambda state: None if state.winners else state.turn,
    acting=lambda state: () if state.winners or state.closed else (state.turn,),
    winners=lambda state: state.winners or None,
)
