"""The switches a table may choose by, and the edition that settles them."""

from typing import Final

import msgspec

from events.upcasting import current_version
from referee.kernel.switches import Charter, Plain, Switch

PLAYERS: Final = range(2, 7)


class Switches(msgspec.Struct, frozen=True, kw_only=True):
    """The value of every switch at one table."""

    rounding: str
    scoring: str
    first_turn: str
    start_line: str
    lone_boat: str


_SWITCHES = (
    Switch(name="rounding", values=("string", "latch", "gate"), rules=("POW-GATE-03", "POW-GATE-04")),
    Switch(name="scoring", values=("places", "turns_ahead"), rules=("POW-SCO-01", "POW-VAR-01")),
    Switch(name="first_turn", values=("free", "one_die"), rules=("POW-DIE-07",)),
    Switch(
        name="start_line",
        values=("enforced", "free"),
        yes="enforced",
        no="free",
        rules=("POW-STA-05", "POW-CRS-06"),
    ),
    Switch(name="lone_boat", values=("may_stop", "must_finish"), rules=("POW-RACE-02",)),
)

_ZH: Final[dict[str, Plain]] = {
    "rounding": "string",
    "scoring": "places",
    "first_turn": "free",
    "start_line": "enforced",
    "lone_boat": "may_stop",
}

CHARTER: Final = Charter(
    id="powerboats",
    players=PLAYERS,
    players_rule="POW-SET-01",
    switches={switch.name: switch for switch in _SWITCHES},
    editions={"zh": _ZH},
    rules_version=current_version("powerboats"),
)
