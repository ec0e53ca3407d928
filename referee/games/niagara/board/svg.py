"""Niagara as a picture: the river with all that is on it; beside it headline, weather, seats and notes."""

from referee.draw.assets import picture, style
from referee.draw.palette import name_of, style_number
from referee.draw.shapes import badge
from referee.draw.svg import (
    NOTHING,
    THUMB,
    Element,
    Node,
    box,
    el,
    fit,
    group,
    hit,
    join,
    last_ring,
    panel,
    path,
    pick,
    piece,
    px,
    shorten,
    text_at,
    translate,
    wrap,
)
from referee.draw.words import word
from referee.games.niagara.board.layout import LAYOUTS, Layout
from referee.games.niagara.board.pieces import (
    card_back,
    card_face,
    card_own,
    card_place,
    cloud,
    gem,
    life_ring,
    star,
)
from referee.games.niagara.board.river import river
from referee.games.niagara.board.words import (
    GEMS,
    WEATHERS,
    footnotes,
    hand_of,
    headline,
    round_played,
    round_words,
    seats_in_order,
    speed_words,
)
from referee.games.niagara.view import View
from referee.l10n import noun
from referee.l10n.options import house_notes

HEADER_LINES = 5.9
"""How tall the header is at table size, in lines of running text."""

NOTES_HEIGHT = 84
"""What is kept free below the seats at table size."""

ROW_GAP = 0.4
"""Between two seats' rows, in lines of running text."""


def draw_svg(view: View, lang: str, size: str) -> Element:
    """Draw a view as an SVG document at `phone` or `table` size."""
    lay = fitted(LAYOUTS[size], view)
    first, step = seats_y(lay), lay.row + lay.text * ROW_GAP
    below, end = notes(view, lang, lay, first + len(view.seats) * step)
    height = lay.height or end + lay.text
    rows = [
        translate(lay.panel[0], first + i * step, seat_row(view, lang, lay, seat, rank))
        for i, (rank, seat) in enumerate(seats_in_order(view))
    ]
    beside = header(view, lang, lay), *rows, below
    left = style(view.game).panel_left
    said = panel(left, *beside, bottom=height, end=end) if size == "table" else join(*beside)
    titles = word(view, lang, "title", round=round_played(view)), headline(view, lang)
    return picture(view, lang, (lay.width, height), titles, river(view, lang, lay), said)


def fitted(lay: Layout, view: View) -> Layout:
    """Close the river's frame below the falls; give few seats taller rows beside it."""
    x, y, width, _, radius = lay.box
    lay = lay._replace(box=(x, y, width, lay.falls_y + lay.falls - y, radius))
    if not lay.height:
        return lay
    room = (lay.height - seats_y(lay) - NOTES_HEIGHT) / len(view.seats) - lay.text * ROW_GAP
    return lay._replace(row=min(room, lay.row * 1.1))


def seats_y(lay: Layout) -> float:
    """Find where the seats begin: below the header, or below the river."""
    if lay.size == "table":
        return lay.box[1] + lay.text * HEADER_LINES + lay.head
    return lay.box[1] + lay.box[3] + lay.text


def header(view: View, lang: str, lay: Layout) -> Node:
    """Say where the game stands, whose turn it is, how the weather is and how fast the river."""
    x, _, width = lay.panel
    y = lay.box[1] if lay.size == "table" else 0
    acting = view.turn or (view.winners[0] if view.winners else None)
    lead = lay.head * 1.5 if acting else 0
    said, size = fit(headline(view, lang), lay.head, width - lead)
    second = y + lay.head * 1.55 + lay.text * 1.65
    return join(
        translate(x + lay.head * 0.6, y + lay.head * 1.2, badge(view, acting, lay.head * 0.56))
        if acting
        else NOTHING,
        text_at(x + lead, y + lay.head * 1.55, said, "f-ink b", size),
        text_at(x, second, round_words(view, lang), "f-soft m", lay.text),
        ring_line(view, lang, lay, second),
        translate(x, second + lay.text * (0.9 if lay.height else 1.15), weather(view, lang, lay)),
    )


