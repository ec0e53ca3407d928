r"""What the box of Niagara prints, as tables, and what a table agrees on: the options, the editions.

```
        land
          |      rope
         S1
         S2
         S3  amethyst
         S4  diamond
         S5  amber        the fork is below S5
        /  \
      L6    R6  sapphire
      L7    R7  ruby
       |    |
       falls
```
"""

from functools import cache
from itertools import pairwise
from typing import Final, get_args

from referee.games.niagara.events import Card, Gem, Goal, Place, Side, Space, Weather
from referee.kernel.parts import (
    Amount,
    Cards,
    Edition,
    Equipment,
    Pieces,
    RuleOption,
    Ruleset,
    choice,
    first_values,
    of_each,
    refuse,
    yes_or_no,
)

PLAYERS: Final = range(3, 6)
GEMS_PER_SITE: Final = 7
GEM_ACT_POINTS: Final = 2

GEMS: Final[tuple[Gem, ...]] = get_args(Gem)
"""The colours in the order of their sites, and of their worth: 1 to 5 where gems have values."""

GEM_INDEX: Final[dict[Gem, int]] = {gem: index for index, gem in enumerate(GEMS)}
GEM_VALUES: Final[tuple[int, ...]] = (1, 2, 3, 4, 5)

GOALS: Final[dict[str, tuple[Goal, ...]]] = {
    "all_three": ("four_alike", "five_different", "any_seven"),
    "four_alike": ("four_alike",),
    "five_different": ("five_different",),
    "any_seven": ("any_seven",),
    "four_or_five": ("four_alike", "five_different"),
    "four_or_seven": ("four_alike", "any_seven"),
    "five_or_seven": ("five_different", "any_seven"),
}
"""By what a table agrees on, the goals that win."""

PADDLE_CARDS: Final[tuple[Card, ...]] = get_args(Card)
WEATHER_TRACK: Final[tuple[Weather, ...]] = get_args(Weather)

_EQUIPMENT: Final = Equipment(
    (
        Pieces("canoe", 2, ("canoes.at",), each=True, places=get_args(Place), nouns="where"),
        Amount(
            "gem",
            of_each(Gem, GEMS_PER_SITE),
            facts=("canoes.gem", "owned", "sites", "removed"),
            conserved=True,
            refuse=lambda gem, n, _: refuse("niagara.gems_do_not_add_up", "NIA-SETUP-02", gem=gem, n=n),
        ),
        Cards("card", of_each(Card, 1), each=True, facts=("hands",), hidden=("hands",)),
    ),
    rules=("NIA-SETUP-02", "NIA-SETUP-05"),
)

_MAIN_STREAM: Final[tuple[Space, ...]] = ("land", "S1", "S2", "S3", "S4", "S5")
_ARMS: Final[dict[Side, tuple[Space, ...]]] = {"left": ("L6", "L7"), "right": ("R6", "R7")}
COURSES: Final[tuple[tuple[Space, ...], ...]] = tuple(
    (*_MAIN_STREAM, *arm, "falls") for arm in _ARMS.values()
)
"""The two ways from land to the falls; a space's place in them is its distance from land."""

SPACES: Final[tuple[Space, ...]] = (*_MAIN_STREAM, *_ARMS["left"], *_ARMS["right"], "falls")
RIVER: Final[frozenset[Space]] = frozenset(SPACES) - {"land", "falls"}

SITE_AT: Final[dict[str, Gem]] = {
    "S3": "amethyst",
    "S4": "diamond",
    "S5": "amber",
    "L6": "sapphire",
    "R6": "sapphire",
    "L7": "ruby",
    "R7": "ruby",
}
"""The site each space touches; the first two spaces touch none."""

UP: Final = -1
DOWN: Final = 1
STAY: Final = 0


ROUTES: Final[dict[tuple[str, str], tuple[int, int]]] = {
    (at, to): ((end > start) - (end < start), abs(end - start))
    for course in COURSES
    for start, at in enumerate(course)
    for end, to in enumerate(course)
}
"""From space to space in one direction: the direction and the steps. The arms have none between."""

_BELOW: Final[dict[Side, dict[str, str]]] = {
    side: dict(pairwise(course[1:])) for side, course in zip(_ARMS, COURSES, strict=True)
}
"""Where a push that leaves by an arm takes each disc that it moves."""


@cache
def drift(at: str, exits: tuple[Side, ...]) -> str:
    """Return where the river carries a canoe at `at`, pushed once for each of `exits`; ashore it stays.

    Rules: NIA-RIVER-06, NIA-RIVER-07, NIA-RIVER-09
    """
    for side in exits:
        at = _BELOW[side].get(at, at)
    return at


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

RULESET: Final = Ruleset(
    id="niagara",
    players=PLAYERS,
    players_rule="NIA-SETUP-01",
    options={option.name: option for option in _OPTIONS},
    editions={
        "zh": {**first_values(_OPTIONS), "own_colour_unload": "forbidden"},
        "ja": Edition(
            "zh",
            tie_break="most_gems_then_first",
            fork="left_first_each_round",
            own_colour_unload="allowed",
            both_ashore="may_stay",
            sole_ashore="may_stay",
            both_lost_with_gems="must_buy_one",
            free_canoe="before_turn",
            gem_over_falls="removed",
            unload_then_steal_at_end="forbidden",
        ),
    },
    rules_version=3,
    equipment=_EQUIPMENT,
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
