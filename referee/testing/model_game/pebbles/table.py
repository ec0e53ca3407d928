"""What a table of Pebbles agrees on, and what is true at it."""

from msgspec.structs import replace

from pebbles.events import HEAP, Pebbles
from referee.kernel import parts
from referee.kernel.parts import Facts, RuleOption, Ruleset, StateFact, TurnState

RULESET = Ruleset(
    id="pebbles",
    players=range(2, 5),
    players_rule="PEB-SETUP-01",
    options={"most": RuleOption(name="most", values=(3, 4), rules=("PEB-TAKE-01",))},
    editions={"classic": {"most": 3}, "quick": {"most": 4}},
    rules_version=1,
)

TOPICS = {"taking": ("PEB-TAKE-01",)}
"""What tables dispute about, each with the rules that bear on it."""


class State(TurnState, frozen=True, kw_only=True):
    """A table of Pebbles: what is left of the heap, beside whose turn it is and who has won."""

    heap: Pebbles


def open_state(opened: parts.TableOpened) -> State:
    """Lay the heap; the first seat begins."""
    return State(**parts.table_fields(RULESET, opened), phase="take", turn=opened.seats[0], heap=HEAP)


FACTS = Facts(
    State,
    (StateFact(name="heap", public=True), StateFact(name="turn", public=True)),
    finish=lambda state, _: replace(state, phase="take", winners=()),
)


def judge_placed(_: State, __: object, placed: State) -> parts.Refused | None:
    """Judge facts set by hand: something is left to take. Rules: PEB-SETUP-01."""
    return None if placed.heap else parts.refuse("pebbles.empty_heap", "PEB-SETUP-01")
