"""Lifeboat as a picture: the boat from bow to stern on the sea, then the fight and the score sheet."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from referee.draw import word
from referee.draw.assets import art, picture
from referee.draw.palette import badge, name_of
from referee.draw.picks import pick_words
from referee.draw.svg import (
    NOTHING,
    SMALLEST,
    THUMB,
    Element,
    Node,
    box,
    el,
    group,
    hit,
    join,
    last_ring,
    lower_part,
    path,
    path_d,
    pick,
    piece,
    px,
    px_plain,
    shorten,
    text_at,
    translate,
    wrap,
)
from referee.games.lifeboat.board.pieces import (
    CARD,
    HIGH,
    ICON,
    LOOKS,
    TOKEN,
    figure,
    hand_of_backs,
    navigation_card,
    pile,
    provision,
    small_card,
    tokens,
    wounds,
)
from referee.games.lifeboat.board.sky import GULL, gulls, narrow_sky, sky
from referee.games.lifeboat.board.text import (
    GONE,
    SCORED,
    character,
    face_up,
    flags,
    hand_words,
    headline,
    navigation_words,
    own_words,
    piles,
    score_rows,
    short,
    side_of,
    sides_of,
    strength_words,
    times,
    troubles,
    window_words,
)
from referee.games.lifeboat.tables import BIRDS_TO_LAND, content_of
from referee.games.lifeboat.view import Person, View
from referee.l10n import noun, say
from referee.languages import headed, listed, trait

SIDES = {"attack": "f-accent", "defence": "f-soft"}
"""The colours of the sides of a fight."""


class _Layout(NamedTuple):
    """Measures of a picture in its own units; `text` is the size of running text; no `height` on a phone."""

    width: float
    height: float | None
    text: float
    margin: float
    row: float
    has_hand: bool = True


_LAYOUTS = {"phone": _Layout(360, None, 13, 12, 74), "table": _Layout(1280, 880, 32, 28, 76)}
BESIDE_HAND = {size: f"{size} beside hand" for size in _LAYOUTS}
"""The same drawings for a page that shows the viewer's hand beside them, by their usual size."""

_LAYOUTS |= {bare: _LAYOUTS[size]._replace(has_hand=False) for size, bare in BESIDE_HAND.items()}


def _lines(texts: list[str], x: float, y: float, size: float, room: float, class_: str = "f-ink") -> Node:
    """Return texts one below the other, each cut to `room`."""
    return group(
        *(
            text_at(x, y + i * size * 1.45, shorten(text, size, room), class_, size)
            for i, text in enumerate(texts)
        )
    )


def _join_lines(texts: list[str], size: float, room: float, gap: str = " · ") -> list[str]:
    """Return texts joined by `gap` in as few lines as fit `room`, none broken; [] for no texts."""
    rows = [""]
    for text in texts:
        longer = f"{rows[-1]}{gap}{text}" if rows[-1] else text
        if rows[-1] and px(longer, size) > room:
            rows.append(text)
        else:
            rows[-1] = longer
    return rows if rows[0] else []


_GAP = 6
_FACE_SCALE = (THUMB - 8) / HIGH
"""How much a navigation card is enlarged on a chip."""

_SIZE = 13
"""How large the words on a chip are."""


class _Chip(NamedTuple):
    """A card or a demand to be tapped, by `ids` (see `pick`).

    It shows its text or, where not None, its `face`: a card and its width.
    """

    ids: str
    text: str
    face: tuple[Node, float] | None = None

    @property
    def width(self) -> float:
        """Return the width: what stands on it, and a thumb at least."""
        if self.face is not None:
            return self.face[1] * _FACE_SCALE + 4
        return max(px(self.text, _SIZE) + 16, THUMB)


def _chip(each: _Chip, width: float, *, is_offered: bool) -> Node:
    """Return a chip about its middle; `is_offered`: drawn only while it can be tapped."""
    if each.face is not None:
        card = translate(-width / 2 + 2, -THUMB / 2 + 4, each.face[0], scale=_FACE_SCALE)
        return pick(each.ids, card, hit(width, THUMB, round_by=10), is_offered=is_offered)
    face = box(width, THUMB - 4, 8, "f-chip k-ink", stroke_width=1.2)
    words = text_at(0, _SIZE * 0.36, shorten(each.text, _SIZE, width - 8), "f-ink b", _SIZE, "middle")
    return pick(each.ids, face, words, hit(width, THUMB, round_by=10), is_offered=is_offered)


def _row(chips: list[_Chip], x: float, y: float, room: float) -> Node:
    wanted = sum(each.width + _GAP for each in chips) - _GAP
    scale = min(1, room / wanted) if chips else 1
    drawn, at = [], x
    for each in chips:
        width = each.width * scale
        drawn.append(translate(at + width / 2, y, _chip(each, width, is_offered=True)))
        at += width + _GAP * scale
    return group(*drawn)


