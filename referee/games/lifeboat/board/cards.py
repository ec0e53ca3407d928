"""Cards and demands that are tapped: chips as large as a thumb, in rows."""

from typing import Any, NamedTuple

from referee.draw.picks import pick_words
from referee.draw.svg import (
    NOTHING,
    THUMB,
    Node,
    box,
    group,
    hit,
    join,
    pick,
    px,
    shorten,
    text_at,
    translate,
)
from referee.games.lifeboat.board.layout import Layout
from referee.games.lifeboat.board.sailing import HIGH, navigation_card
from referee.games.lifeboat.board.words import short
from referee.games.lifeboat.tables import content_of
from referee.games.lifeboat.view import View
from referee.l10n import say

GAP = 6
FACE_SCALE = (THUMB - 8) / HIGH
"""How much a navigation card is enlarged on a chip."""

SIZE = 13
"""How large the words on a chip are."""


class Chip(NamedTuple):
    """A card or a demand to be tapped: what is tapped, and what stands on it, words or the card itself."""

    ids: str
    text: str
    face: tuple[Node, float] | None = None

    @property
    def width(self) -> float:
        """Give how wide it is: what stands on it, and a thumb at least."""
        if self.face is not None:
            return self.face[1] * FACE_SCALE + 4
        return max(px(self.text, SIZE) + 16, THUMB)


def chip(each: Chip, width: float, *, is_offered: bool) -> Node:
    """Draw a chip about its middle."""
    if each.face is not None:
        card = translate(-width / 2 + 2, -THUMB / 2 + 4, each.face[0], scale=FACE_SCALE)
        return pick(each.ids, card, hit(width, THUMB, round_by=10), is_offered=is_offered)
    face = box(width, THUMB - 4, 8, "f-chip k-ink", stroke_width=1.2)
    words = text_at(0, SIZE * 0.36, shorten(each.text, SIZE, width - 8), "f-ink b", SIZE, "middle")
    return pick(each.ids, face, words, hit(width, THUMB, round_by=10), is_offered=is_offered)


def row(chips: list[Chip], x: float, y: float, room: float) -> Node:
    """Set offered chips in one row about a height, narrower where there are many."""
    wanted = sum(each.width + GAP for each in chips) - GAP
    scale = min(1, room / wanted) if chips else 1
    drawn, at = [], x
    for each in chips:
        width = each.width * scale
        drawn.append(translate(at + width / 2, y, chip(each, width, is_offered=True)))
        at += width + GAP * scale
    return group(*drawn)


def block(title: str, chips: list[Chip], x: float, y: float, room: float) -> tuple[Node, float]:
    """Set chips under a title in as many rows as they need; give where they end."""
    if not chips:
        return NOTHING, y
    drawn: list[Node] = [text_at(x, y, title, "f-soft b", SIZE)]
    at, top = x, y + 8 + THUMB / 2
    for each in chips:
        if at > x and at + each.width > x + room:
            at, top = x, top + THUMB + GAP
        drawn.append(translate(at + each.width / 2, top, chip(each, each.width, is_offered=False)))
        at += each.width + GAP
    return group(*drawn), top + THUMB / 2 + SIZE * 1.6


def hand(view: View, lang: str, lay: Layout, place: tuple[float, float, float]) -> tuple[Node, float]:
    """Draw what the viewer alone sees: its hand, the packet it holds, cards it drew or may choose from.

    On a phone the cards to choose from are larger on its buttons, and on those alone; so are hand and
    packet on a page that shows them beside the drawing.
    """
    if view.seat is None:
        return NOTHING, place[1]
    x, y, room = place
    own, packet = (view.people[view.seat].hand, view.packet_cards) if lay.has_hand else ((), ())
    drawn = []
    for id, chips in (
        ("board.in_hand", [Chip(f"own:{card}", short(card, lang)) for card in own or ()]),
        ("picks.packet", [Chip(f"keep:{card}", short(card, lang)) for card in packet or ()]),
        ("picks.drawn", navigation_chips(view.stroke, "")),
        ("picks.row_stack", navigation_chips(None if lay.height is None else view.row_stack, "nav:")),
    ):
        cards, y = block(say(f"lifeboat.{id}", lang), chips, x, y, room)
        drawn.append(cards)
    return join(*drawn), y


def navigation_chips(cards: tuple[Any, ...] | None, kind: str) -> list[Chip]:
    """List the navigation cards the viewer sees, as they look; tapped by ids of a kind, if by any."""
    seen = [(card, navigation_card(content_of(card))) for card in cards or () if card is not None]
    return [Chip(f"{kind}{card}" if kind and isinstance(card, str) else "", "", face) for card, face in seen]


def demands(view: View, seat: str, lang: str) -> tuple[list[Chip], ...]:
    """List what may be asked of a seat, or what the viewer may answer or do: rows never there together."""
    if seat == view.seat:
        rows = [["grant", "refuse"], ["row", "pass"]]
    else:
        table = dict.fromkeys(view.people[seat].table)
        rows = [[f"swap:{seat}", f"mug:{seat}.hand", *(f"mug:{seat}.{card}" for card in table)]]
    return tuple([Chip(id, pick_words(view, lang, id)) for id in ids] for ids in rows)
