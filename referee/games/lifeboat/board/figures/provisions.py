"""Provisions as cards: a picture of what a card is, on a card; our own drawing."""

from referee.draw.svg import Markup, el, group, moved, path, text_at

ICON = 24
"""How wide and high the picture on a card is, in its own units; its middle is the origin."""

CARD = (40.0, 54.0)
"""How wide and high a card is, in the same units."""

PICTURES: dict[str, tuple[tuple[str, str], ...]] = {
    "water": (
        ("M0 -10C5 -4 7 0 7 4A7 7 0 0 1 -7 4C-7 0 -5 -4 0 -10Z", "f-drink"),
        ("M-3 4A3.5 3.5 0 0 0 0 8", "n k-card"),
    ),
    "cash": (
        ("M-11 -3H9V7H-11Z", "f-money"),
        ("M-9 -7H11V3H-9Z", "f-money k-card"),
        ("M-2 -2A3 3 0 1 0 4 -2A3 3 0 1 0 -2 -2Z", "f-card"),
    ),
    "jewels": (
        ("M-10 -3L-6 -9H6L10 -3L0 10Z", "f-jewel"),
        ("M-10 -3H10M-6 -9L-3 -3L0 10L3 -3L6 -9", "n k-card"),
    ),
    "painting3": (
        ("M-11 -9H11V9H-11Z", "f-frame"),
        ("M-8 -6H8V6H-8Z", "f-drink"),
        ("M-8 6L-3 -1L1 4L4 0L8 6Z", "f-money"),
        ("M3 -3A2 2 0 1 0 7 -3A2 2 0 1 0 3 -3Z", "f-gold"),
    ),
    "painting2": (
        ("M-8 -11H8V11H-8Z", "f-frame"),
        ("M-5.5 -8H5.5V8H-5.5Z", "f-gold"),
        ("M-3 -2A3 3.6 0 1 0 3 -2A3 3.6 0 1 0 -3 -2ZM-5.5 8C-5 2 5 2 5.5 8Z", "f-frame"),
    ),
    "medkit": (
        ("M-4 -8V-11H4V-8", "n k-steel"),
        ("M-11 -8H11V9H-11Z", "f-red"),
        ("M-2 -5H2V-1.5H6V2.5H2V6H-2V2.5H-6V-1.5H-2Z", "f-card"),
    ),
    "oar": (("M-10 9L4 -5", "n k-frame thick"), ("M2 -7C4 -12 9 -12 11 -10C12 -8 11 -4 7 -2Z", "f-frame")),
    "blackjack": (("M-9 9L-2 2", "n k-steel thick"), ("M-3 3C-5 -2 2 -11 8 -10C12 -8 9 0 2 4Z", "f-steel")),
    "knife": (("M-11 10L-3 2", "n k-frame thick"), ("M-5 1L9 -11C11 -6 6 1 0 5Z", "f-steel")),
    "hook": (("M-11 11L3 -3", "n k-frame thick"), ("M3 -3L9 -9M5 -5C11 -3 11 3 6 4", "n k-steel thick")),
    "flare": (
        ("M-10 -2H7V4H-1L-3 11H-8L-6 4H-10Z", "f-red"),
        ("M9 1L12 -1M9 -3L11 -6M6 -5L6 -9", "n k-gold thick"),
    ),
    "chum": (
        ("M-9 -2H9L6 11H-6Z", "f-steel"),
        ("M-9 -2C-7 -8 -1 -9 2 -6L7 -10V-2Z", "f-red"),
        ("M-4 -5h.1", "n k-card thick"),
    ),
    "preserver": (
        (
            "M-10 0A10 10 0 1 0 10 0A10 10 0 1 0 -10 0ZM-4.5 0A4.5 4.5 0 1 1 4.5 0A4.5 4.5 0 1 1 -4.5 0Z",
            "f-red",
        ),
        ("M0 -9V-5.5M0 9V5.5M-9 0H-5.5M9 0H5.5", "n k-card thick"),
    ),
    "compass": (
        ("M-10 0A10 10 0 1 0 10 0A10 10 0 1 0 -10 0Z", "f-gold"),
        ("M-7.5 0A7.5 7.5 0 1 0 7.5 0A7.5 7.5 0 1 0 -7.5 0Z", "f-card"),
        ("M0 -7L2.4 0H-2.4Z", "f-red"),
        ("M0 7L2.4 0H-2.4Z", "f-steel"),
    ),
    "parasol": (
        ("M0 -8V8C0 11 5 11 5 8", "n k-frame"),
        ("M-11 0C-10 -12 10 -12 11 0C8 -3 5 -3 3.6 0C2 -3 -2 -3 -3.6 0C-5 -3 -8 -3 -11 0Z", "f-jewel"),
    ),
    "cannibalism": (
        ("M-9 -2C-9 -12 9 -12 9 -2C9 2 6 3 5 5V9H-5V5C-6 3 -9 2 -9 -2Z", "f-bone"),
        ("M-4 -3A2 2.4 0 1 0 -4 -2.9ZM4 -3A2 2.4 0 1 0 4 -2.9ZM-2 9V6M0 9V6M2 9V6", "n k-steel thick"),
    ),
}
"""The picture of each provision as paths, each with its classes."""


def provision(card: str | None) -> Markup:
    """Draw what a card is about the origin; a question where nobody has seen it."""
    if card not in PICTURES:
        return text_at(0, 6, "?", "f-soft b", font_size=18, text_anchor="middle")
    return group(*(path(d, class_) for d, class_ in PICTURES[card]))


def small_card(card: str | None, sign: str, height: float, size: float) -> Markup:
    """Draw a card about its middle: its provision, and below it a sign, so large."""
    wide, tall = CARD
    face = el("rect", x=-wide / 2, y=-tall / 2, width=wide, height=tall, rx=5, class_="f-card k-ink")
    scale = height / tall
    if not sign:
        return group(face, moved(0, 0, provision(card), scale=1.45), transform=f"scale({scale:.3f})")
    drawn = moved(0, -11, provision(card), scale=1.05)
    said = text_at(0, tall / 2 - 4, sign, "f-ink b", font_size=size / scale, text_anchor="middle")
    return group(face, drawn, said, transform=f"scale({scale:.3f})")
