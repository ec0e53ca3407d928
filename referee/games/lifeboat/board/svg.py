"""Lifeboat as a picture: the boat from bow to stern on the sea, then the fight and the score sheet."""

from referee.draw.assets import art, picture
from referee.draw.palette import name_of
from referee.draw.shapes import badge
from referee.draw.svg import (
    NOTHING,
    SMALLEST,
    THUMB,
    Element,
    Node,
    el,
    group,
    hit,
    join,
    path,
    pen,
    pick,
    piece,
    px,
    shorten,
    text_at,
    translate,
    wrap,
)
from referee.draw.words import word
from referee.games.lifeboat.board.cards import demands, row
from referee.games.lifeboat.board.figures import ICON, figure, provision, wounds
from referee.games.lifeboat.board.layout import LAYOUTS, Layout, lines, wrapped
from referee.games.lifeboat.board.panel import below
from referee.games.lifeboat.board.scene import scene, side_stripe
from referee.games.lifeboat.board.words import (
    BIRDS,
    character,
    face_up,
    flags,
    hand_words,
    headline,
    navigation_words,
    piles,
    side_of,
    times,
)
from referee.games.lifeboat.view import Person, View
from referee.l10n import noun

PORTRAIT = 56.0
"""How wide the room of a portrait is on a phone."""


def draw_svg(view: View, lang: str, size: str) -> Element:
    """Draw a view as an SVG document at `phone` or `table` size."""
    lay = LAYOUTS[size]
    head, y = header(view, lang, lay)
    hull, bottom = boat(view, lang, lay, y) if lay.height is None else scene(view, lang, lay)
    panel, end = below(view, lang, lay, bottom)
    height = max(bottom, end, lay.height or 0) + (0 if lay.height else lay.margin)
    titles = word(view, lang, "title", day=view.day), headline(view, lang)
    return picture(view, lang, (lay.width, height), titles, hull, head, panel)


def header(view: View, lang: str, lay: Layout) -> tuple[Node, float]:
    """Write the day, the phase, who acts, the birds, the piles and the card."""
    is_narrow = lay.height is None
    big, size, room = lay.text * (1.35 if is_narrow else 1.15), lay.text, lay.width - 2 * lay.margin
    phase = noun("phase", view.phase, lang, "lifeboat")
    title = f"{word(view, lang, 'title', day=view.day)} · {phase}"
    y = lay.margin + big
    first = text_at(lay.margin, y, title, "f-sky-ink b", big)
    flock = birds(view, lang, lay, lay.width - lay.margin, y)
    said = [headline(view, lang)]
    if is_narrow:
        said += [*wrapped(piles(view, lang), size, room), *wrap(navigation_words(view, lang), size, room)]
    said = list(filter(None, said))
    body = lines(said, lay.margin, y + size * (1.7 if is_narrow else 1.35), size, room, "f-sky-ink")
    return join(first, flock, body), y + size * (1.6 + 1.45 * len(said))


def birds(view: View, lang: str, lay: Layout, right: float, y: float) -> Node:
    """Draw the bird markers, those to come in outline."""
    step = lay.text * 1.7
    rise, wide = step * 0.32, step * 0.38
    wings = pen("M", 0, 0, "q", step * 0.2, -rise, wide, 0, "q", step * 0.18, -rise, wide, 0)
    there = path(wings, "n k-bird", stroke_width=3)
    to_come = path(wings, "n k-bird", stroke_width=1, stroke_dasharray="2 3")
    drawn = [
        translate(right - step * BIRDS + i * step, y - 2, there if i < view.birds else to_come)
        for i in range(BIRDS)
    ]
    label = f"{word(view, lang, 'birds')} {view.birds}/{BIRDS}"
    size = lay.text * (0.85 if lay.height is None else 1)
    return group(*drawn, text_at(right, y + lay.text * 1.1, label, "f-sky-ink", size, "end"))