def _block(title: str, chips: list[_Chip], x: float, y: float, room: float) -> tuple[Node, float]:
    """Return chips under a title in as many rows as they need, and the y at which they end."""
    if not chips:
        return NOTHING, y
    drawn: list[Node] = [text_at(x, y, title, "f-soft b", _SIZE)]
    at, top = x, y + 8 + THUMB / 2
    for each in chips:
        if at > x and at + each.width > x + room:
            at, top = x, top + THUMB + _GAP
        drawn.append(translate(at + each.width / 2, top, _chip(each, each.width, is_offered=False)))
        at += each.width + _GAP
    return group(*drawn), top + THUMB / 2 + _SIZE * 1.6


def _hand(view: View, lang: str, lay: _Layout, place: tuple[float, float, float]) -> tuple[Node, float]:
    """Return the viewer's cards (hand, packet, cards drawn or to choose from), and the y at which they end.

    `place` is (x, y, width). On a phone cards to choose from are on the buttons only, and so are hand and
    packet in a layout without `has_hand`. Nothing for everybody's view.
    """
    if view.seat is None:
        return NOTHING, place[1]
    x, y, room = place
    own, packet = (view.people[view.seat].hand, view.packet_cards) if lay.has_hand else ((), ())
    drawn = []
    for id, chips in (
        ("board.in_hand", [_Chip(f"own:{card}", short(card, lang)) for card in own or ()]),
        ("picks.packet", [_Chip(f"keep:{card}", short(card, lang)) for card in packet or ()]),
        ("picks.drawn", _navigation_chips(view.stroke, "")),
        ("picks.row_stack", _navigation_chips(None if lay.height is None else view.row_stack, "nav:")),
    ):
        cards, y = _block(say(f"lifeboat.{id}", lang), chips, x, y, room)
        drawn.append(cards)
    return join(*drawn), y


def _navigation_chips(cards: tuple[Any, ...] | None, kind: str) -> list[_Chip]:
    """Return chips of the navigation cards the viewer sees; they can be tapped unless `kind` is empty.

    `kind` is the prefix of their ids.
    """
    seen = [(card, navigation_card(content_of(card))) for card in cards or () if card is not None]
    return [_Chip(f"{kind}{card}" if kind and isinstance(card, str) else "", "", face) for card, face in seen]


def _demands(view: View, seat: str, lang: str) -> tuple[list[_Chip], ...]:
    """Return rows of chips: what the viewer may demand of `seat` or, on its own seat, answer or do."""
    if seat == view.seat:
        rows = [["grant", "refuse"], ["row", "pass"]]
    else:
        table = dict.fromkeys(view.people[seat].table)
        rows = [[f"swap:{seat}", f"mug:{seat}.hand", *(f"mug:{seat}.{card}" for card in table)]]
    return tuple([_Chip(id, pick_words(view, lang, id)) for id in ids] for ids in rows)


_LARGE = 1.8
"""How much larger cards to be tapped are on a screen than on a phone."""


class _Column:
    """Things one below the other, `room` wide; `y` is where the next one begins."""

    def __init__(self, lay: _Layout, x: float, y: float, room: float) -> None:
        self.lay, self.x, self.y, self.room = lay, x, y, room
        self.drawn: list[Node] = []

    def append(self, drawn: Node, end: float) -> None:
        """Add a node that ends at the y `end`."""
        self.drawn.append(drawn)
        self.y = end

    def write(self, texts: list[str]) -> None:
        """Add lines of text, each cut to the room; nothing for no texts."""
        if texts:
            size = self.lay.text
            end = self.y + size * (1.45 * len(texts) + 0.9)
            self.append(_lines(texts, self.x, self.y, size, self.room), end)


def _below(view: View, lang: str, lay: _Layout, top: float) -> tuple[Node, float]:
    """Return the panel below the boat, and the y at which it ends.

    It is one column on a phone, two on a screen; the score sheet takes both.
    """
    y, room, half = top + lay.text * 1.6, lay.width - 2 * lay.margin, lay.width / 2
    if lay.height is None:
        left = _happening(view, lang, _Column(lay, lay.margin, y, room))
        right = _standing(view, lang, _Column(lay, lay.margin, left.y, room))
        return group(group(*left.drawn), group(*right.drawn)), right.y - lay.text * 1.4
    if view.scores is not None:
        return _result(view, lang, lay, top)
    left = _happening(view, lang, _Column(lay, lay.margin, y, half - 1.5 * lay.margin))
    right = _standing(view, lang, _Column(lay, half + lay.margin, y, half - 1.5 * lay.margin))
    parts = [
        lower_part((x, top, half, column.y - lay.text - top), group(*column.drawn))
        for x, column in ((0.0, left), (half, right))
        if column.y > y
    ]
    return join(*parts), max(left.y, right.y) - lay.text * 1.4


def _result(view: View, lang: str, lay: _Layout, top: float) -> tuple[Node, float]:
    """Return for a screen who is gone and the score sheet, over its whole width; and where that ends."""
    column = _Column(lay, lay.margin, top + lay.text * 1.6, lay.width - 2 * lay.margin)
    column.write(_join_lines(_gone_lines(view, lang), lay.text, column.room))
    _score_sheet(view, lang, column)
    end = column.y - lay.text * 1.4
    return lower_part((0.0, top, lay.width, end - top), *column.drawn), end


