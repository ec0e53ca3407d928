"""What can be tapped on a picture: groups marked by `svg.pick` become links, or nothing but a picture."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Final

from referee.draw.svg import attribute

Attributes = Mapping[str, object]
"""What a link carries: `href`, `aria_label`, `data_event` and so on."""

THUMB: Final = 44
"""How wide and high a target is at least, in the units of a phone's picture, where there is room."""

TOKEN = re.compile(r'<g\b([^>]*[^>/])?>|</g>|<rect class="hit"[^>]*/>')
PICK = re.compile(r' data-pick="([^"]*)"')
OFFERED = ' data-offered="yes"'
IMAGE = re.compile(r' role="img" aria-labelledby="(\S+) (\S+)"')
GROUP = r' role="group" aria-labelledby="\1" aria-describedby="\2"'


def tapped(svg: str, taps: Mapping[str, Attributes]) -> str:
    """Make links of what can be tapped now; take every other mark out of a picture."""
    if taps:
        svg = IMAGE.sub(GROUP, svg, count=1)
    return Weaver(taps).weave(svg)


class Weaver:
    """Walks through a picture once, group by group."""

    def __init__(self, taps: Mapping[str, Attributes]) -> None:
        self.taps, self.used = taps, set[str]()
        self.out: list[str] = []
        self.closers: list[str] = []
        self.left_out: int | None = None

    def weave(self, svg: str) -> str:
        """Write the picture anew."""
        end = 0
        for token in TOKEN.finditer(svg):
            self.write(svg[end : token.start()])
            self.take(token[0], token[1] or "")
            end = token.end()
        self.write(svg[end:])
        return "".join(self.out).replace("<g></g>", "")

    def write(self, text: str) -> None:
        """Write what is not left out."""
        if self.left_out is None:
            self.out.append(text)

    def take(self, tag: str, attributes: str) -> None:
        """Open or close a group; a room for taps is kept only within a link."""
        if tag == "</g>":
            self.close()
        elif tag.startswith("<g"):
            self.open(attributes)
        elif "</a>" in self.closers:
            self.write(tag)

    def open(self, attributes: str) -> None:
        """Open a group: as a link where it can be tapped, not at all where it is not offered."""
        found = PICK.search(attributes)
        ids = unescape(found[1]).split() if found else []
        chosen = next((id for id in ids if id in self.taps), None)
        rest = PICK.sub("", attributes).replace(OFFERED, "")
        if chosen is not None:
            self.write(f"<a{rest}{self.link(chosen)}>")
        elif OFFERED in attributes and self.left_out is None:
            self.left_out = len(self.closers)
        else:
            self.write(f"<g{rest}>")
        self.closers.append("</a>" if chosen is not None else "</g>")

    def close(self) -> None:
        """Close a group."""
        closer = self.closers.pop()
        if self.left_out == len(self.closers):
            self.left_out = None
        else:
            self.write(closer)

    def link(self, id: str) -> str:
        """Write a link's attributes; the first of each target has an id, so that focus stays on it."""
        own = {} if id in self.used else {"id": f"tap-{id}"}
        self.used.add(id)
        return "".join(attribute(name, value) for name, value in {**own, **self.taps[id]}.items())
