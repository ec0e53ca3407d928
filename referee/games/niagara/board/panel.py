"""Beside or around the river: the headline, the weather, the seats, notes below."""

from referee.draw.palette import name_of, style_number
from referee.draw.shapes import badge
from referee.draw.svg import (
    NOTHING,
    Markup,
    el,
    group,
    hit,
    join,
    lately,
    moved,
    pick,
    piece,
    px,
    shorten,
    text_at,
    wrap,
)
from referee.draw.taps import THUMB
from referee.games.niagara.board.layout import Layout
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
from referee.games.niagara.board.words import (
    GEMS,
    WEATHERS,
    footnotes,
    hand_of,
    headline,
    round_words,
    seats_in_order,
    speed_words,
    word,
)
from referee.games.niagara.view import Paddle, View
from referee.l10n import noun
from referee.l10n.options import house_notes

ROW_GAP = 0.4
"""Between two seats' rows, in lines of running text."""

SMALLEST = 0.72
"""How much a long headline may shrink before it is cut."""


def header(view: View, lang: str, lay: Layout) -> Markup:
    """Say where the game stands, whose turn it is, how the weather is and how fast the river."""
    x, _, width = lay.panel
    y = lay.box[1] if lay.size == "table" else 0
    acting = view.turn or (view.winners[0] if view.winners else None)
    lead = lay.head * 1.5 if acting else 0
    said = headline(view, lang)
    size = lay.head * max(SMALLEST, min(1, (width - lead) / px(said, lay.head)))
    said = shorten(said, size, width - lead)
    title = text_at(x + lead, y + lay.head * 1.55, said, "f-ink b", font_size=size)
    sign = sign_of(view, acting, lay.head * 0.56) if acting else NOTHING
    second = y + lay.head * 1.55 + lay.text * 1.65
    return join(
        moved(x + lay.head * 0.6, y + lay.head * 1.2, sign) if acting else NOTHING,
        title,
        text_at(x, second, round_words(view, lang), "f-soft m", font_size=lay.text),
        ring_line(view, lang, lay, second),
        moved(x, second + lay.text * (0.9 if lay.height else 1.15), weather(view, lang, lay)),
    )


def sign_of(view: View, seat: str, r: float) -> Markup:
    """Draw whom the headline speaks of."""
    return badge(view, seat, r)


def ring_line(view: View, lang: str, lay: Layout, y: float) -> Markup:
    """Say who has the life ring, at the right."""
    x, _, width = lay.panel
    said = shorten(word(view, lang, "ring_of", seat=view.ring), lay.text, width * 0.55)
    r = lay.text * 0.52
    icon = moved(x + width - r, y - lay.text * 0.34, life_ring(r))
    text = text_at(x + width - r * 2.8, y, said, "f-soft m", font_size=lay.text, text_anchor="end")
    return join(icon, text)


def weather(view: View, lang: str, lay: Layout) -> Markup:
    """Draw the weather track with the cloud on it, and the river's speed."""
    tall, wide = lay.text * 1.95, lay.text * (2.5 if lay.height else 3.4)
    title = word(view, lang, "weather")
    start, baseline = px(title, lay.text) + lay.text, tall * 0.67
    spots = [(at, start + (i + 0.5) * wide) for i, at in enumerate(WEATHERS)]
    steps = [
        moved(
            x,
            tall / 2,
            weather_step(at, view.weather, lang, lay.text * 2.25, tall),
            hit(wide, THUMB, round_by=8),
            data_pick=f"weather:{at}",
        )
        for at, x in spots
    ]
    here = [moved(x, tall / 2, marker(at, lang, tall)) for at, x in spots if at == view.weather]
    speed, size = speed_words(view, lang), lay.text
    said = (
        text_at(lay.panel[2], baseline, speed, "f-ink m", font_size=size, text_anchor="end")
        if speed
        else NOTHING
    )
    return join(text_at(0, baseline, title, "f-soft m", font_size=lay.text), *steps, *here, said)


def weather_step(at: int, now: int, lang: str, wide: float, tall: float) -> Markup:
    """Draw one step of the track; its number, unless the cloud covers it."""
    box = {"x": -wide / 2, "y": -tall / 2, "width": wide, "height": tall, "rx": tall * 0.24}
    text = text_at(0, tall * 0.17, signed(at, lang), "f-soft", font_size=tall * 0.5, text_anchor="middle")
    sheet = el("rect", **box, class_="f-card", stroke="var(--line)", stroke_width=1.2)
    return join(sheet, text) if at != now else sheet


def marker(at: int, lang: str, tall: float) -> Markup:
    """Draw the cloud lying on the step that holds."""
    text = text_at(0, tall * 0.22, signed(at, lang), "onface b", font_size=tall * 0.5, text_anchor="middle")
    return piece("cloud", cloud(tall / 15, "cloud"), text, lately((tall * 0.8, tall * 0.62)))


def signed(at: int, lang: str) -> str:
    """Write a step of the weather with a true minus."""
    return noun("weather", at, lang, "niagara").replace("-", "\N{MINUS SIGN}")


def seats(view: View, lang: str, lay: Layout, y: float) -> Markup:
    """Draw a row for every seat, in turn order; ranked when the game is over."""
    rows = [
        moved(lay.panel[0], y + i * (lay.row + lay.text * ROW_GAP), seat_row(view, lang, lay, seat, rank))
        for i, (rank, seat) in enumerate(seats_in_order(view))
    ]
    return join(*rows)


