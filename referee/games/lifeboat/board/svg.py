"""Lifeboat as a picture: the boat from bow to stern on the sea, then the fight and the score sheet."""

from referee.draw.palette import marks_of, name_of
from referee.draw.shapes import badge
from referee.draw.svg import (
    NOTHING,
    Markup,
    document,
    el,
    group,
    hit,
    join,
    moved,
    path,
    pen,
    pick,
    px,
    shorten,
    text_at,
    wrap,
)
from referee.draw.taps import THUMB
from referee.games.lifeboat.board.cards import demands, row
from referee.games.lifeboat.board.layout import LAYOUTS, Layout, lines, wrapped
from referee.games.lifeboat.board.panel import below
from referee.games.lifeboat.board.style import ROOT, SIDES, css
from referee.games.lifeboat.board.text import draw_text
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
    word,
)
from referee.games.lifeboat.view import Person, View
from referee.l10n import noun

SMALLEST = 0.72
"""How much smaller than others the words on a card may be where many lie before a seat."""


def draw_svg(view: View, lang: str, size: str) -> str:
    """Draw a view as an SVG document at `phone` or `table` size."""
    lay = LAYOUTS[size]
    head, y = header(view, lang, lay)
    hull, bottom = boat(view, lang, lay, y)
    panel, end = below(view, lang, lay, y, bottom)
    height = max(bottom, end) + lay.margin
    sky = el("rect", width=lay.width, height=height, class_="f-paper")
    return document(
        width=lay.width,
        height=height,
        lang=lang,
        name=ROOT,
        title=f"{word(view, lang, 'title', day=view.day)}: {headline(view, lang)}",
        description=draw_text(view, lang, colour=False, columns=80),
        css=css(),
        body=join(sky, head, hull, panel),
    )


def header(view: View, lang: str, lay: Layout) -> tuple[Markup, float]:
    """Write the day, the phase, who acts, the birds, the piles and the card."""
    big, size, room = lay.text * 1.35, lay.text, lay.width - 2 * lay.margin
    phase = noun("phase", view.phase, lang, "lifeboat")
    title = f"{word(view, lang, 'title', day=view.day)} · {phase}"
    y = lay.margin + big
    first = text_at(lay.margin, y, title, "f-ink b", font_size=big)
    flock = birds(view, lang, lay, lay.width - lay.margin, y)
    rest = [*wrapped(piles(view, lang), size, room), *wrap(navigation_words(view, lang), size, room)]
    said = [text for text in (headline(view, lang), *rest) if text]
    body = lines(said, lay.margin, y + size * 1.7, size, room)
    return join(first, flock, body), y + size * (1.6 + 1.45 * len(said))


def birds(view: View, lang: str, lay: Layout, right: float, y: float) -> Markup:
    """Draw the bird markers, those to come in outline."""
    step = lay.text * 1.7
    left = right - step * BIRDS
    wings = pen(
        "M",
        0,
        0,
        "q",
        step * 0.2,
        -step * 0.32,
        step * 0.38,
        0,
        "q",
        step * 0.18,
        -step * 0.32,
        step * 0.38,
        0,
    )
    drawn = [
        moved(
            left + i * step,
            y - 2,
            path(
                wings,
                "n k-bird",
                stroke_width=3 if i < view.birds else 1,
                stroke_dasharray=None if i < view.birds else "2 3",
            ),
        )
        for i in range(BIRDS)
    ]
    label = f"{word(view, lang, 'birds')} {view.birds}/{BIRDS}"
    return group(
        *drawn,
        text_at(right, y + lay.text * 1.1, label, "f-soft", font_size=lay.text * 0.85, text_anchor="end"),
    )


