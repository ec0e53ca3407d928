"""What a table of Pebbles agrees on, what lies in the box, and what is true at the table."""

from referee.kernel import parts

RULESET = parts.Ruleset(
    id="pebbles",
    players=range(2, 5),
    players_rule="PEB-SETUP-01",
    equipment=parts.Equipment((parts.Amount("heap", 21),), rules=("PEB-SETUP-01",)),
    options={"most": parts.RuleOption(name="most", values=(3, 4), rules=("PEB-TAKE-01",))},
    editions={"classic": {"most": 3}, "quick": parts.Edition("classic", most=4)},
    rules_version=1,
)

TOPICS = {"taking": ("PEB-TAKE-01",)}
"""What tables dispute about, each with the rules that bear on it."""


class State(parts.TurnState, frozen=True, kw_only=True):
    """A table of Pebbles: what is left of the heap, beside whose turn it is and who has won."""

    heap: int
    phase: str = "take"


def open_state(opened: parts.TableOpened) -> State:
    """Lay the heap; the first seat begins."""
    heap = RULESET.box(opened).number("heap")
    return State(**parts.table_fields(RULESET, opened), turn=opened.seats[0], heap=heap)