def seat_row(view: View, lang: str, lay: Layout, seat: str, rank: int | None) -> Markup:
    """Draw a seat: badge, name, gems ashore, card, cards left."""
    width, tall, size = lay.panel[2], lay.row, lay.text
    r = min(tall * 0.27, size * 1.6)
    left, right = r * 2 + size * 2, width - (size if rank else tall * 0.8)
    beside = side_words(view, lang, seat)
    room = right - left - px(beside, lay.small) - size * 0.6
    name = shorten((f"{rank}. " if rank else "") + name_of(view.names, seat), size * 1.12, room)
    ring = moved(r * 0.85, r * 0.8, life_ring(r * 0.44)) if seat == view.ring else NOTHING
    upper, lower = tall / 2 - size * 0.42, tall / 2 + size * 1.05
    return join(
        frame(view, lay, seat),
        moved(size * 0.9 + r, tall / 2, sign_of(view, seat, r), ring),
        text_at(left, upper, name, "f-ink b", font_size=size * 1.12),
        text_at(right, upper, beside, "f-soft", font_size=lay.small, text_anchor="end"),
        moved(left, lower, gems_ashore(view, lay, seat, right - left)),
        NOTHING if rank else moved(width - tall * 0.4, tall / 2, paddle_place(view, seat, tall * 0.76)),
    )


def frame(view: View, lay: Layout, seat: str) -> Markup:
    """Draw the row's card; a pointer and a strong edge for the seat whose turn it is, a star for a winner."""
    width, tall = lay.panel[2], lay.row
    box = {"width": width, "height": tall, "rx": tall * 0.16}
    card = el("rect", **box, class_="f-card", stroke="var(--line)", stroke_width=1)
    if seat in (view.winners or ()):
        edge = el("rect", **box, fill="none", stroke="#d99a00", stroke_width=2.5)
        return join(card, edge, moved(lay.text * 0.5, lay.text * 0.4, star(lay.text * 1.1)))
    if seat == view.turn:
        pointer = f"M-1 {tall * 0.36:.2f}L{tall * 0.13:.2f} {tall * 0.5:.2f}L-1 {tall * 0.64:.2f}Z"
        edge = el("rect", **box, class_="k-ink", stroke_width=2.6)
        return join(card, edge, el("path", d=pointer, class_="f-ink"))
    return card


def side_words(view: View, lang: str, seat: str) -> str:
    """Say how many cards a seat has left, or what it has at the end."""
    for standing in view.standings:
        if standing.seat == seat:
            return word(view, lang, "standing_gems", n=standing.gems, value=standing.value)
    return word(view, lang, "cards_left_long", n=view.paddles[seat].left)


def gems_ashore(view: View, lay: Layout, seat: str, room: float) -> Markup:
    """Draw the gems a seat brought ashore and their number; counted by colour where they are many."""
    owned = view.owned[seat]
    stones = [each for each in GEMS for _ in range(owned.get(each, 0))]
    r, size = lay.gem * 0.95, lay.text
    step = r * 2.15
    if not stones:
        return group(*(gem(each, r, r + i * step) for i, each in enumerate(GEMS)), opacity=0.16)
    if (len(stones) + 2) * step <= room:
        icons = [gem(each, r, r + i * step) for i, each in enumerate(stones)]
        total = text_at(len(stones) * step + r, size * 0.36, f"= {len(stones)}", "f-soft m", font_size=size)
        return join(*icons, total)
    kinds = [each for each in GEMS if owned.get(each)]
    pairs = [
        moved(
            i * step * 2.3,
            0,
            gem(each, r, r),
            text_at(r * 2.2, size * 0.36, owned[each], "f-ink m", font_size=size),
        )
        for i, each in enumerate(kinds)
    ]
    return join(*pairs)


def paddle_place(view: View, seat: str, tall: float) -> Markup:
    """Draw a seat's card place; the asker's own is tapped for a card laid face down on the table."""
    card = paddle_card(view, seat, tall)
    room = hit(THUMB, max(tall, THUMB), round_by=6)
    return pick("face_down", card, room) if seat == view.seat else card


def paddle_card(view: View, seat: str, tall: float) -> Markup:
    """Draw what lies in a seat's card place."""
    paddle: Paddle = view.paddles[seat]
    i = style_number(view, seat)
    if paddle.shown is not None:
        return card_face(paddle.shown, tall)
    if paddle.own is not None:
        return card_own(paddle.own, i, tall)
    return card_back(i, tall) if paddle.laid else card_place(tall)


def notes(view: View, lang: str, lay: Layout, y: float) -> tuple[Markup, float]:
    """Set the asker's hand and the footnotes; give where they end."""
    size = lay.small
    cards, y = hand(view, lang, lay, y)
    told = (*footnotes(view, lang), *house_notes(view, lang))
    lines = [line for note in told for line in wrap(note, size, lay.panel[2])]
    drawn = [
        text_at(lay.panel[0], y + (i + 1) * size * 1.5, line, "f-soft", font_size=size)
        for i, line in enumerate(lines)
    ]
    return group(cards, *drawn), y + (len(lines) + 0.4) * size * 1.5


def hand(view: View, lang: str, lay: Layout, y: float) -> tuple[Markup, float]:
    """Draw the cards the asker holds, in a row; give where they end."""
    held = hand_of(view)
    if not held:
        return NOTHING, y
    tall, x, title = lay.text * 4.4, lay.panel[0], word(view, lang, "in_hand")
    wide = max(tall * 0.8, THUMB)
    cards = [
        moved(
            (i + 0.5) * wide,
            lay.text + tall * 0.6,
            card_face(card, tall),
            hit(THUMB, tall, round_by=6),
            data_pick=f"paddle:{card} show:{card}",
        )
        for i, card in enumerate(held)
    ]
    label = text_at(0, lay.text, title, "f-soft m", font_size=lay.text)
    return moved(x, y, label, *cards), y + lay.text + tall * 1.2