def boat(view: View, lang: str, lay: Layout, y: float) -> tuple[Markup, float]:
    """Draw the hull with a row for every seat aboard; beside a table's hull stays room for the panel."""
    width = (lay.width if lay.height is None else lay.width * 0.62) - 2 * lay.margin
    rows = max(2, len(view.boat))
    tip = lay.text * 2.4
    room = (lay.height - y - lay.margin - 2 * tip) / rows if lay.height else lay.row
    step = min(lay.row * (1.6 if lay.height else 1.15), room)
    height = rows * step + 2 * tip
    x = lay.margin
    middle, right, end = x + width / 2, x + width, y + height
    outline = pen(
        "M", x, y + tip, "Q", middle, y - tip * 0.7, right, y + tip,
        "L", right, end - tip, "Q", middle, end + tip * 0.7, x, end - tip, "Z",
    )  # fmt: skip
    sea = el("rect", x=0, y=y - 4, width=width + 2 * lay.margin, height=height + 8, class_="f-sea")
    hull = path(outline, "f-hull k-hull-edge", stroke_width=3)
    ends = [
        text_at(
            x + width / 2,
            y + tip * 0.86,
            word(view, lang, "bow"),
            "f-ink b",
            font_size=lay.text * 0.9,
            text_anchor="middle",
        ),
        text_at(
            x + width / 2,
            y + height - tip * 0.42,
            word(view, lang, "stern"),
            "f-ink b",
            font_size=lay.text * 0.9,
            text_anchor="middle",
        ),
    ]
    size = width - 16, step - 6
    tops = {seat: y + tip + i * step + 3 for i, seat in enumerate(view.boat)}
    seats = [moved(x + 8, top, seat_box(view, seat, lang, lay, *size)) for seat, top in tops.items()]
    asked = [
        row(chips, x + 60, top + size[1] - THUMB / 2, size[0] - 62)
        for seat, top in tops.items()
        for chips in demands(view, seat, lang)
    ]
    return join(sea, waves(lay, y, height, width), hull, *ends, *seats, *asked), y + height


def waves(lay: Layout, y: float, height: float, width: float) -> Markup:
    """Draw a few waves at both sides of the hull."""
    step = lay.text * 3
    xs = (2.0, lay.margin + width + 3)
    drawn = [
        path(pen("M", x, y + n * step, "q", 4, -5, 8, 0), "n k-wave", stroke_width=1.5)
        for n in range(1, int(height / step) + 1)
        for x in xs
    ]
    return group(*drawn)


def seat_box(view: View, seat: str, lang: str, lay: Layout, width: float, height: float) -> Markup:
    """Draw one seat: badge, who, Size and survival, wounds, markers, cards."""
    person, size = view.people[seat], lay.text
    acts = seat == view.turn
    box = el(
        "rect", width=width, height=height, rx=8, class_=f"f-card {'k-accent' if acts else 'k-line'}",
        stroke_width=3 if acts else 1,
    )  # fmt: skip
    r = min(size * 1.05, height * 0.3)
    token = moved(r + 8, height * 0.38, badge(view.seats.index(seat), marks_of(view.seats)[seat], r))
    x = 2 * r + 18
    values = f"{word(view, lang, 'size')} {person.size} · {word(view, lang, 'survival')} {person.survival}"
    room = width - x - 10
    wide = lay.height is not None
    named, middle = who_and_how(view, seat, lang, size, (x, room, height))
    parts = [
        named,
        text_at(x, middle, values, "f-soft", font_size=size * 0.8),
        moved(
            x + px(values, size * 0.8) + 10,
            middle - size * 0.3,
            wounds(person, size * (0.36 if wide else 0.3)),
        ),
    ]
    whole = hit(width, height, width / 2, height / 2, round_by=8)
    return join(
        pick(f"who:{seat}", box, side_stripe(view, seat, height), token, *parts, whole),
        cards(person, lang, x, height * 0.89, size * 0.8, room, is_own=seat == view.seat),
    )


def side_stripe(view: View, seat: str, height: float) -> Markup:
    """Draw at the edge of a fighter's box the colour its side has beside the boat."""
    side = side_of(view, seat)
    if side is None:
        return NOTHING
    return el("rect", x=1, y=8, width=4, height=height - 16, rx=2, class_=SIDES[side])


