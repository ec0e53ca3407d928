"""The pieces of Niagara, each drawn about the origin: gems, canoes, cards, the cloud, the ring."""

from functools import lru_cache

from referee.draw.assets import art
from referee.draw.palette import SEAT_STYLES
from referee.draw.shapes import outline, polygon_d, ring_of
from referee.draw.svg import NOTHING, Node, box, el, group, join, path, text_at, translate
from referee.draw.width import width
from referee.games.niagara.events import Card, Gem

GEM_SIZE = 8.6
"""Half the height of a gem at scale 1."""

HULL_D = (
    "M-26 -1.5C-20 -8.6 -11 -9.2 0 -9.2S20 -8.6 26 -1.5C26.6 0 26.6 0 26 1.5C20 8.6 11 9.2 0 9.2"
    "S-20 8.6 -26 1.5C-26.6 0 -26.6 0 -26 -1.5Z"
)
CLOUD_D = "M-7.6 6A4.6 4.6 0 0 1 -8.4 -3.1A6.6 6.6 0 0 1 3.6 -5.4A5 5 0 0 1 9.4 -.9A3.6 3.6 0 0 1 8.6 6Z"


@lru_cache(1024)
def gem(kind: Gem, r: float, x: float = 0, y: float = 0) -> Node:
    """Draw a cut stone of half height `r`."""
    return translate(x, y, art("niagara", "gems.svg")[kind], scale=r / GEM_SIZE)


@lru_cache(1024)
def canoe(style: int, label: str, cargo: Gem | None) -> Node:
    """Draw a canoe from above: hull in the seat's colour, its shape, its label, its cargo astern."""
    ink = f"i{style}"
    shape = group(outline(SEAT_STYLES[style].shape, 4.3, ink), transform="translate(-18 0)")
    size = 17.7 if width(label) < 3 else 12.2
    middle = -2.6 if cargo else 3
    words = text_at(middle, size * 0.36, label, f"{ink} mark", size, "middle")
    stone = aboard(cargo) if cargo else NOTHING
    hull = path(HULL_D, "edge"), path(HULL_D, f"s{style} rim")
    return join(*hull, shape, words, stone)


def aboard(cargo: Gem) -> Node:
    """Draw a canoe's cargo, ringed in white: a sapphire shows on a blue hull too."""
    ring = translate(15.6, 0, art("niagara", "gems.svg")[f"{cargo}-ring"], scale=7.2 / GEM_SIZE)
    return join(ring, gem(cargo, 7.2, 15.6))


@lru_cache(1024)
def cloud(scale: float = 1, class_: str = "face") -> Node:
    """Draw the cloud of the weather track and of the cloud card."""
    return translate(0, 0, path(CLOUD_D, class_, stroke="#4a6472", stroke_width=1.1), scale=scale)


@lru_cache(1024)
def life_ring(r: float) -> Node:
    """Draw the life ring: white with four red bands."""
    middle, band = r * 0.7, r * 0.56
    quarter = 2 * 3.14159 * middle / 8
    return join(
        el("circle", r=middle, fill="none", stroke="#5b1d17", stroke_width=band + 1.6),
        el("circle", r=middle, fill="none", stroke="#ffffff", stroke_width=band),
        el("circle", r=middle, fill="none", stroke="#cf3a2b", stroke_width=band,
           stroke_dasharray=f"{quarter:.2f} {quarter:.2f}", stroke_dashoffset=f"{quarter / 2:.2f}"),
    )  # fmt: skip


def star(r: float) -> Node:
    """Draw a winner's star."""
    d = polygon_d(ring_of(10, r, inner=r * 0.46))
    return path(d, fill="#f5b915", stroke="#6d4c00", stroke_width=1.1, stroke_linejoin="round")


@lru_cache(1024)
def card_face(card: Card, height: float) -> Node:
    """Draw a paddle card face up."""
    width = height * 0.72
    middle = (
        cloud(width / 29)
        if card == "cloud"
        else text_at(0, height * 0.2, card, "onface b", height * 0.56, "middle")
    )
    return join(sheet(width, height, "face", stroke="#6b7780"), middle)


@lru_cache(1024)
def card_back(style: int, height: float) -> Node:
    """Draw a paddle card face down: the seat's colour, two crossed paddles."""
    width = height * 0.72
    blade = path("M-.9 -9H.9V3C2.8 3.6 3 8 1.6 9.6H-1.6C-3 8 -2.8 3.6 -.9 3Z", f"i{style}", opacity=0.9)
    paddles = [
        translate(0, 0, group(blade, transform=f"rotate({turn})"), scale=height / 32) for turn in (32, -32)
    ]
    return join(sheet(width, height, f"s{style} rim"), *paddles)


@lru_cache(1024)
def card_own(card: Card, style: int, height: float) -> Node:
    """Draw a face-down card for its owner: the back, with what it is."""
    return join(card_back(style, height), group(card_face(card, height * 0.66)))


@lru_cache(1024)
def card_place(height: float) -> Node:
    """Draw the empty place of a card."""
    return sheet(height * 0.72, height, "k-line", stroke_dasharray="3 3", stroke_width=1.4)


def sheet(width: float, height: float, class_: str, **attributes: object) -> Node:
    """Draw a card's outline."""
    return box(width, height, height * 0.1, class_, **attributes)
