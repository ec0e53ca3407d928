"""The options the sources disagree on, the variants, and the editions."""

from typing import Final

from referee.games.lifeboat.tables import PLAYERS
from referee.kernel.ruleset import Plain, Ruleset, choice, first_values

_NO_YES = ("no", "yes")

_OPTIONS = (
    choice("row_marker", ("if_card_in_stack", "always"), "LIF-ROW-03"),
    choice("few_players_remove_10", _NO_YES, "LIF-SET-08"),
    choice("seat_change_go_now", _NO_YES, "LIF-TURN-02"),
    choice("flare_weapon_discard", _NO_YES, "LIF-PLAY-03"),
    choice("overboard_status", ("at_fall", "in_water"), "LIF-STAT-05"),
    choice("lost_at_sea_scores", ("nothing", "love_and_hate"), "LIF-SCORE-08"),
    choice("psychopath_excludes_loved", (*_NO_YES, "3_points_each"), "LIF-SCORE-05"),
    choice("chum_stacks", _NO_YES, "LIF-OVER-02"),
    choice("trade_face_up", _NO_YES, "LIF-ACT-02"),
    choice("freeze_on_demand", _NO_YES, "LIF-ACT-02"),
    choice("one_weapon", _NO_YES, "LIF-FIGHT-05"),
    choice("preserver_rethrow", _NO_YES, "LIF-PLAY-02"),
    choice("compass_no_stack", ("1", "2"), "LIF-NAV-03"),
    choice("cannibal_heals", ("all_aboard", "conscious_only"), "LIF-CAN-01"),
    choice("cannibal_loot", ("leaves", "stays"), "LIF-CAN-01"),
    choice("row_one", _NO_YES, "LIF-VAR-ROW1", "LIF-VAR-NAV1"),
    choice("ghost_sharks", _NO_YES, "LIF-VAR-GHOST"),
    choice("quick", _NO_YES, "LIF-VAR-QUICK"),
    choice("cannibalism", _NO_YES, "LIF-SET-10", "LIF-CAN-01"),
    choice("physical_provisions", _NO_YES, "LIF-SET-05"),
    choice("physical_navigation", _NO_YES, "LIF-SET-07"),
)
"""`physical_…` say which deck lies on the table although the referee deals the other."""

_ZH: Final[dict[str, Plain]] = {**first_values(_OPTIONS), "few_players_remove_10": "yes"}

_EN: Final[dict[str, Plain]] = {
    **_ZH,
    "row_marker": "always",
    "few_players_remove_10": "no",
    "overboard_status": "in_water",
    "lost_at_sea_scores": "love_and_hate",
    "trade_face_up": "yes",
}

RULESET: Final = Ruleset(
    id="lifeboat",
    players=PLAYERS,
    players_rule="LIF-SET-09",
    options={option.name: option for option in _OPTIONS},
    editions={"zh": _ZH, "en": _EN},
    rules_version=3,
    sealed=frozenset({"supply"}),
)

TOPICS: Final[dict[str, tuple[str, ...]]] = {
    "fight": ("LIF-FIGHT-01", "LIF-FIGHT-03", "LIF-FIGHT-05", "LIF-FIGHT-07", "LIF-FIGHT-09", "LIF-PLAY-03"),
    "mug": ("LIF-MUG-01", "LIF-MUG-02", "LIF-MUG-03", "LIF-MUG-04"),
    "seats": ("LIF-SEAT-01", "LIF-SEAT-02", "LIF-TURN-02"),
    "row": ("LIF-ROW-01", "LIF-ROW-02", "LIF-ROW-03", "LIF-VAR-ROW1", "LIF-VAR-NAV1"),
    "supply": ("LIF-SUP-01", "LIF-SUP-02", "LIF-SUP-05", "LIF-SUP-06", "LIF-SET-08"),
    "trade": ("LIF-ACT-02", "LIF-SUP-04"),
    "navigation": ("LIF-NAV-01", "LIF-NAV-02", "LIF-NAV-03", "LIF-NAV-04"),
    "birds": ("LIF-BIRD-01", "LIF-BIRD-02", "LIF-SPEC-03"),
    "overboard": ("LIF-OVER-01", "LIF-OVER-02", "LIF-OVER-03", "LIF-STAT-05", "LIF-PLAY-02", "LIF-VAR-GHOST"),
    "thirst": ("LIF-THIRST-01", "LIF-THIRST-02", "LIF-THIRST-03", "LIF-THIRST-04", "LIF-THIRST-05"),
    "special": ("LIF-SPEC-01", "LIF-SPEC-02", "LIF-SPEC-03", "LIF-SPEC-04", "LIF-SPEC-05"),
    "cannibalism": ("LIF-CAN-01", "LIF-CAN-02", "LIF-CAN-03"),
    "score": ("LIF-SCORE-02", "LIF-SCORE-05", "LIF-SCORE-08", "LIF-SCORE-03", "LIF-SCORE-04"),
    "tie": ("LIF-SCORE-09",),
}
"""What tables dispute about, each with the rules that bear on it, the most telling first."""