def _happening(view: View, lang: str, column: _Column) -> _Column:
    lay, is_narrow = column.lay, column.lay.height is None
    large = 1 if is_narrow else _LARGE
    held, tall = _hand(view, lang, lay, (0, 0, column.room / large))
    column.append(translate(column.x, column.y, held, scale=large), column.y + tall * large)
    column.write(own_words(view, lang)[1:] if lay.has_hand else [])
    if sides_of(view):
        if is_narrow:
            column.write([word(view, lang, "fight")])
        else:
            column.y += lay.text * 0.5
        _fight_sides(view, lang, column)
    if is_narrow or not _has_cards_or_fight(view):
        column.write(_windows(view, lang, column))
    return column


def _windows(view: View, lang: str, column: _Column) -> list[str]:
    """Return who may still do what in lines that fit a column."""
    return [row for line in window_words(view, lang) for row in wrap(line, column.lay.text, column.room)]


def _has_cards_or_fight(view: View) -> bool:
    return view.seat is not None or bool(sides_of(view))


def _standing(view: View, lang: str, column: _Column) -> _Column:
    size, room = column.lay.text, column.room
    if column.lay.height is not None and view.scores is None:
        windows = _windows(view, lang, column) if _has_cards_or_fight(view) else []
        column.write([*windows, *wrap(navigation_words(view, lang), size, room)])
        _drawn_piles(view, lang, column)
    column.write([row for line in _gone_lines(view, lang) for row in wrap(line, size, room)])
    if column.lay.height is None and view.scores is not None:
        _score_sheet(view, lang, column)
    return column


