"""The sky of Lifeboat: a weather for each day, gulls that are counted, words read before all of it."""

import pytest
from msgspec.structs import replace

from referee.draw.assets import art, style
from referee.draw.palette import DAY, NIGHT
from referee.games.lifeboat.board.sky import gulls, sky, weather_of
from tests.draw.colours import contrast
from tests.games.lifeboat.views import seen

READABLE = 4.5
THEMES = (DAY, NIGHT)


def colours(theme):
    return THEMES[theme] | {name: both[theme] for name, both in style("lifeboat").colours.items()}


def over(front, back, strength):
    """Give a colour laid over another."""
    rgb = [[int(each[i : i + 2], 16) for i in (1, 3, 5)] for each in (front, back)]
    mixed = [round(a * strength + b * (1 - strength)) for a, b in zip(*rgb, strict=True)]
    return "#" + "".join(f"{each:02x}" for each in mixed)


def days():
    view = seen("supply")
    return [replace(view, day=day) for day in range(1, 6)]


def test_no_day_looks_like_the_one_before():
    skies = [str(sky(view)) for view in days()]
    assert len(skies) == len(set(skies))
    assert str(sky(replace(days()[0], day=6))) == skies[0]


def test_the_sun_goes_on_from_phase_to_phase():
    phases = "supply", "action", "navigation", "overboard", "thirst"
    assert len({str(sky(replace(seen("supply"), phase=phase))) for phase in phases}) == len(phases)


@pytest.mark.parametrize("birds", range(5))
def test_so_many_gulls_fly_as_were_sighted_and_land_comes_with_the_last(birds):
    view, still = replace(seen("supply"), birds=birds), art("lifeboat", "boat.svg")
    drawn = str(gulls(view, 0, 0, 1))
    assert (birds, 4 - birds) == (drawn.count(str(still["gull"])), drawn.count(str(still["no-gull"])))
    assert (birds == 4) == (str(still["land"]) in str(sky(view)))


@pytest.mark.parametrize("theme", [0, 1])
@pytest.mark.parametrize("ink", ["sky-ink", "sky-bad"])
def test_words_are_read_before_every_sky(ink, theme):
    """On the sky itself, on its haze, on clouds, whatever the weather tints them with."""
    paint = colours(theme)
    for view in days():
        today = weather_of(view)
        for ground in ("sky", "glow", "haze", "cloud"):
            shown = paint[ground]
            if today.tint and ground != "cloud":
                shown = over(paint[today.tint.removeprefix("f-")], shown, today.strength)
            assert contrast(paint[ink], shown) >= READABLE, (view.day, ground)


@pytest.mark.parametrize("theme", [0, 1])
@pytest.mark.parametrize(
    ("ink", "grounds"),
    [
        ("sea-ink", ("sea", "mid", "deep")),
        ("ink", ("weapon", "treasure", "aid", "card")),
        ("plank-ink", ("plank",)),
    ],
)
def test_words_are_read_on_water_cards_and_planks(ink, grounds, theme):
    paint = colours(theme)
    assert [] == [each for each in grounds if contrast(paint[ink], paint[each]) < READABLE]
