"""The sky of Lifeboat: the weather of the day, the sun on its way, the gulls that were sighted."""

from collections.abc import Iterator
from typing import NamedTuple

from referee.draw.assets import art
from referee.draw.svg import NOTHING, Node, el, join, translate
from referee.games.lifeboat.tables import BIRDS_TO_LAND
from referee.games.lifeboat.view import View

GULL = 80.0
"""How wide a gull is in its own units."""


class _Weather(NamedTuple):
    """How a day looks: what tints its sky, how much, its clouds (x, y, scale), and whether they rain."""

    tint: str = ""
    strength: float = 0
    clouds: tuple[tuple[float, float, float], ...] = ()
    is_raining: bool = False
    is_hot: bool = False


_DAYS = (
    _Weather(clouds=((470, 200, 0.6),)),
    _Weather(clouds=((430, 168, 0.8), (840, 176, 1), (1150, 210, 0.6))),
    _Weather("f-gloom", 0.5, ((330, 160, 0.9), (620, 152, 1.1), (900, 172, 0.9), (1180, 160, 1)), True),
    _Weather("f-blaze", 0.35, is_hot=True),
    _Weather("f-dusk", 0.5, ((560, 206, 0.7), (1120, 196, 0.8))),
)
"""One day after the other; after the last the first again."""

_HOURS = ("supply", "action", "navigation", "overboard", "thirst")
"""The phases of a day, in which the sun goes on."""


def weather_of(view: View) -> _Weather:
    return _DAYS[(max(view.day, 1) - 1) % len(_DAYS)]


def sky(view: View) -> Node:
    """Return the sky of a day as a wide picture has it, down to the horizon; by night the sun is a moon."""
    still, today = art("lifeboat", "boat.svg"), weather_of(view)
    tint = el("rect", width=1280, height=320, class_=today.tint, opacity=today.strength)
    hour = _HOURS.index(view.phase) if view.phase in _HOURS else 0
    # Low in the morning, high at noon, low again: it never stands behind a word.
    x, y = 640 + 56 * hour, (104, 78, 66, 78, 104)[hour]
    return join(
        still["sky"],
        tint if today.tint else NOTHING,
        still["stars"],
        NOTHING if today.is_raining else translate(x, y, *_sun(view)),
        *_clouds(view),
        still["land"] if view.birds >= BIRDS_TO_LAND else NOTHING,
    )


def _sun(view: View) -> tuple[Node, ...]:
    still = art("lifeboat", "boat.svg")
    return (still["heat"], still["sun"]) if weather_of(view).is_hot else (still["sun"],)


def _clouds(view: View) -> Iterator[Node]:
    still, today = art("lifeboat", "boat.svg"), weather_of(view)
    for x, y, scale in today.clouds:
        rain = still["rain"] if today.is_raining else NOTHING
        yield translate(x, y, still["cloud"], rain, scale=scale)


def narrow_sky(view: View, width: float, height: float, y: float) -> Node:
    """Return the sky behind the words of a narrow picture; sun or cloud stand at its right end, at `y`."""
    today, still = weather_of(view), art("lifeboat", "boat.svg")
    whole = {"width": width, "height": height}
    tint = el("rect", **whole, class_=today.tint, opacity=today.strength) if today.tint else NOTHING
    sun = NOTHING if today.is_raining else translate(width - 36, y, *_sun(view), scale=0.4)
    rain = still["rain"] if today.is_raining else NOTHING
    cloud = translate(width - 62, y + 8, still["cloud"], rain, scale=0.34) if today.clouds else NOTHING
    return join(el("rect", **whole, class_="f-sky"), tint, sun, cloud)


def gulls(view: View, x: float, y: float, scale: float) -> Node:
    """Return the gulls from `x` on, drawn where they were sighted, else dotted, each a little aslant."""
    still = art("lifeboat", "boat.svg")
    found = [
        translate(
            x + (i + 0.5) * GULL * 1.1 * scale,
            y + (-6, 4, -3, 6)[i % 4] * scale,
            still["gull" if i < view.birds else "no-gull"],
            scale=scale,
        )
        for i in range(BIRDS_TO_LAND)
    ]
    return join(*found)
