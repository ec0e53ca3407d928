"""The options a table may choose by, and the edition that settles them."""

from typing import Final

from referee.kernel.ruleset import Plain, Ruleset, choice, first_values, yes_or_no

PLAYERS: Final = range(2, 7)

_OPTIONS = (
    choice("rounding", ("string", "latch", "gate"), "POW-GATE-03", "POW-GATE-04"),
    choice("scoring", ("places", "turns_ahead"), "POW-SCO-01", "POW-VAR-01"),
    choice("first_turn", ("free", "one_die"), "POW-DIE-07"),
    yes_or_no("start_line", "POW-STA-05", "POW-CRS-06", yes="enforced", no="free"),
    choice("lone_boat", ("may_stop", "must_finish"), "POW-RACE-02"),
)

_BY_SEATS: Final[dict[int, dict[str, Plain]]] = {2: {"scoring": "turns_ahead"}}
"""The rulebook scores turns ahead where two play, and leaves it to a larger table."""

RULESET: Final = Ruleset(
    id="powerboats",
    players=PLAYERS,
    players_rule="POW-SET-01",
    options={option.name: option for option in _OPTIONS},
    editions={"zh": first_values(_OPTIONS)},
    by_seats=_BY_SEATS,
    rules_version=3,
)

TOPICS: Final[dict[str, tuple[str, ...]]] = {
    "rounding": ("POW-GATE-03", "POW-GATE-04", "POW-RND-01", "POW-RND-02", "POW-GATE-01", "POW-GATE-02"),
    "finish": ("POW-FIN-01", "POW-FIN-02", "POW-RACE-01", "POW-RACE-02"),
    "crash": ("POW-CRA-01", "POW-CRA-02", "POW-CRA-03", "POW-MOV-01", "POW-MOV-03", "POW-MOV-04"),
    "damage": ("POW-DMG-01", "POW-DMG-02", "POW-CRA-03"),
    "boats": ("POW-BOA-01", "POW-BOA-02", "POW-BOA-03"),
    "dice": ("POW-DIE-01", "POW-DIE-02", "POW-DIE-03", "POW-DIE-04", "POW-DIE-07"),
    "move": ("POW-MOV-01", "POW-MOV-02", "POW-MOV-05", "POW-TRN-02"),
    "start": ("POW-STA-01", "POW-STA-02", "POW-STA-05", "POW-CRS-06"),
    "course": ("POW-CRS-01", "POW-CRS-03", "POW-CRS-04", "POW-CRS-06"),
    "score": ("POW-SCO-01", "POW-SCO-02", "POW-SCO-03", "POW-VAR-01", "POW-VAR-02"),
    "tie": ("POW-SCO-04", "POW-SCO-05"),
}
"""What tables dispute about, each with the rules that bear on it, the most telling first."""
