"""How the pages of a game look round its board: every shipped game has its own, and it can be read."""

import pytest

from referee.draw.look import FACES, PLAIN, look_css, look_of
from referee.kernel.registry import own_games
from referee.languages import LANGUAGES, trait
from tests.draw.colours import contrast

LOOKS = {"": PLAIN, **{game: look_of(game) for game in own_games()}}
READABLE, SEEN = 4.5, 3
WHITE = {"day": "#ffffff", "night": "#1b252a"}


def through(ink, ground, part):
    """Mix what is drawn so strongly on a ground."""
    mixed = (
        round(part * int(ink[i : i + 2], 16) + (1 - part) * int(ground[i : i + 2], 16)) for i in (1, 3, 5)
    )
    return "#" + "".join(f"{each:02x}" for each in mixed)


@pytest.mark.parametrize("theme", [0, 1])
@pytest.mark.parametrize("game", LOOKS)
def test_what_stands_on_a_band_and_its_texture_can_be_read(game, theme):
    look = LOOKS[game]
    band, ink = look.band[theme], look.on_band[theme]
    assert contrast(ink, band) >= READABLE
    assert contrast(ink, through(ink, band, look.trace)) >= READABLE


@pytest.mark.parametrize("theme", [0, 1])
@pytest.mark.parametrize("game", LOOKS)
def test_the_main_button_can_be_read_and_seen(game, theme):
    look = LOOKS[game]
    assert contrast(look.on_fill[theme], look.fill[theme]) >= READABLE
    assert contrast(look.fill[theme], tuple(WHITE.values())[theme]) >= SEEN


def test_every_game_has_a_colour_a_texture_letters_and_a_motif_of_its_own():
    looks = LOOKS.values()
    for each in ("band", "texture", "motif"):
        assert len(LOOKS) == len({getattr(look, each) for look in looks}), each
    assert len(own_games()) == len({LOOKS[game].face for game in own_games()})
    assert {look.face for look in looks} <= set(FACES)


def test_headings_have_letters_of_each_language():
    css = look_css("page", LOOKS["lifeboat"])
    for lang in LANGUAGES:
        rule = css.partition(f".page:lang({lang}){{--display:")[2].partition("}")[0]
        assert rule.endswith(trait(lang, "display"))
    assert "Mincho" in trait("ja", "display")
    assert "Song" in trait("zh-Hans", "display")


@pytest.mark.parametrize("game", LOOKS)
def test_nothing_of_a_look_is_fetched(game):
    css = look_css("page", LOOKS[game])
    assert css.count("url(") == css.count('url("data:image/svg+xml,')
