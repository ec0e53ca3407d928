"""Files that are the same for everybody: style sheets and scripts, as they are sent."""

import re
from functools import lru_cache
from pathlib import Path

from referee.draw.look import PLAIN, look_css
from referee.draw.palette import DAY, NIGHT, seat_css, theme_css, turn_css
from referee.languages import LANGUAGES, trait

_STATIC = Path(__file__).parent / "static"
AN_HOUR = "public, max-age=3600"
"""How long what is the same for everybody may be kept."""

KINDS = {".css": "text/css", ".js": "text/javascript", ".txt": "text/plain"}
_COMMENTS = {
    ".css": re.compile(rb"/\*.*?\*/|^[ \t]+|^\n", re.DOTALL | re.MULTILINE),
    ".js": re.compile(rb"^[ \t]*//.*\n|^[ \t]+|^\n", re.MULTILINE),
}
"""Comments on lines of their own, and indentation; no text in a script of ours goes over several lines."""

DECODER = "qr-0.7.0"
"""The folder of what reads QR codes in pictures, as its authors wrote it."""


@lru_cache(maxsize=64)
def static_content(name: str) -> bytes | None:
    """Return a static file, None where there is no such name. Cached.

    Our own come without comments and indentation, an eighth of what a phone would load of them. `app.css`
    gets the colours, the look outside any game and the fonts of each language added.
    """
    path = _STATIC / name
    is_theirs = name.startswith(f"{DECODER}/")
    if "/" in name.removeprefix(f"{DECODER}/") or path.suffix not in KINDS or not path.is_file():
        return None
    content = path.read_bytes()
    if path.suffix in _COMMENTS and ".min." not in name and not is_theirs:
        content = _COMMENTS[path.suffix].sub(b"", content)
    if name != "app.css":
        return content
    colours = theme_css("app", DAY, NIGHT) + look_css("app", PLAIN) + seat_css("app") + turn_css("app")
    return colours.encode() + content + _letters_css().encode()


def _letters_css() -> str:
    """Return the rules for the fonts and line breaks of each language but the first, which the file has."""
    return "".join(
        f":lang({lang}){{font-family:{trait(lang, 'fonts')};line-break:{trait(lang, 'line_break')}}}"
        for lang in LANGUAGES[1:]
    )
