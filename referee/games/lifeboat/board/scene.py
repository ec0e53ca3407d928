"""The boat from the side, for a screen: people in a row from bow to stern, on a sea by day or by night."""

from referee.draw.assets import art
from referee.draw.palette import name_of
from referee.draw.shapes import badge
from referee.draw.svg import (
    NOTHING,
    THUMB,
    Node,
    el,
    group,
    hit,
    join,
    last_ring,
    path,
    pen,
    pick,
    piece,
    px,
    px_plain,
    shorten,
    text_at,
    translate,
    wrap,
)
from referee.draw.words import word
from referee.games.lifeboat.board.cards import chip, demands
from referee.games.lifeboat.board.figures import CARD, figure, provision, small_card, wounds
from referee.games.lifeboat.board.layout import SIDES, Layout, wrapped
from referee.games.lifeboat.board.words import character, face_up, flags, hand_words, side_of, sides_of, times
from referee.games.lifeboat.tables import WEAPONS
from referee.games.lifeboat.view import Person, View

RAIL, KEEL, BOTTOM = 340.0, 492.0, 700.0
"""Heights in `boat.svg`: the boat's rail, its keel, and where the picture of it all ends."""

EDGES = 0.045, 0.97
"""Between which parts of the width people sit."""

EMPTY = KEEL + 40
"""Where it ends while nobody is aboard, and no cards lie before the boat."""

FACE = 260.0
"""How high faces are of those who sit."""

TALLEST = 1.12

BOLD = 0.85
"""How wide bold words over a head are, of what is estimated on the wide side: no word of them is broken."""

SHADED, BARE = 60, 38
"""How high above the face its top is, under a parasol or without one."""


def scene(view: View, lang: str, lay: Layout) -> tuple[Node, float]:
    """Draw everybody aboard, with what lies before them; give where it ends."""
    left, right = (lay.width * part for part in EDGES)
    step = (right - left) / max(len(view.boat), 1)
    middles = {seat: left + (i + 0.5) * step for i, seat in enumerate(view.boat)}
    still = art("lifeboat", "boat.svg")
    drawn = join(
        still["waters" if view.boat else "waters-empty"],
        *(translate(x, 0, sitting(view, seat, lang, lay, step)) for seat, x in middles.items()),
        still["hull"],
        text_at(left - 50, RAIL - 58, word(view, lang, "bow"), "f-sky-ink b", lay.text),
        text_at(right + 34, RAIL - 34, word(view, lang, "stern"), "f-sky-ink b", lay.text, "end"),
        *(translate(x, 0, afloat(view, seat)) for seat, x in middles.items() if seat in view.in_water),
        *(translate(x, 0, plate(view, seat, lang, lay, step)) for seat, x in middles.items()),
        quarrel(view, lay, middles, {seat: height_of(view, seat, lang, lay, step) for seat in middles}),
        *(translate(x, 0, asked(view, seat, lang)) for seat, x in middles.items()),
    )
    return drawn, BOTTOM if view.boat else EMPTY


def sitting(view: View, seat: str, lang: str, lay: Layout, step: float) -> Node:
    """Draw somebody behind the rail, as large as the Size, and above, in words, how somebody fares."""
    person, size, swims = view.people[seat], lay.text, seat in view.in_water
    ring = el("ellipse", cy=12, rx=min(step * 0.46, 76), ry=92, class_="halo")
    drawn: list[Node] = [ring] if seat == view.turn else []
    if not swims:
        held = [translate(20, -22, provision("parasol"), scale=3.4)] if person.parasol_open else []
        someone = figure(person.character, person.status, fights=side_of(view, seat) is not None)
        drawn += [translate(0, 0, each, scale=scale_of(person, step)) for each in (*held, someone)]
    rows, top = over_head(view, seat, lang, lay, step)
    for i, row in enumerate(rows):
        drawn.append(text_at(0, top + i * size * 1.12, row, "f-sky-bad b", size, "middle"))
    room = hit(step - 6, 190, 0, 40, round_by=12)
    last = last_ring((70, 46), 4, KEEL + 50) if swims else last_ring((74, 86), 4, FACE + 38)
    return piece(f"who:{seat}", translate(0, FACE, pick(f"who:{seat}", *drawn, room)), last)


