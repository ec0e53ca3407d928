r"""The board of Niagara as tables: spaces and how they join, sites, gems, paddle cards.

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
from typing import Final

from referee.games.niagara.events import Card, Gem, Goal, Side, Space, Weather

PLAYERS: Final = range(3, 6)
CANOES_PER_SEAT: Final = 2
GEMS_PER_SITE: Final = 7
GEM_ACT_POINTS: Final = 2

GEMS: Final[tuple[Gem, ...]] = ("amethyst", "diamond", "amber", "sapphire", "ruby")
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

PADDLE_CARDS: Final[tuple[Card, ...]] = (1, 2, 3, 4, 5, 6, "cloud")
WEATHER_TRACK: Final[tuple[Weather, ...]] = (-1, 0, 1, 2)

MAIN_STREAM: Final[tuple[Space, ...]] = ("land", "S1", "S2", "S3", "S4", "S5")
ARMS: Final[dict[Side, tuple[Space, ...]]] = {"left": ("L6", "L7"), "right": ("R6", "R7")}
COURSES: Final[tuple[tuple[Space, ...], ...]] = tuple((*MAIN_STREAM, *arm, "falls") for arm in ARMS.values())
"""The two ways from land to the falls; a space's place in them is its distance from land."""

SPACES: Final[tuple[Space, ...]] = (*MAIN_STREAM, *ARMS["left"], *ARMS["right"], "falls")
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

BELOW: Final[dict[Side, dict[str, str]]] = {
    side: dict(pairwise(course[1:])) for side, course in zip(ARMS, COURSES, strict=True)
}
"""Where a push that leaves by an arm takes each disc that it moves."""


@cache
def drift(at: str, exits: tuple[Side, ...]) -> str:
    """Carry a canoe at `at` with the river, pushed once for each exit; a canoe ashore stays.

    Rules: NIA-RIVER-06, NIA-RIVER-07, NIA-RIVER-09
    """
    for side in exits:
        at = BELOW[side].get(at, at)
    return at
