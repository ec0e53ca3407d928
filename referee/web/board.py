"""The board on a page: its style sheet taken out of it, and what can be tapped made into links."""

import re
from functools import lru_cache
from hashlib import blake2b
from typing import Any
from urllib.parse import urlencode

import msgspec

from referee.draw import svg_board
from referee.web.html import Html, attribute
from referee.web.visit import Visit

STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
PICK = re.compile(r'<g ([^>]*)data-pick="([^"]+)"')

SHEETS: dict[str, str] = {}
"""Style sheets of boards by name; the pages' policy allows no style inside a page."""


def board(visit: Visit, size: Any, view: Any = None) -> tuple[Html, str]:
    """Draw the board an asker may see; give it, and the address of its style sheet."""
    drawn, sheet = drawn_once(Key(view if view is not None else visit.view, visit.lang, size))
    return Html(tapped(visit, drawn)), sheet


class Key:
    """A picture by what is on it."""

    def __init__(self, view: Any, lang: str, size: Any) -> None:
        self.view, self.lang, self.size = view, lang, size
        self._bytes = msgspec.json.encode((view, lang, size))

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and other._bytes == self._bytes


@lru_cache(maxsize=512)
def drawn_once(key: Key) -> tuple[str, str]:
    """Draw a picture, or find it drawn; give it without its style sheet, and where that is."""
    svg = svg_board(key.view, key.lang, key.size)
    css = "".join(STYLE.findall(svg))
    name = blake2b(css.encode(), digest_size=8).hexdigest()
    SHEETS[name] = css
    return STYLE.sub("", svg), f"/static/board/{name}.css"


def tapped(visit: Visit, svg: str) -> str:
    """Make what can be tapped into links: `data-pick="canoe:A.1"` narrows the actions to that canoe."""

    def link(match: re.Match[str]) -> str:
        field, _, value = match[2].partition(":")
        seat, _, number = value.rpartition(".")
        if visit.seat is None or (seat and seat != visit.seat):
            return f"<g {match[1].rstrip()}"
        picked = {**visit.picked, field: number or value}
        address = attribute("data_href", f"{visit.home}?{urlencode(picked)}")
        return f'<g {match[1]}class="tap"{address}'

    return PICK.sub(link, svg)