def scale_of(person: Person, step: float) -> float:
    """Give how large somebody is drawn."""
    return min((0.86 + person.size * 0.045) * min(TALLEST, step / 150), 1.35)


def over_head(view: View, seat: str, lang: str, lay: Layout, step: float) -> tuple[list[str], float]:
    """Set how somebody fares in lines over the head; give how high the first one stands, of the face."""
    person, size = view.people[seat], lay.text
    room = step - 6
    joined = wrapped(flags(view, seat, lang), size * BOLD, room)
    rows = [line for said in joined for line in wrap(said, size * BOLD, room)]
    first = -(len(rows) - 1) * size * 1.12
    if seat in view.in_water:
        return rows, first
    return rows, first - (SHADED if person.parasol_open else BARE) * scale_of(person, step) - 14


def plate(view: View, seat: str, lang: str, lay: Layout, step: float) -> Node:
    """Write on the boat's side who sits there, with Size, survival and wounds; below it lie the cards."""
    person, size, room = view.people[seat], lay.text, step - 4
    r = size * 0.84
    name = shorten(name_of(view.names, seat), size, room - 2 * r - 6)
    x = -(px(name, size) + 2 * r + 6) / 2
    token = translate(x + r, RAIL + 33, badge(view, seat, r))
    who = text_at(x + 2 * r + 6, RAIL + 44, name, "f-plank-ink b", size)
    rows = in_two(character(person, lang), size, room)
    part = [
        text_at(0, RAIL + at, row, "f-plank-ink", size, "middle")
        for at, row in zip(ROWS[len(rows) - 1], rows, strict=True)
    ]
    values = f"{person.size}/{person.survival}"
    wide, count = px(values, size), max(person.size, person.wounds)
    pip = min(8.5, (room - wide - 24) / 2.5 / max(count, 1))
    begin = -(wide + 10 + count * pip * 2.5) / 2
    numbers = text_at(begin, RAIL + 142, values, "f-plank-ink b", size)
    marks = translate(begin + wide + 10 + pip, RAIL + 131, wounds(person, pip))
    class_, top = "plank now" if seat == view.turn else "plank", RAIL + 14
    under = el("rect", x=-room / 2, y=top, width=room, height=136, rx=8, class_=class_)
    stripe = translate(-room / 2 + 3, top, side_stripe(view, seat, 136))
    cards = spread(view, seat, lang, lay, step)
    return piece(f"place:{seat}", under, stripe, token, who, *part, numbers, marks, cards)


ROWS = ((92.0,), (85.0, 113.0))
"""How far below the rail a character's name stands, in one row or in two."""


def in_two(text: str, size: float, room: float) -> list[str]:
    """Break words into two rows where one is too short for them; what is too much for two is cut."""
    if px_plain(text, size) <= room:
        return [text]
    first, *rest = wrap(text, size * 0.92, room)
    return [first, shorten(" ".join(rest), size, room)] if rest else [first]


def spread(view: View, seat: str, lang: str, lay: Layout, step: float) -> Node:
    """Lay out the cards before somebody, close together where they are many; count the hand.

    Below them stands what they are, as far as there is room; else on the cards what adds to a fight.
    """
    person, size, room = view.people[seat], lay.text, step - 8
    names = face_up(person, lang)
    swims = seat in view.in_water
    said = captions(names, size, room, 1 if swims else 2)
    height, y = (62.0, KEEL + 124) if swims else (84.0, KEEL + 53)
    width = height * CARD[0] / CARD[1]
    gap = min(width + 5, (step - 12 - width) / max(len(names) - 1, 1))
    first = -gap * (len(names) - 1) / 2
    drawn = []
    for n, card in enumerate(person.table):
        face = small_card(card, "" if said else strength(card), height, size)
        if seat == view.seat:
            face = pick(f"own:{card}", face, hit(width, height, round_by=8))
        drawn.append(translate(first + n * gap, y, face))
    below = KEEL + (186 if swims else 126)
    lines = [(below + n * 34, line, "f-sea-ink b") for n, line in enumerate(said)]
    if not (swims and said):
        lines.append((BOTTOM - 10, hand_words(view, seat, lang), "f-sea-ink"))
    written = (text_at(0, at, line, c, size, "middle") for at, line, c in lines)
    return join(*drawn, *written)