def _drawn_piles(view: View, lang: str, column: _Column) -> None:
    """Add the piles of cards, two in a row, each with its name and number beside it."""
    size, step, high = column.lay.text, column.room / 2, column.lay.text * 1.45
    backs = ("back", "back-navigation", "back", "back-navigation")
    counts = view.deck, view.navigation_deck, len(view.discard), len(view.row_stack)
    drawn = []
    for i, (said, back, count) in enumerate(zip(piles(view, lang), backs, counts, strict=True)):
        x, y = column.x + step * (i % 2), column.y - size * 0.36 + high * (i // 2)
        drawn.append(translate(x + 15, y, pile(back, count, high * 0.82)))
        drawn.append(text_at(x + 42, y + size * 0.36, shorten(said, size, step - 42), "f-ink", size))
    column.append(group(*drawn), column.y + high * 2 + size * 0.9)


def _fight_sides(view: View, lang: str, column: _Column) -> None:
    size, x, room, y = column.lay.text, column.x, column.room, column.y - column.lay.text * 0.9
    most = max(1, *(total for _, total, _ in sides_of(view)))
    drawn = []
    for side, total, seats in sides_of(view):
        long, class_ = room * total / most, SIDES[side]
        bar = el("rect", x=x, y=y - size * 0.5, width=long, height=size * 0.7, rx=3, class_=class_)
        fighters = [f"{name_of(view.names, seat)} {strength_words(view, seat)}" for seat in seats]
        fighters[0] = f"{word(view, lang, side, n=total)}{trait(lang, 'colon')}{fighters[0]}"
        rows = _join_lines(fighters, size, room)
        words = _lines(rows, x, y + size * 1.3, size, room)
        tall = max(size * (0.75 + 1.45 * len(rows)), THUMB)
        room_to_tap = hit(room + 8, tall, x + room / 2, y - size * 0.6 + tall / 2, round_by=8)
        drawn.append(pick(f"side:{side}", bar, words, room_to_tap))
        y += tall + 6 + size * 0.3
    column.append(group(*drawn), y + size * 0.6)


def _gone_lines(view: View, lang: str) -> list[str]:
    gone = [seat for seat in view.seats if view.people[seat].status in GONE]
    if not gone:
        return []
    together: dict[str, list[str]] = {}
    for seat in gone:
        together.setdefault(" · ".join(flags(view, seat, lang)), []).append(name_of(view.names, seat))
    return [
        word(view, lang, "gone"),
        *(headed(how, listed(names, lang), lang) for how, names in together.items()),
    ]


def _score_sheet(view: View, lang: str, column: _Column) -> None:
    sheet = _Column(column.lay, column.x, column.y, column.room)
    sheet.write([word(view, lang, "scores")])
    x, y, drawn = sheet.x, sheet.y, sheet.drawn
    size = column.lay.text * (0.8 if column.lay.height is None else 1)
    heads = [word(view, lang, id) for id in SCORED]
    wide = [max(px(head, size), size * 1.8) + size * 0.7 for head in heads]
    fits = min(1.0, column.room * 0.8 / sum(wide))
    own = column.room - sum(wide) * fits
    ends = [x + own + fits * sum(wide[: i + 1]) for i in range(len(heads))]
    for end, head, width in zip(ends, heads, wide, strict=True):
        drawn.append(text_at(end, y, shorten(head, size, fits * width), "f-soft", size, "end"))
    winners = view.winners or ()
    ahead = winners if len(winners) < len(view.seats) else ()
    for seat, points in score_rows(view):
        y += size * 1.6
        class_, mark = ("f-ink b", "★ ") if seat in ahead else ("f-ink", "")
        who = shorten(f"{mark}{name_of(view.names, seat)}", size, own - size * 2)
        face = figure(view.people[seat].character, view.people[seat].status)
        drawn.append(translate(x + size * 0.6, y - size * 0.45, face, scale=size / 78))
        drawn.append(text_at(x + size * 1.5, y, who, class_, size))
        drawn += [text_at(end, y, n, class_, size, "end") for end, n in zip(ends, points, strict=True)]
    column.append(group(*drawn), y + size * 3)


RAIL, KEEL, BOTTOM = 340.0, 492.0, 700.0
"""Heights in `boat.svg`: the boat's rail, its keel, and where the picture of it all ends."""

_EDGES = 0.06, 0.95
"""Between which parts of the width people sit."""

_EMPTY = KEEL + 40
"""Where it ends while nobody is aboard, and no cards lie before the boat."""

_SEAT = RAIL + 4
"""Where those who sit end, behind the rail."""

_BODY = 60.0
"""How far below the face a figure ends, in its own units."""

_TALLEST = 1.43

_ARROW = 128.0
"""How high the arrow lies from who demands to whom, above all heads and below the words."""

_BOLD = 0.85
"""How wide bold words over a head are, of what is estimated on the wide side: no word of them is broken."""

SHADED = 60
"""How high above the face the top of a parasol is."""


def _scene(view: View, lang: str, lay: _Layout) -> tuple[Node, float]:
    """Return the boat from the side with everybody aboard and their cards, and the y at which it ends."""
    left, right = (lay.width * part for part in _EDGES)
    step = (right - left) / max(len(view.boat), 1)
    middles = {seat: left + (i + 0.5) * step for i, seat in enumerate(view.boat)}
    still = art("lifeboat", "boat.svg")
    drawn = join(
        sky(view),
        still["waters" if view.boat else "waters-empty"],
        *(translate(x, 0, _passenger(view, seat, lang, lay, step)) for seat, x in middles.items()),
        still["hull"],
        text_at(8, RAIL - 84, word(view, lang, "bow"), "f-sky-ink b", lay.text),
        text_at(lay.width - 4, RAIL - 56, word(view, lang, "stern"), "f-sky-ink b", lay.text, "end"),
        *(translate(x, 0, _markers(view, seat, step)) for seat, x in middles.items()),
        *_fins(view, middles),
        *(translate(x, 0, _swimmer(view, seat)) for seat, x in middles.items() if seat in view.in_water),
        *(translate(x, 0, _plate(view, seat, lang, lay, step)) for seat, x in middles.items()),
        _quarrel(view, middles, {seat: _top_of(view, seat, lang, lay, step) for seat in middles}),
        *(translate(x, 0, _offers(view, seat, lang)) for seat, x in middles.items()),
    )
    return drawn, BOTTOM if view.boat else _EMPTY


def _passenger(view: View, seat: str, lang: str, lay: _Layout, step: float) -> Node:
    """Return a seat's figure behind the rail, as large as the Size, with its troubles in words above.

    `step` is the width of a seat's place. Who swims is drawn by `_swimmer`; only the words stand here.
    """
    person, size, swims = view.people[seat], lay.text, seat in view.in_water
    face = _face_of(person, step)
    ring = el("ellipse", cy=14, rx=min(step * 0.46, 92), ry=100, class_="halo")
    drawn: list[Node] = [ring] if seat == view.turn else []
    if not swims:
        held = [translate(20, -22, provision("parasol"), scale=3.4)] if person.parasol_open else []
        someone = figure(person.character, person.status, fights=side_of(view, seat) is not None)
        drawn += [translate(0, 0, each, scale=_scale_of(person, step)) for each in (*held, someone)]
    rows, top = _over_head(view, seat, lang, lay, step)
    for i, row in enumerate(rows):
        drawn.append(text_at(0, top + i * size * 1.12, row, "f-sky-bad b", size, "middle"))
    room = hit(step - 6, 190, 0, 245 - face, round_by=12)
    last = last_ring((70, 46), 4, KEEL + 50) if swims else last_ring((80, 92), 4, face + 28)
    return piece(f"who:{seat}", translate(0, face, pick(f"who:{seat}", *drawn, room)), last)


def _scale_of(person: Person, step: float) -> float:
    """Return how large somebody is drawn: by the Size, and so that neighbours do not touch."""
    return (0.86 + person.size * 0.045) * min(_TALLEST, (step - 44) / 100)


def _face_of(person: Person, step: float) -> float:
    """Return the y of a face: the larger somebody is, the higher."""
    return _SEAT - _BODY * _scale_of(person, step)


def _markers(view: View, seat: str, step: float) -> Node:
    """Return a seat's markers at its right, one above the other, and at its left the total it leads."""
    person, x = view.people[seat], step / 2 - 24
    scale = 1.25
    drawn = [
        translate(x, RAIL - 24 - n * TOKEN * 2.2 * scale, each, scale=scale)
        for n, each in enumerate(tokens(person))
    ]
    for side, total, seats in sides_of(view):
        if seats[0] == seat:
            ring = el("circle", r=27, class_=f"f-card {SIDES[side].replace('f-', 'k-')}", stroke_width=5)
            said = text_at(0, 12, total, "f-ink b", 34, "middle")
            drawn.append(translate(-x, RAIL - 46, ring, said))
    return join(*drawn)


def _fins(view: View, middles: dict[str, float]) -> Iterator[Node]:
    """Yield a shark's fin beside everybody in the water, where sharks were called."""
    for seat, x in middles.items():
        if view.sharks and seat in view.in_water:
            yield translate(x + 62, KEEL + 66, art("lifeboat", "boat.svg")["fin"], scale=0.8)


def _over_head(view: View, seat: str, lang: str, lay: _Layout, step: float) -> tuple[list[str], float]:
    """Return the words about a seat's state in lines, and the y of the first, from the face's middle."""
    person, size = view.people[seat], lay.text
    room = step - 6
    joined = _join_lines(troubles(view, seat, lang), size * _BOLD, room)
    rows = [line for said in joined for line in wrap(said, size * _BOLD, room)]
    first = -(len(rows) - 1) * size * 1.12
    if seat in view.in_water:
        return rows, first
    top = SHADED if person.parasol_open else LOOKS[person.character].top
    return rows, first - top * _scale_of(person, step) - 12


def _plate(view: View, seat: str, lang: str, lay: _Layout, step: float) -> Node:
    """Return a seat's plate on the side of the boat: name, character, Size, survival, wounds.

    Below it its cards.
    """
    person, size, room = view.people[seat], lay.text, step - 4
    r = size * 0.84
    name = shorten(name_of(view.names, seat), size, room - 2 * r - 6)
    x = -(px(name, size) + 2 * r + 6) / 2
    token = translate(x + r, RAIL + 33, badge(view, seat, r))
    who = text_at(x + 2 * r + 6, RAIL + 44, name, "f-plank-ink b", size)
    called = _squeezed(0, RAIL + 83, character(person, lang), "f-plank-ink", size, room - 6)
    count = max(person.size, person.wounds)
    pip = min(8.5, (room - 24) / 2.5 / max(count, 1))
    marks = translate(-(count - 1) * pip * 1.25, RAIL + 135, wounds(person, pip))
    class_, top = "plank now" if seat == view.turn else "plank", RAIL + 14
    under = el("rect", x=-room / 2, y=top, width=room, height=136, rx=8, class_=class_)
    stripe = translate(-room / 2 + 3, top, _side_stripe(view, seat, 136))
    cards = _laid_cards(view, seat, lang, lay, step)
    return piece(f"place:{seat}", under, stripe, token, who, called, _values(person, size), marks, cards)


def _squeezed(x: float, y: float, text: str, class_: str, size: float, room: float) -> Node:
    """Return text about `x` at its whole size; its letters are narrower where `room` is too small for it."""
    drawn = text_at(x, y, text, class_, size, "middle")
    if px_plain(text, size) <= room:
        return drawn
    narrow = {"textLength": room, "lengthAdjust": "spacingAndGlyphs"}
    return replace(drawn, attributes=drawn.attributes | narrow)


def _values(person: Person, size: float) -> Node:
    """Return Size and Survival on a plate, each after its sign."""
    drawn, still = [], art("lifeboat", "boat.svg")
    for x, sign, n in ((-46, "sign-size", person.size), (18, "sign-survival", person.survival)):
        drawn.append(translate(x, RAIL + 104, still[sign]))
        drawn.append(text_at(x + 17, RAIL + 115, n, "f-plank-ink b", size))
    return join(*drawn)


def _laid_cards(view: View, seat: str, lang: str, lay: _Layout, step: float) -> Node:
    """Return the face-up cards of a seat, closer where they are many.

    Below them stand their names where there is room; else weapons have their strength on them.
    """
    person, size, room = view.people[seat], lay.text, step - 8
    names = face_up(person, lang)
    swims = seat in view.in_water
    said = _captions(names, size, room, 1 if swims else 2)
    height, y = (62.0, KEEL + 124) if swims else (84.0, KEEL + 53)
    width = height * CARD[0] / CARD[1]
    gap = min(width + 5, (step - 12 - width) / max(len(names) - 1, 1))
    first = -gap * (len(names) - 1) / 2
    drawn = []
    for n, card in enumerate(person.table):
        face = small_card(card, height, 0 if said else size)
        if seat == view.seat:
            face = pick(f"own:{card}", face, hit(width, height, round_by=8))
        drawn.append(translate(first + n * gap, y, face))
    below = KEEL + (186 if swims else 126)
    lines = [(below + n * 34, line, "f-sea-ink b") for n, line in enumerate(said)]
    written = (text_at(0, at, line, c, size, "middle") for at, line, c in lines)
    return join(*drawn, *written, NOTHING if swims and said else _hand_of(view, seat, lang, size))


def _hand_of(view: View, seat: str, lang: str, size: float) -> Node:
    """Return a seat's hand: its cards face down, and their number in words."""
    fan, wide = hand_of_backs(view.people[seat].cards, 38)
    said = hand_words(view, seat, lang)
    begin = -(wide + 10 + px_plain(said, size)) / 2 if wide else -px_plain(said, size) / 2
    words_at = text_at(begin + (wide + 10 if wide else 0), BOTTOM - 12, said, "f-sea-ink", size)
    return join(translate(begin, BOTTOM - 24, fan), words_at)


def _captions(names: list[str], size: float, room: float, most: int) -> list[str]:
    """Return the names of cards in at most `most` lines; empty where they need more."""
    each = [name + times(names.count(name)) for name in dict.fromkeys(names)]
    rows = [
        row
        for line in _join_lines(each, size, room)
        for row in ([line] if px_plain(line, size) <= room else wrap(line, size, room))
    ]
    return rows if len(rows) <= most else []


def _swimmer(view: View, seat: str) -> Node:
    person, still = view.people[seat], art("lifeboat", "boat.svg")
    drawn = figure(person.character, person.status, swims=True)
    ring = still["preserver"] if "preserver" in person.table else NOTHING
    room = hit(THUMB * 2, 80, 0, 10)
    return translate(0, KEEL + 44, pick(f"who:{seat}", drawn, ring, still["splash"], room), scale=1.2)


def _top_of(view: View, seat: str, lang: str, lay: _Layout, step: float) -> float:
    rows, top = _over_head(view, seat, lang, lay, step)
    return _face_of(view.people[seat], step) + top - (lay.text * 0.8 if rows else 0)


def _quarrel(view: View, middles: dict[str, float], tops: dict[str, float]) -> Node:
    """Return an arrow from who demands to whom; nothing without a demand.

    `middles` are the x of the seats, `tops` the y at which their figures begin.
    """
    conflict = view.conflict
    if conflict is None or conflict.by not in middles or conflict.target not in middles:
        return NOTHING
    start, end = middles[conflict.by], middles[conflict.target]
    way = 16 if end > start else -16
    begin, low = (max(tops[seat] - 6, _ARROW + 22) for seat in (conflict.by, conflict.target))
    line = path_d(
        "M", start, begin, "V", _ARROW + 16, "Q", start, _ARROW, start + way, _ARROW,
        "H", end - way, "Q", end, _ARROW, end, _ARROW + 16, "V", low,
    )  # fmt: skip
    head = path_d("M", end - 12, low - 14, "L", end, low, "L", end + 12, low - 14)
    thick = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return join(
        path(f"{line} {head}", "n k-card", stroke_width=11, **thick),
        path(f"{line} {head}", "n k-quarrel", stroke_width=6, **thick),
    )


def _offers(view: View, seat: str, lang: str) -> Node:
    drawn = []
    for chips in _demands(view, seat, lang):
        for n, each in enumerate(chips):
            large = group(_chip(each, each.width, is_offered=True), transform="scale(1.4)")
            drawn.append(translate(0, RAIL - 100 + n * (THUMB + 8), large))
    return group(*drawn)


def _side_stripe(view: View, seat: str, height: float) -> Node:
    side = side_of(view, seat)
    if side is None:
        return NOTHING
    return el("rect", x=1, y=8, width=4, height=height - 16, rx=2, class_=SIDES[side])


_PORTRAIT = 60.0
"""How wide the room of a portrait is on a phone."""


def draw_svg(view: View, lang: str, size: str) -> Element:
    """Return a view as a picture of a size in `_LAYOUTS`: `phone`, `table`, or either beside the hand."""
    lay = _LAYOUTS[size]
    head, y = _header(view, lang, lay)
    hull, bottom = _boat(view, lang, lay, y) if lay.height is None else _scene(view, lang, lay)
    panel, end = _below(view, lang, lay, bottom)
    height = max(bottom, end, lay.height or 0) + (0 if lay.height else lay.margin)
    titles = word(view, lang, "title", day=view.day), headline(view, lang)
    return picture(view, lang, (lay.width, height), titles, hull, head, panel)


def _header(view: View, lang: str, lay: _Layout) -> tuple[Node, float]:
    """Return the day, the phase, who acts, birds, on a phone piles and card; and the y at which it ends."""
    is_narrow = lay.height is None
    big, size, room = lay.text * (1.35 if is_narrow else 1.15), lay.text, lay.width - 2 * lay.margin
    phase = noun("phase", view.phase, lang, "lifeboat")
    title = f"{word(view, lang, 'title', day=view.day)} · {phase}"
    y = lay.margin + big
    first = text_at(lay.margin, y, title, "f-sky-ink b", big)
    said = [headline(view, lang)]
    if not is_narrow:
        drawn = _lines(list(filter(None, said)), lay.margin, y + size * 1.35, size, room * 0.68, "f-sky-ink")
        return join(first, _birds(view, lang, lay, y + 10), drawn), y + size * 3.05
    said += [*_join_lines(piles(view, lang), size, room), *wrap(navigation_words(view, lang), size, room)]
    said = list(filter(None, said))
    end = y + _GULLS + size * (1.2 + 1.45 * len(said))
    drawn = _lines(said, lay.margin, y + _GULLS + size * 1.3, size, room, "f-sky-ink")
    above = narrow_sky(view, lay.width, end, y + 14)
    return join(above, first, _birds(view, lang, lay, y + _GULLS * 0.62), drawn), end


_GULLS = 32.0
"""How high the row of gulls is on a phone."""


def _birds(view: View, lang: str, lay: _Layout, y: float) -> Node:
    """Return the gulls and their number: on a screen at the right, on a phone in a row of their own."""
    label = f"{word(view, lang, 'birds')} {view.birds}/{BIRDS_TO_LAND}"
    if lay.height is None:
        wide = GULL * 1.1 * _SMALL_GULL * BIRDS_TO_LAND
        said = text_at(lay.margin + wide + 8, y + 5, label, "f-sky-ink b", lay.text)
        return join(gulls(view, lay.margin, y, _SMALL_GULL), said)
    wide = GULL * 1.1 * BIRDS_TO_LAND
    said = text_at(lay.width - lay.margin, y + lay.text * 1.35, label, "f-sky-ink b", lay.text, "end")
    return join(gulls(view, lay.width - lay.margin - wide, y - 22, 1), said)


_SMALL_GULL = 0.46


def _boat(view: View, lang: str, lay: _Layout, y: float) -> tuple[Node, float]:
    """Return the boat from above, for a phone, from the y given, and the y at which it ends."""
    width, tip, step = lay.width - 2 * lay.margin, lay.text * 2.4, lay.row
    rows = max(2, len(view.boat))
    answering = _room_to_answer(view)
    taller = {seat: _CARDS_ROW for seat in view.boat if _is_crowded(view, seat, lang, lay, width - 16)}
    height = rows * step + 2 * tip + sum(answering.values()) + sum(taller.values())
    x = lay.margin
    middle, right, end = x + width / 2, x + width, y + height
    outline = path_d(
        "M", x, y + tip, "Q", middle, y - tip * 0.7, right, y + tip,
        "L", right, end - tip, "Q", middle, end + tip * 0.7, x, end - tip, "Z",
    )  # fmt: skip
    sea = el("rect", x=0, y=y - 4, width=width + 2 * lay.margin, height=height + 8, class_="f-sea")
    hull = path(outline, "f-hull k-hull-edge", stroke_width=3)
    ends = [
        text_at(middle, at, word(view, lang, id), "f-ink b", lay.text * 0.9, "middle")
        for id, at in (("bow", y + tip * 0.86), ("stern", end - tip * 0.42))
    ]
    seats, asked, top = [], [], y + tip + 3
    for seat in view.boat:
        size = width - 16, step - 6 + taller.get(seat, 0)
        box = _seat_box(view, seat, lang, lay, *size, taller.get(seat, 0))
        # Whose acted last is framed: hidden until a page's style sheet shows it.
        within = {"x": 2, "y": 2, "width": size[0] - 4, "height": size[1] - 4, "rx": 7}
        frame = el("rect", class_="lately", **within, visibility="hidden")
        seats.append(translate(x + 8, top, piece(f"who:{seat}", box, frame)))
        top += answering.get(seat, 0)
        low = top + size[1] - THUMB / 2
        asked += [_row(chips, x + 60, low, size[0] - 62) for chips in _demands(view, seat, lang)]
        top += size[1] + 6
    return join(sea, _waves(lay, y, height, width), hull, *ends, *seats, *asked), y + height


_CARDS_ROW = 20.0
"""How high the row is in which cards lie that have no room beside the portrait."""


def _is_crowded(view: View, seat: str, lang: str, lay: _Layout, width: float) -> bool:
    person, room = view.people[seat], width - _PORTRAIT - 10
    if not person.table:
        return False
    size, texts = lay.text * 0.8, list(_chips_of(person, lang).values())
    return _chip_size(texts, size, room, _PICTURED) < size or not _fits_beside(
        view, seat, lang, lay.text, room
    )


def _chips_of(person: Person, lang: str) -> dict[str, str]:
    each = dict(zip(person.table, face_up(person, lang), strict=True))
    return {card: text + times(person.table.count(card)) for card, text in each.items()}


def _fits_beside(view: View, seat: str, lang: str, size: float, room: float) -> bool:
    who = f"{name_of(view.names, seat)} · {character(view.people[seat], lang)}"
    beside = " · ".join([*troubles(view, seat, lang), hand_words(view, seat, lang)])
    return px(who, size) + px(beside, size * 0.85) + 8 <= room


def _room_to_answer(view: View) -> dict[str, float]:
    """Return by seat the extra height for buttons that answer a demand.

    Empty if the viewer owes no answer.
    """
    conflict = view.conflict
    is_asked = conflict is not None and conflict.target == view.seat and not conflict.attack
    return {str(view.seat): THUMB + 4.0} if is_asked else {}


def _waves(lay: _Layout, y: float, height: float, width: float) -> Node:
    step = lay.text * 3
    crests = [
        (x, y + n * step) for n in range(1, int(height / step) + 1) for x in (2.0, lay.margin + width + 3)
    ]
    return group(*(path(path_d("M", *at, "q", 4, -5, 8, 0), "n k-wave", stroke_width=1.5) for at in crests))


def _seat_box(
    view: View, seat: str, lang: str, lay: _Layout, width: float, height: float, below: float
) -> Node:
    """Return a seat's box on a phone; the lowest `below` units are a row for cards alone, 0: none."""
    person, size, x = view.people[seat], lay.text, _PORTRAIT
    edge, thick = ("k-accent", 3) if seat == view.turn else ("k-line", 1)
    box = el("rect", width=width, height=height, rx=8, class_=f"f-card {edge}", stroke_width=thick)
    r, upper = size * 0.72, height - below
    token = translate(r + 5, upper - r - 5, badge(view, seat, r))
    scale = upper / 122 * (0.8 + person.size * 0.025)
    someone = translate(x / 2 + 2, upper - 1 - _BODY * scale, _portrait(view, seat), scale=scale)
    values = f"{word(view, lang, 'size')} {person.size} · {word(view, lang, 'survival')} {person.survival}"
    room = width - x - 10
    named, middle = _who_and_how(view, seat, lang, size, (x, room, upper))
    parts = [
        named,
        text_at(x, middle, values, "f-soft", size * 0.8),
        translate(x + px(values, size * 0.8) + 10, middle - size * 0.3, wounds(person, size * 0.3)),
    ]
    marks = [
        translate(width - 18 - n * 29, upper - 20, each, scale=0.85) for n, each in enumerate(tokens(person))
    ]
    whole = hit(width, height, width / 2, height / 2, round_by=8)
    frame = el("rect", x=5, y=4, width=x - 9, height=upper - 8, rx=6, class_="f-haze")
    return join(
        pick(
            f"who:{seat}", box, frame, _side_stripe(view, seat, height), someone, token, *parts, *marks, whole
        ),
        _card_chips(person, lang, x, height - size * 0.58, size * 0.8, room, is_own=seat == view.seat),
    )


def _portrait(view: View, seat: str) -> Node:
    person, swims = view.people[seat], seat in view.in_water
    someone = figure(person.character, person.status, fights=side_of(view, seat) is not None, swims=swims)
    return group(someone, art("lifeboat", "boat.svg")["wave"] if swims else NOTHING)


def _who_and_how(
    view: View, seat: str, lang: str, size: float, place: tuple[float, float, float]
) -> tuple[Node, float]:
    """Return a seat's name, its troubles beside or below it, and the y of the next line.

    `place` is (x where the name begins, room to its right, height of the box).
    """
    x, room, height = place
    who = f"{name_of(view.names, seat)} · {character(view.people[seat], lang)}"
    said, held = troubles(view, seat, lang), hand_words(view, seat, lang)
    beside, small = " · ".join([*said, held]), size * 0.85
    is_crowded = not _fits_beside(view, seat, lang, size, room)
    top, middle = (0.24, 0.65) if is_crowded else (0.28, 0.56)
    joined = " · ".join(said)
    tight = small * min(1, room / max(1, px(joined, small)))
    below = text_at(x, height * 0.46, joined, "f-bad", tight) if is_crowded else NOTHING
    beside = held if is_crowded else beside
    name = shorten(who, size, room - px(beside, small) - 8)
    first = text_at(x, height * top, name, "f-ink b", size)
    last = text_at(x + room, height * top, beside, "f-bad", small, "end")
    return group(first, last, below), height * middle


def _card_chips(
    person: Person, lang: str, x: float, y: float, size: float, room: float, *, is_own: bool
) -> Node:
    """Return the face-up cards as chips; the viewer's own can be tapped.

    Where they are many they begin at the left edge, are smaller and have no pictures; at last some are left
    out for an ellipsis.
    """
    drawn: list[Node] = []
    chips = _chips_of(person, lang)
    texts = list(chips.values())
    if _chip_size(texts, size, room, _PICTURED) < size:
        x, room = _LEFT_OUT, room + x - _LEFT_OUT
    pictured = _PICTURED if _chip_size(texts, size, room, _PICTURED) > size * SMALLEST else 0
    size = _chip_size(texts, size, room, pictured)
    at = x
    for card, text in chips.items():
        width = px(text, size) + 10 + size * pictured
        if round(at + width - x - room, 3) > 0:
            drawn.append(text_at(at, y - 2, "…", "f-ink", size))
            break
        face = _chip_face(card if pictured else None, text, size, width)
        room_to_tap = hit(max(width, THUMB), size * 2.4, width / 2, -size * 0.4, round_by=6)
        chip = pick(f"own:{card}", face, room_to_tap) if is_own else face
        drawn.append(translate(at, y, chip))
        at += width + 5
    return group(*drawn)


_PICTURED = 1.5
"""How much wider a chip is with a picture on it, in sizes of its words."""

_LEFT_OUT = 10.0
"""Where chips begin that are too many to stand beside the portrait."""


def _chip_face(card: str | None, text: str, size: float, width: float) -> Node:
    """Return a face-up card as a chip, its left end at the origin; without a picture where `card` is None."""
    box = el("rect", y=-size * 1.1, width=width, height=size * 1.45, rx=4, class_="f-chip k-line")
    if card is None:
        return group(box, text_at(5, 0, text, "f-ink", size))
    small = translate(3 + size * 0.7, -size * 0.38, provision(card), scale=size * 1.3 / ICON)
    return group(box, small, text_at(6 + size * 1.4, 0, text, "f-ink", size))


def _chip_size(texts: list[str], size: float, room: float, pictured: float) -> float:
    """Return the text size, between `SMALLEST` of `size` and `size`, at which chips fit into one row.

    `pictured` is the width of a picture on each, in sizes of its words.
    """
    wanted = sum(px(text, size) + size * pictured for text in texts)
    left = room - 15 * len(texts) + 5
    return size * max(SMALLEST, min(1, left / wanted)) if texts else size