def boat(view: View, lang: str, lay: Layout, y: float) -> tuple[Node, float]:
    """Draw the boat from above, with a thwart for everybody aboard."""
    width, tip, step = lay.width - 2 * lay.margin, lay.text * 2.4, lay.row
    rows = max(2, len(view.boat))
    answering = room_to_answer(view)
    taller = {seat: CARDS_ROW for seat in view.boat if is_crowded(view, seat, lang, lay, width - 16)}
    height = rows * step + 2 * tip + sum(answering.values()) + sum(taller.values())
    x = lay.margin
    middle, right, end = x + width / 2, x + width, y + height
    outline = pen(
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
        box = seat_box(view, seat, lang, lay, *size, taller.get(seat, 0))
        seats.append(translate(x + 8, top, piece(f"who:{seat}", box, mark_last(*size))))
        top += answering.get(seat, 0)
        low = top + size[1] - THUMB / 2
        asked += [row(chips, x + 60, low, size[0] - 62) for chips in demands(view, seat, lang)]
        top += size[1] + 6
    return join(sea, waves(lay, y, height, width), hull, *ends, *seats, *asked), y + height


CARDS_ROW = 20.0
"""How high the row is in which cards lie that have no room beside the portrait."""


def is_crowded(view: View, seat: str, lang: str, lay: Layout, width: float) -> bool:
    """Whether cards lie before a seat and they, or what it suffers, need a row of their own."""
    person, room = view.people[seat], width - PORTRAIT - 10
    if not person.table:
        return False
    size, texts = lay.text * 0.8, list(chips_of(person, lang).values())
    return fitted(texts, size, room, PICTURED) < size or not fits_beside(view, seat, lang, lay.text, room)


def chips_of(person: Person, lang: str) -> dict[str, str]:
    """Write each of the cards before somebody, with how many there are of it."""
    each = dict(zip(person.table, face_up(person, lang), strict=True))
    return {card: text + times(person.table.count(card)) for card, text in each.items()}


def fits_beside(view: View, seat: str, lang: str, size: float, room: float) -> bool:
    """Whether how a seat fares fits beside its name."""
    who = f"{name_of(view.names, seat)} · {character(view.people[seat], lang)}"
    beside = " · ".join([*flags(view, seat, lang), hand_words(view, seat, lang)])
    return px(who, size) + px(beside, size * 0.85) + 8 <= room


def room_to_answer(view: View) -> dict[str, float]:
    """Keep room below the viewer, where it is to answer a demand: so its answers cover nothing."""
    conflict = view.conflict
    is_asked = conflict is not None and conflict.target == view.seat and not conflict.attack
    return {str(view.seat): THUMB + 4.0} if is_asked else {}


def mark_last(width: float, height: float) -> Node:
    """Mark whose act was the last one: a dashed frame, to be shown by whoever knows."""
    return el(
        "rect", class_="lately", x=2, y=2, width=width - 4, height=height - 4, rx=7, visibility="hidden"
    )


def waves(lay: Layout, y: float, height: float, width: float) -> Node:
    """Draw a few waves at both sides of the hull."""
    step = lay.text * 3
    crests = [
        (x, y + n * step) for n in range(1, int(height / step) + 1) for x in (2.0, lay.margin + width + 3)
    ]
    return group(*(path(pen("M", *at, "q", 4, -5, 8, 0), "n k-wave", stroke_width=1.5) for at in crests))


def seat_box(
    view: View, seat: str, lang: str, lay: Layout, width: float, height: float, below: float
) -> Node:
    """Draw one seat: badge, who, Size and survival, wounds, markers, cards.

    So much of the height is a row `below` for cards alone.
    """
    person, size, x = view.people[seat], lay.text, PORTRAIT
    edge, thick = ("k-accent", 3) if seat == view.turn else ("k-line", 1)
    box = el("rect", width=width, height=height, rx=8, class_=f"f-card {edge}", stroke_width=thick)
    r, upper = size * 0.72, height - below
    token = translate(r + 5, upper - r - 5, badge(view, seat, r))
    scale = upper / 118 * (0.8 + person.size * 0.03)
    someone = translate(x / 2 + 2, upper * 0.42, portrait(view, seat), scale=scale)
    values = f"{word(view, lang, 'size')} {person.size} · {word(view, lang, 'survival')} {person.survival}"
    room = width - x - 10
    named, middle = who_and_how(view, seat, lang, size, (x, room, upper))
    parts = [
        named,
        text_at(x, middle, values, "f-soft", size * 0.8),
        translate(x + px(values, size * 0.8) + 10, middle - size * 0.3, wounds(person, size * 0.3)),
    ]
    whole = hit(width, height, width / 2, height / 2, round_by=8)
    return join(
        pick(f"who:{seat}", box, side_stripe(view, seat, height), someone, token, *parts, whole),
        cards(person, lang, x, height - size * 0.58, size * 0.8, room, is_own=seat == view.seat),
    )


def portrait(view: View, seat: str) -> Node:
    """Draw somebody's face and shoulders; in the water up to the neck, arms up."""
    person, swims = view.people[seat], seat in view.in_water
    someone = figure(person.character, person.status, fights=side_of(view, seat) is not None, swims=swims)
    return group(someone, art("lifeboat", "boat.svg")["wave"] if swims else NOTHING)


def who_and_how(
    view: View, seat: str, lang: str, size: float, place: tuple[float, float, float]
) -> tuple[Node, float]:
    """Write the name, and beside it, or below it where that is too long, how the seat fares.

    `place` is where the name begins, the room to its right, and the height of the box. Give also how
    high the next line stands.
    """
    x, room, height = place
    who = f"{name_of(view.names, seat)} · {character(view.people[seat], lang)}"
    said, held = flags(view, seat, lang), hand_words(view, seat, lang)
    beside, small = " · ".join([*said, held]), size * 0.85
    is_crowded = not fits_beside(view, seat, lang, size, room)
    top, middle = (0.24, 0.65) if is_crowded else (0.28, 0.56)
    troubles = " · ".join(said)
    tight = small * min(1, room / max(1, px(troubles, small)))
    below = text_at(x, height * 0.46, troubles, "f-bad", tight) if is_crowded else NOTHING
    beside = held if is_crowded else beside
    name = shorten(who, size, room - px(beside, small) - 8)
    first = text_at(x, height * top, name, "f-ink b", size)
    last = text_at(x + room, height * top, beside, "f-bad", small, "end")
    return group(first, last, below), height * middle


def cards(person: Person, lang: str, x: float, y: float, size: float, room: float, *, is_own: bool) -> Node:
    """Write the face-up cards as chips; where they are many, from the left edge, smaller, without pictures.

    The viewer's own can be used.
    """
    drawn: list[Node] = []
    chips = chips_of(person, lang)
    texts = list(chips.values())
    if fitted(texts, size, room, PICTURED) < size:
        x, room = LEFT_OUT, room + x - LEFT_OUT
    pictured = PICTURED if fitted(texts, size, room, PICTURED) > size * SMALLEST else 0
    size = fitted(texts, size, room, pictured)
    at = x
    for card, text in chips.items():
        width = px(text, size) + 10 + size * pictured
        if round(at + width - x - room, 3) > 0:
            drawn.append(text_at(at, y - 2, "…", "f-ink", size))
            break
        face = chip_face(card if pictured else None, text, size, width)
        room_to_tap = hit(max(width, THUMB), size * 2.4, width / 2, -size * 0.4, round_by=6)
        chip = pick(f"own:{card}", face, room_to_tap) if is_own else face
        drawn.append(translate(at, y, chip))
        at += width + 5
    return group(*drawn)


PICTURED = 1.5
"""How much wider a chip is with a picture on it, in sizes of its words."""

LEFT_OUT = 10.0
"""Where chips begin that are too many to stand beside the portrait."""


def chip_face(card: str | None, text: str, size: float, width: float) -> Node:
    """Draw a face-up card as a chip, its left end at the origin; with its picture, where one is told."""
    box = el("rect", y=-size * 1.1, width=width, height=size * 1.45, rx=4, class_="f-chip k-line")
    if card is None:
        return group(box, text_at(5, 0, text, "f-ink", size))
    small = translate(3 + size * 0.7, -size * 0.38, provision(card), scale=size * 1.3 / ICON)
    return group(box, small, text_at(6 + size * 1.4, 0, text, "f-ink", size))


def fitted(texts: list[str], size: float, room: float, pictured: float) -> float:
    """Give the size at which chips fit into one row, down to what can still be read."""
    wanted = sum(px(text, size) + size * pictured for text in texts)
    left = room - 15 * len(texts) + 5
    return size * max(SMALLEST, min(1, left / wanted)) if texts else size