def ring_line(view: View, lang: str, lay: Layout, y: float) -> Node:
    """Say who has the life ring, at the right."""
    x, _, width = lay.panel
    said = shorten(word(view, lang, "ring_of", seat=view.ring), lay.text, width * 0.55)
    r = lay.text * 0.52
    icon = translate(x + width - r, y - lay.text * 0.34, life_ring(r))
    return join(icon, text_at(x + width - r * 2.8, y, said, "f-soft m", lay.text, "end"))


def weather(view: View, lang: str, lay: Layout) -> Node:
    """Draw the weather track with the cloud on it, and the river's speed."""
    tall, wide = lay.text * 1.95, lay.text * (2.5 if lay.height else 3.4)
    title, speed = word(view, lang, "weather"), speed_words(view, lang)
    start, baseline = px(title, lay.text) + lay.text, tall * 0.67
    room = hit(wide, THUMB, round_by=8)
    steps: list[Node] = []
    here: Node = NOTHING
    for i, at in enumerate(WEATHERS):
        x, said = (
            start + (i + 0.5) * wide,
            noun("weather", at, lang, "niagara").replace("-", "\N{MINUS SIGN}"),
        )
        step: Node = box(lay.text * 2.25, tall, tall * 0.24, "f-card", stroke="var(--line)", stroke_width=1.2)
        if at == view.weather:
            here = translate(x, tall / 2, marker(said, tall))
        else:
            step = join(step, text_at(0, tall * 0.17, said, "f-soft", tall * 0.5, "middle"))
        steps.append(translate(x, tall / 2, step, room, data_pick=f"weather:{at}"))
    run = text_at(lay.panel[2], baseline, speed, "f-ink m", lay.text, "end") if speed else NOTHING
    return join(text_at(0, baseline, title, "f-soft m", lay.text), *steps, here, run)


def marker(said: str, tall: float) -> Node:
    """Draw the cloud lying on the step that holds."""
    text = text_at(0, tall * 0.22, said, "onface b", tall * 0.5, "middle")
    return piece("cloud", cloud(tall / 15, "cloud"), text, last_ring((tall * 0.8, tall * 0.62)))


def seat_row(view: View, lang: str, lay: Layout, seat: str, rank: int | None) -> Node:
    """Draw a seat: badge, name, gems ashore, card, cards left; ranked when the game is over."""
    width, tall, size = lay.panel[2], lay.row, lay.text
    r = min(tall * 0.27, size * 1.6)
    left, right = r * 2 + size * 2, width - (size if rank else tall * 0.8)
    beside = side_words(view, lang, seat)
    room = right - left - px(beside, lay.small) - size * 0.6
    name = shorten((f"{rank}. " if rank else "") + name_of(view.names, seat), size * 1.12, room)
    ring = translate(r * 0.85, r * 0.8, life_ring(r * 0.44)) if seat == view.ring else NOTHING
    upper, lower = tall / 2 - size * 0.42, tall / 2 + size * 1.05
    return join(
        frame(view, lay, seat),
        translate(size * 0.9 + r, tall / 2, badge(view, seat, r), ring),
        text_at(left, upper, name, "f-ink b", size * 1.12),
        text_at(right, upper, beside, "f-soft", lay.small, "end"),
        translate(left, lower, gems_ashore(view, lay, seat, right - left)),
        NOTHING if rank else translate(width - tall * 0.4, tall / 2, paddle_place(view, seat, tall * 0.76)),
    )