def who_and_how(
    view: View, seat: str, lang: str, size: float, place: tuple[float, float, float]
) -> tuple[Markup, float]:
    """Write the name, and beside it, or below it where that is too long, how the seat fares.

    `place` is where the name begins, the room to its right, and the height of the box. Give also how
    high the next line stands.
    """
    x, room, height = place
    who = f"{name_of(view.names, seat)} · {character(view.people[seat], lang)}"
    said, held = flags(view, seat, lang), hand_words(view, seat, lang)
    beside, small = " · ".join([*said, held]), size * 0.85
    is_crowded = px(who, size) + px(beside, small) + 8 > room
    top, middle = (0.24, 0.68) if is_crowded else (0.28, 0.56)
    troubles = " · ".join(said)
    tight = small * min(1, room / max(1, px(troubles, small)))
    below = text_at(x, height * 0.46, troubles, "f-bad", font_size=tight) if is_crowded else NOTHING
    beside = held if is_crowded else beside
    name = shorten(who, size, room - px(beside, small) - 8)
    written = [
        text_at(x, height * top, name, "f-ink b", font_size=size),
        text_at(x + room, height * top, beside, "f-bad", font_size=small, text_anchor="end"),
    ]
    return group(*written, below), height * middle


def wounds(person: Person, r: float) -> Markup:
    """Draw a pip for each point of Size, filled and crossed for each wound; more than Size stand apart."""
    count = max(person.size, person.wounds)
    pips = [
        moved(i * r * 2.5 + (r if i >= person.size else 0), 0, pip(r, is_wound=i < person.wounds))
        for i in range(count)
    ]
    return group(*pips)


def pip(r: float, *, is_wound: bool) -> Markup:
    """Draw one pip."""
    ring = el("circle", r=r, class_="f-wound k-wound" if is_wound else "n k-ink", stroke_width=1)
    if not is_wound:
        return ring
    d = r * 0.5
    mark = path(pen("M", -d, -d, "L", d, d, "M", -d, d, "L", d, -d), "n", stroke="#ffffff", stroke_width=1.4)
    return group(ring, mark)


def cards(person: Person, lang: str, x: float, y: float, size: float, room: float, *, is_own: bool) -> Markup:
    """Write the face-up cards as chips, from the left edge and smaller where they are many.

    The asker's own can be used.
    """
    drawn: list[Markup] = []
    each = dict(zip(person.table, face_up(person, lang), strict=True))
    chips = {card: text + times(person.table.count(card)) for card, text in each.items()}
    if fitted(list(chips.values()), size, room) < size:
        x, room = 10, room + x - 10
        size = fitted(list(chips.values()), size, room)
    at = x
    for card, text in chips.items():
        width = px(text, size) + 10
        if at + width > x + room:
            drawn.append(text_at(at, y - 2, "…", "f-ink", font_size=size))
            break
        chip = el(
            "rect", x=at, y=y - size * 1.1, width=width, height=size * 1.45, rx=4, class_="f-chip k-line"
        )
        said = text_at(at + 5, y, text, "f-ink", font_size=size)
        room_to_tap = hit(max(width, THUMB), size * 2.4, at + width / 2, y - size * 0.4, round_by=6)
        drawn.append(pick(f"own:{card}", chip, said, room_to_tap) if is_own else group(chip, said))
        at += width + 5
    return group(*drawn)


def times(n: int) -> str:
    """Write how often a card is there, where it is more than once."""
    return f" ×{n}" if n > 1 else ""


def fitted(texts: list[str], size: float, room: float) -> float:
    """Give the size at which chips fit into one row, down to what can still be read."""
    wanted = sum(px(text, size) for text in texts)
    left = room - 15 * len(texts) + 5
    return size * max(SMALLEST, min(1, left / wanted)) if wanted else size
