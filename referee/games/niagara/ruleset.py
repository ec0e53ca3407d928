"""The options the sources disagree on, and the editions that settle them."""

from typing import Final

from referee.games.niagara.tables import GOALS, PLAYERS
from referee.kernel.ruleset import Plain, RuleOption, Ruleset, choice, first_values, yes_or_no

_ASHORE = ("must_launch", "may_stay")
_ALLOWED = {"yes": "allowed", "no": "forbidden"}

_OPTIONS = (
    choice("tie_break", ("shared", "most_gems_then_first", "gem_value"), "NIA-END-02"),
    choice("fork", ("observed", "left_first_each_round", "carry_over"), "NIA-RIVER-07", "NIA-RIVER-08"),
    yes_or_no("own_colour_unload", "NIA-LOAD-06", **_ALLOWED),
    choice("both_ashore", _ASHORE, "NIA-TURN-02"),
    choice("sole_ashore", _ASHORE, "NIA-TURN-02"),
    choice("both_lost_with_gems", ("may_buy", "must_buy_one"), "NIA-BUY-04"),
    choice("purchases_per_turn", (2, 1), "NIA-BUY-04"),
    choice("free_canoe", ("at_once", "before_turn"), "NIA-BUY-05"),
    choice("gem_over_falls", ("returned", "removed"), "NIA-FALL-02"),
    yes_or_no("unload_then_steal_at_end", "NIA-STEAL-01", "NIA-STEAL-03", **_ALLOWED),
    RuleOption(name="minimum_speed", values=(0, 1), yes=1, no=0, rules=("NIA-RIVER-05",)),
    choice("goals", tuple(GOALS), "NIA-GOAL-03"),
    choice("turning_up", ("on_own_turn", "all_at_once"), "NIA-CARD-05"),
)

_ZH: Final[dict[str, Plain]] = {**first_values(_OPTIONS), "own_colour_unload": "forbidden"}

_JA: Final[dict[str, Plain]] = {
    **_ZH,
    "tie_break": "most_gems_then_first",
    "fork": "left_first_each_round",
    "own_colour_unload": "allowed",
    "both_ashore": "may_stay",
    "sole_ashore": "may_stay",
    "both_lost_with_gems": "must_buy_one",
    "free_canoe": "before_turn",
    "gem_over_falls": "removed",
    "unload_then_steal_at_end": "forbidden",
}

RULESET: Final = Ruleset(
    id="niagara",
    players=PLAYERS,
    players_rule="NIA-SETUP-01",
    options={option.name: option for option in _OPTIONS},
    editions={"zh": _ZH, "ja": _JA},
    rules_version=2,
)

TOPICS: Final[dict[str, tuple[str, ...]]] = {
    "fork": ("NIA-RIVER-07", "NIA-RIVER-08", "NIA-RIVER-06", "NIA-MOVE-04"),
    "river": ("NIA-RIVER-01", "NIA-RIVER-02", "NIA-RIVER-03", "NIA-RIVER-04", "NIA-RIVER-05"),
    "tie": ("NIA-END-02", "NIA-END-01", "NIA-GOAL-01", "NIA-GOAL-02"),
    "steal": ("NIA-STEAL-01", "NIA-STEAL-03", "NIA-STEAL-04", "NIA-STEAL-05", "NIA-STEAL-06", "NIA-STEAL-07"),
    "load": ("NIA-LOAD-03", "NIA-LOAD-06", "NIA-LOAD-07", "NIA-LOAD-08", "NIA-LOAD-09", "NIA-LOAD-10"),
    "launch": ("NIA-TURN-02", "NIA-TURN-03", "NIA-TURN-07", "NIA-MOVE-08"),
    "move": ("NIA-MOVE-01", "NIA-MOVE-03", "NIA-MOVE-04", "NIA-MOVE-05", "NIA-MOVE-06"),
    "buy": ("NIA-BUY-01", "NIA-BUY-02", "NIA-BUY-03", "NIA-BUY-04", "NIA-BUY-05"),
    "falls": ("NIA-FALL-01", "NIA-FALL-02", "NIA-BUY-05"),
    "weather": ("NIA-WX-01", "NIA-WX-02", "NIA-WX-03"),
    "cards": ("NIA-CARD-01", "NIA-CARD-02", "NIA-CARD-03", "NIA-CARD-04"),
}
"""What tables dispute about, each with the rules that bear on it, the most telling first."""