def frame(view: View, lay: Layout, seat: str) -> Node:
    """Draw the row's card; a pointer and a strong edge for the seat whose turn it is, a star for a winner."""
    tall = lay.row
    outline = {"width": lay.panel[2], "height": tall, "rx": tall * 0.16}
    card = el("rect", **outline, class_="f-card", stroke="var(--line)", stroke_width=1)
    if seat in (view.winners or ()):
        edge = el("rect", **outline, fill="none", stroke="#d99a00", stroke_width=2.5)
        return join(card, edge, translate(lay.text * 0.5, lay.text * 0.4, star(lay.text * 1.1)))
    if seat == view.turn:
        pointer = f"M-1 {tall * 0.36:.2f}L{tall * 0.13:.2f} {tall * 0.5:.2f}L-1 {tall * 0.64:.2f}Z"
        return join(card, el("rect", **outline, class_="k-ink", stroke_width=2.6), path(pointer, "f-ink"))
    return card


def side_words(view: View, lang: str, seat: str) -> str:
    """Say how many cards a seat has left, or what it has at the end."""
    for standing in view.standings:
        if standing.seat == seat:
            return word(view, lang, "standing_gems", n=standing.gems, value=standing.value)
    return word(view, lang, "cards_left_long", n=view.paddles[seat].left)


def gems_ashore(view: View, lay: Layout, seat: str, room: float) -> Node:
    """Draw the gems a seat brought ashore and their number; counted by colour where they are many."""
    owned = view.owned[seat]
    stones = [each for each in GEMS for _ in range(owned.get(each, 0))]
    r, size = lay.gem * 0.95, lay.text
    step = r * 2.15
    if not stones:
        return group(*(gem(each, r, r + i * step) for i, each in enumerate(GEMS)), opacity=0.16)
    if (len(stones) + 2) * step <= room:
        icons = [gem(each, r, r + i * step) for i, each in enumerate(stones)]
        return join(
            *icons, text_at(len(stones) * step + r, size * 0.36, f"= {len(stones)}", "f-soft m", size)
        )
    pairs = [
        translate(
            i * step * 2.3, 0, gem(each, r, r), text_at(r * 2.2, size * 0.36, owned[each], "f-ink m", size)
        )
        for i, each in enumerate(dict.fromkeys(stones))
    ]
    return join(*pairs)


def paddle_place(view: View, seat: str, tall: float) -> Node:
    """Draw a seat's card place; the viewer's own is tapped for a card laid face down on the table."""
    paddle, colour = view.paddles[seat], style_number(view, seat)
    if paddle.shown is not None:
        card = card_face(paddle.shown, tall)
    elif paddle.own is not None:
        card = card_own(paddle.own, colour, tall)
    else:
        card = card_back(colour, tall) if paddle.laid else card_place(tall)
    return pick("face_down", card, hit(THUMB, max(tall, THUMB), round_by=6)) if seat == view.seat else card


def notes(view: View, lang: str, lay: Layout, y: float) -> tuple[Node, float]:
    """Set the viewer's hand and the footnotes; give where they end."""
    x, _, width = lay.panel
    cards, y = hand(view, lang, lay, y)
    told = (*footnotes(view, lang), *house_notes(view, lang))
    rows = [row for note in told for row in wrap(note, lay.small, width)]
    step = lay.small * 1.5
    drawn = [text_at(x, y + i * step, row, "f-soft", lay.small) for i, row in enumerate(rows, 1)]
    return group(cards, *drawn), y + (len(rows) + 0.4) * step


def hand(view: View, lang: str, lay: Layout, y: float) -> tuple[Node, float]:
    """Draw the cards the viewer holds, in a row; give where they end."""
    held = hand_of(view)
    if not held:
        return NOTHING, y
    tall = lay.text * 4.4
    wide, middle = max(tall * 0.8, THUMB), lay.text + tall * 0.6
    room = hit(THUMB, tall, round_by=6)
    cards = [
        translate(
            (i + 0.5) * wide, middle, card_face(card, tall), room, data_pick=f"paddle:{card} show:{card}"
        )
        for i, card in enumerate(held)
    ]
    label = text_at(0, lay.text, word(view, lang, "in_hand"), "f-soft m", lay.text)
    return translate(lay.panel[0], y, label, *cards), y + lay.text + tall * 1.2
