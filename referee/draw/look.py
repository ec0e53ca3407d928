"""How the pages of a game look round its board: a colour, a texture, letters for headings, its small motif.

A game declares them in `board/look.toml`; one without that file looks as pages outside any game do.
"""

from functools import cache
from urllib.parse import quote

from msgspec import Struct, toml

from referee.draw.assets import read_file
from referee.languages import LANGUAGES, trait

FACES = {
    "book": '"Iowan Old Style","Palatino Linotype",Palatino,P052,"Book Antiqua",Georgia',
    "slab": 'Rockwell,"Rockwell Nova","Roboto Slab","Bookman Old Style","URW Bookman",Georgia',
    "narrow": '"Avenir Next Condensed",Bahnschrift,"DIN Condensed","Roboto Condensed","Arial Narrow",'
    '"Liberation Sans Narrow"',
}
"""Letters for headings, as systems have them; where Chinese and Japanese ones come from says `trait`."""

MOTIF = 24
"""How wide and high a motif is."""


class Look(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Colours are by day and by night.

    - `band`: behind the head of a page, what stands on it is `on_band`; `fill`: of the main button, and its
      letters `on_fill`.
    - `texture`: SVG on a tile `tile` wide and high, drawn in `on_band` as strongly as `trace` (of 1).
    - `face`: one of `FACES`. `motif`: SVG of `MOTIF` by `MOTIF`, drawn in each of the four colours of
      `festive` where something is to be celebrated; it falls, tumbling, or `rises` upright.
    """

    band: tuple[str, str]
    on_band: tuple[str, str]
    fill: tuple[str, str]
    on_fill: tuple[str, str]
    tile: tuple[int, int]
    texture: str
    trace: float
    face: str
    motif: str
    festive: tuple[str, str, str, str]
    rises: bool = False


PLAIN = Look(
    band=("#123c49", "#0c2a34"),
    on_band=("#ffffff", "#e6f3f6"),
    fill=("#1d4f5e", "#8fd3e6"),
    on_fill=("#ffffff", "#0b1a20"),
    tile=(28, 28),
    texture='<path d="M14 3l11 11-11 11L3 14z"/>',
    trace=0.1,
    face="book",
    motif="",
    festive=("#c2410c", "#2747b0", "#f5b915", "#0e7c4f"),
)
"""Of pages outside any game."""


@cache
def look_of(game: str) -> Look:
    """Return how the pages of a game look. Cached."""
    try:
        return toml.decode(read_file(game, "look.toml"), type=Look)
    except FileNotFoundError:
        return PLAIN


def look_css(root: str, look: Look) -> str:
    """Return the CSS rule that sets the variables of a look for elements of the class `root`."""
    both = {"band": look.band, "on-band": look.on_band, "fill": look.fill, "fill-ink": look.on_fill}
    day, night = (
        ";".join([*(f"--{name}:{values[n]}" for name, values in both.items()), f"--texture:{_tile(look, n)}"])
        for n in (0, 1)
    )
    festive = ";".join(f"--festive-{n}:{colour}" for n, colour in enumerate(look.festive))
    festive += ";--from:96vh;--to:-12vh;--spin:0deg" if look.rises else ""
    letters = (_letters(root, look.face, lang) for lang in LANGUAGES)
    dark = f"@media (prefers-color-scheme:dark){{.{root}{{{night}}}}}"
    return "".join((f".{root}{{{day};{festive}}}", dark, *letters))


def _letters(root: str, face: str, lang: str) -> str:
    """Return the rule for the letters of headings in one language; narrow ones have no brush in them."""
    own = trait(lang, "fonts" if face == "narrow" else "display")
    return f".{root}:lang({lang}){{--display:{FACES[face]},{own}}}"


def _tile(look: Look, n: int) -> str:
    """Return a tile of the texture as CSS, by day (0) or by night (1)."""
    width, height = look.tile
    ink = f'fill="none" stroke="{look.on_band[n]}" opacity="{look.trace}"'
    root = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
    return f'url("data:image/svg+xml,{quote(f"{root}<g {ink}>{look.texture}</g></svg>", safe="=/: ")}")'
