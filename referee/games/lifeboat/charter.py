"""The switches the sources disagree on, the variants, and the editions."""

from typing import Final

import msgspec

from referee.games.lifeboat.tables import PLAYERS
from referee.kernel.switches import Charter, Plain, Switch


class Switches(msgspec.Struct, frozen=True, kw_only=True):
    """The value of every switch at one table.

    `physical_provisions` and `physical_navigation` say which deck lies on the table although
    the referee deals the other.
    """

    row_marker: str
    few_players_remove_10: str
    seat_change_go_now: str
    flare_weapon_discard: str
    overboard_status: str
    lost_at_sea_scores: str
    psychopath_excludes_loved: str
    chum_stacks: str
    trade_face_up: str
    freeze_on_demand: str
    one_weapon: str
    preserver_rethrow: str
    compass_no_stack: str
    cannibal_heals: str
    cannibal_loot: str
    row_one: str
    ghost_sharks: str
    quick: str
    cannibalism: str
    physical_provisions: str
    physical_navigation: str


def _choice(name: str, values: tuple[Plain, ...], *rules: str) -> Switch:
    return Switch(name=name, values=values, rules=rules)


def _yes_or_no(name: str, *rules: str) -> Switch:
    return Switch(name=name, values=("no", "yes"), yes="yes", no="no", rules=rules)


_SWITCHES = (
    _choice("row_marker", ("if_card_in_stack", "always"), "LIF-ROW-03"),
    _yes_or_no("few_players_remove_10", "LIF-SET-08"),
    _yes_or_no("seat_change_go_now", "LIF-TURN-02"),
    _yes_or_no("flare_weapon_discard", "LIF-PLAY-03"),
    _choice("overboard_status", ("at_fall", "in_water"), "LIF-STAT-05"),
    _choice("lost_at_sea_scores", ("nothing", "love_and_hate"), "LIF-SCORE-08"),
    Switch(
        name="psychopath_excludes_loved",
        values=("no", "yes", "3_points_each"),
        yes="yes",
        no="no",
        rules=("LIF-SCORE-05",),
    ),
    _yes_or_no("chum_stacks", "LIF-OVER-02"),
    _yes_or_no("trade_face_up", "LIF-ACT-02"),
    _yes_or_no("freeze_on_demand", "LIF-ACT-02"),
    _yes_or_no("one_weapon", "LIF-FIGHT-05"),
    _yes_or_no("preserver_rethrow", "LIF-PLAY-02"),
    _choice("compass_no_stack", ("1", "2"), "LIF-NAV-03"),
    _choice("cannibal_heals", ("all_aboard", "conscious_only"), "LIF-CAN-01"),
    _choice("cannibal_loot", ("leaves", "stays"), "LIF-CAN-01"),
    _yes_or_no("row_one", "LIF-VAR-ROW1", "LIF-VAR-NAV1"),
    _yes_or_no("ghost_sharks", "LIF-VAR-GHOST"),
    _yes_or_no("quick", "LIF-VAR-QUICK"),
    _yes_or_no("cannibalism", "LIF-SET-10", "LIF-CAN-01"),
    _yes_or_no("physical_provisions", "LIF-SET-05"),
    _yes_or_no("physical_navigation", "LIF-SET-07"),
)

_ZH: Final[dict[str, Plain]] = {
    **{switch.name: switch.values[0] for switch in _SWITCHES},
    "few_players_remove_10": "yes",
}

_EN: Final[dict[str, Plain]] = {
    **_ZH,
    "row_marker": "always",
    "few_players_remove_10": "no",
    "overboard_status": "in_water",
    "lost_at_sea_scores": "love_and_hate",
    "trade_face_up": "yes",
}

CHARTER: Final = Charter(
    id="lifeboat",
    players=PLAYERS,
    players_rule="LIF-SET-09",
    switches={switch.name: switch for switch in _SWITCHES},
    editions={"zh": _ZH, "en": _EN},
    rules_version=2,
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
