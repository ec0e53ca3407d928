"""What lies and sits in the boat: people, provisions, wounds; our own drawing, in `people.svg` and others."""

from typing import NamedTuple

from referee.draw.assets import art
from referee.draw.svg import NOTHING, Node, box, el, group, join, path, pen, text_at, translate
from referee.games.lifeboat.view import Person

ICON = 24
"""How wide and high the picture on a card is, in its own units; its middle is the origin."""

CARD = (40.0, 54.0)
"""How wide and high a card is, in the same units."""

HEAD = "M-15 -2C-15 -22 15 -22 15 -2C15 10 8 17 0 17C-8 17 -15 10 -15 -2Z"
BODY = "M-30 60C-30 28 -18 20 0 20C18 20 30 28 30 60Z"
"""Head and body about the middle of the face; the body ends 60 units below it."""


class Looks(NamedTuple):
    """The colours of a character's coat and skin; what it wears is drawn in `people.svg`."""

    coat: str
    skin: str


LOOKS: dict[str | None, Looks] = {
    "lauren": Looks("#8e3b8f", "#f3cfb3"),
    "stephen": Looks("#3d4654", "#eec3a2"),
    "captain": Looks("#1d3a6e", "#e9b48f"),
    "mate": Looks("#b5442f", "#b9774f"),
    "frenchy": Looks("#2f6f5e", "#f0c7a6"),
    "harter": Looks("#e8edf0", "#d9a987"),
    "kid": Looks("#c98b1d", "#f4d2b4"),
    None: Looks("#7b878d", "#c9d1d4"),
}
"""None: nobody knows yet who it is."""


def figure(character: str | None, status: str, *, fights: bool = False, swims: bool = False) -> Node:
    """Draw somebody about the middle of the face, 120 units high; the face shows how somebody fares."""
    looks, drawn = LOOKS[character], art("lifeboat", "people.svg")
    state = "dead" if status in {"dead", "lost", "eaten"} else status
    unknown = text_at(0, 8, "?", "w-ink", 24, "middle")
    return group(
        raised(looks) if fights or swims else NOTHING,
        path(BODY, "outline", fill=looks.coat),
        path(HEAD, "outline", fill=looks.skin),
        join(group(drawn[state]), drawn[character]) if character else unknown,
        class_="pale" if state == "dead" else None,
    )


def raised(looks: Looks) -> Node:
    """Draw both arms, with fists, of somebody who fights or is in the water."""
    arms = path("M-22 40C-34 30 -36 14 -33 2M22 40C34 30 36 14 33 2", "n limb", stroke=looks.coat)
    fists = [el("circle", cx=x, cy=-2, r=7.5, fill=looks.skin, class_="outline") for x in (-33, 33)]
    return join(arms, *fists)


def provision(card: str | None) -> Node:
    """Draw what a card is about the origin; a question where nobody has seen it."""
    drawn = art("lifeboat", "provisions.svg")
    unseen = text_at(0, 6, "?", "f-soft b", 18, "middle")
    return group(drawn[card]) if card in drawn else unseen


def small_card(card: str, sign: str, height: float, size: float) -> Node:
    """Draw a card about its middle: its picture, and below it a sign, so large."""
    wide, tall = CARD
    face = box(wide, tall, 5, "f-card k-ink")
    scale = height / tall
    if not sign:
        return group(face, translate(0, 0, provision(card), scale=1.45), transform=f"scale({scale:.3f})")
    drawn = translate(0, -11, provision(card), scale=1.05)
    said = text_at(0, tall / 2 - 4, sign, "f-ink b", size / scale, "middle")
    return group(face, drawn, said, transform=f"scale({scale:.3f})")


def wounds(person: Person, r: float) -> Node:
    """Draw a pip for each point of Size, filled and crossed for each wound; more than Size stand apart."""
    count = max(person.size, person.wounds)
    pips = [
        translate(i * r * 2.5 + (r if i >= person.size else 0), 0, pip(r, is_wound=i < person.wounds))
        for i in range(count)
    ]
    return group(*pips)


def pip(r: float, *, is_wound: bool) -> Node:
    """Draw one pip."""
    ring = el("circle", r=r, class_="f-wound k-wound" if is_wound else "n k-ink", stroke_width=1)
    if not is_wound:
        return ring
    d = r * 0.5
    mark = path(pen("M", -d, -d, "L", d, d, "M", -d, d, "L", d, -d), "n", stroke="#ffffff", stroke_width=1.4)
    return group(ring, mark)