def captions(names: list[str], size: float, room: float, most: int) -> list[str]:
    """Set the names of cards into so many lines at most; none where they need more."""
    each = [name + times(names.count(name)) for name in dict.fromkeys(names)]
    rows = [
        row
        for line in wrapped(each, size, room)
        for row in ([line] if px_plain(line, size) <= room else wrap(line, size, room))
    ]
    return rows if len(rows) <= most else []


def strength(card: str) -> str:
    """Write what a card adds to a fight."""
    return f"+{WEAPONS[card]}" if card in WEAPONS else ""


def afloat(view: View, seat: str) -> Node:
    """Draw somebody in the water before the boat, arms up."""
    person, still = view.people[seat], art("lifeboat", "boat.svg")
    drawn = figure(person.character, person.status, swims=True)
    ring = still["preserver"] if "preserver" in person.table else NOTHING
    room = hit(THUMB * 2, 90, 0, 10)
    return translate(0, KEEL + 46, pick(f"who:{seat}", drawn, ring, still["splash"], room))


def height_of(view: View, seat: str, lang: str, lay: Layout, step: float) -> float:
    """Give where somebody with all that is written over the head begins."""
    rows, top = over_head(view, seat, lang, lay, step)
    return FACE + top - (lay.text if rows else 0)


def quarrel(view: View, lay: Layout, middles: dict[str, float], tops: dict[str, float]) -> Node:
    """Draw an arrow from who demands to whom, and the sums of a fight at its head."""
    conflict = view.conflict
    if conflict is None or conflict.by not in middles or conflict.target not in middles:
        return NOTHING
    start, end = middles[conflict.by], middles[conflict.target]
    way = 1 if end > start else -1
    top = FACE - 140
    begin, low = (min(FACE - 84, tops[seat] - 8) for seat in (conflict.by, conflict.target))
    arc = pen("M", start, begin, "C", start + way * 30, top - 40, end - way * 30, top - 40, end, low)
    head = pen("M", end - 12 - way * 6, low - 20, "L", end, low, "L", end + 14 - way * 6, low - 18)
    thick = {"stroke_width": 6, "stroke_linecap": "round", "stroke_linejoin": "round"}
    drawn: list[Node] = [path(f"{arc} {head}", "n k-quarrel", **thick)]
    for (_, total, _), dx, edge in zip(sides_of(view), (-30, 30), ("k-accent", "k-soft"), strict=False):
        x = (start + end) / 2 + dx
        ring = el("circle", cx=x, cy=top - 8, r=26, class_=f"f-card {edge}", stroke_width=4)
        drawn.append(group(ring, text_at(x, top + 1, total, "f-ink b", lay.text * 1.25, "middle")))
    return group(*drawn)


def asked(view: View, seat: str, lang: str) -> Node:
    """Offer what may be asked of somebody, or answered, as chips over the one it is about."""
    drawn = []
    for chips in demands(view, seat, lang):
        for n, each in enumerate(chips):
            large = group(chip(each, each.width, is_offered=True), transform="scale(1.4)")
            drawn.append(translate(0, FACE - 20 + n * (THUMB + 8), large))
    return group(*drawn)


def side_stripe(view: View, seat: str, height: float) -> Node:
    """Draw at the edge of a fighter's box the colour its side has beside the boat."""
    side = side_of(view, seat)
    if side is None:
        return NOTHING
    return el("rect", x=1, y=8, width=4, height=height - 16, rx=2, class_=SIDES[side])
