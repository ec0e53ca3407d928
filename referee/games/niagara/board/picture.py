"""Niagara as a picture: the river with the pieces; beside it headline, weather, seats and notes."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from referee.draw import word
from referee.draw.assets import art, picture, style
from referee.draw.palette import (
    SEAT_STYLES,
    badge,
    marks_of,
    name_of,
    outline,
    polygon_d,
    ring_of,
    style_number,
)
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
from referee.draw.width import width
from referee.games.niagara.board.text import (
    RIVER_SPACES,
    canoe_labels,
    canoes_at,
    footnotes,
    hand_of,
    headline,
    round_played,
    round_words,
    seats_in_order,
    speed_words,
)
from referee.games.niagara.events import Card, Gem
from referee.games.niagara.tables import GEMS, WEATHER_TRACK
from referee.games.niagara.view import View
from referee.l10n import noun
from referee.l10n.options import house_notes

_Spot = tuple[float, float]

TOKEN: _Spot = (58, 25)
"""The room a canoe takes at scale 1, with its margin."""


class _Layout(NamedTuple):
    """Measures of one size, in the units of the picture.

    The river: `box` is its frame (x, y, width, height, corner radius), `stream` the x of the
    trunk's middle, `arm_x` how far an arm's middle lies from it, `pitch` from row to row, `land`
    and `fork` and `falls` the heights of those bands. `pit` is half the size of a gem site,
    `bank` how far a site on the bank lies from the stream, `berth` what a canoe ashore takes up.
    `canoe` and `gem` are largest scales.
    The panel: `panel` is (x, y, width), `text` the size of running text, `head` of the headline.
    """

    size: str
    width: float
    height: float
    box: tuple[float, float, float, float, float]
    stream: float
    trunk: float
    arm: float
    arm_x: float
    land: float
    pitch: float
    fork: float
    falls: float
    pit: _Spot
    bank: float
    berth: _Spot
    canoe: float
    gem: float
    panel: tuple[float, float, float]
    text: float
    head: float
    row: float

    @property
    def small(self) -> float:
        """Return the size of small print; on a screen never less than one fortieth of its height."""
        return self.text * (1 if self.height else 0.86)

    @property
    def rope_y(self) -> float:
        """Return the y of the rope, where the river begins."""
        return self.box[1] + self.land + self.pitch * 0.1

    @property
    def fork_y(self) -> float:
        """Return the y where the trunk ends and the island begins."""
        return self.rope_y + self.pitch * 5.1

    @property
    def falls_y(self) -> float:
        """Return the y where the falls begin."""
        return self.fork_y + self.fork + self.pitch * 2

    def spot(self, space: str) -> _Spot:
        """Return the middle of a space of the river: `S3`, `L6`."""
        number = int(space[1])
        if space[0] == "S":
            return self.stream, self.rope_y + self.pitch * (number - 0.4)
        side = -1 if space[0] == "L" else 1
        return self.stream + side * self.arm_x, self.fork_y + self.fork + self.pitch * (number - 5.5)

    def site(self, gem: str) -> _Spot:
        """Return the middle of a gem site: three are on the banks, two on the island."""
        row, side = _SITE_ROWS[gem]
        return self.stream + side * self.bank, self.spot(row)[1]

    def room(self, space: str) -> _Spot:
        """Return width and height of the room for canoes on a space."""
        return (self.trunk if space[0] == "S" else self.arm) * _DISC - 6, self.pitch - 4


_DISC = 0.86
"""How much of the water's width a disc takes."""

_SITE_ROWS = {
    "amethyst": ("S3", 1),
    "diamond": ("S4", -1),
    "amber": ("S5", 1),
    "sapphire": ("L6", 0),
    "ruby": ("L7", 0),
}
"""The row each site lies beside, and on which side of the stream."""

_PHONE = _Layout(
    size="phone", width=360, height=0, box=(0, 104, 360, 600, 0), stream=180, trunk=156, arm=112, arm_x=118,
    land=112, pitch=58, fork=36, falls=84, pit=(44, 23), bank=131, berth=(57, 41), canoe=1.1, gem=7,
    panel=(12, 0, 336), text=13, head=19, row=58,
)  # fmt: skip
_TABLE = _Layout(
    size="table", width=1280, height=800, box=(12, 12, 690, 776, 22), stream=357, trunk=262, arm=190,
    arm_x=208, land=112, pitch=70, fork=40, falls=120, pit=(76, 32), bank=232, berth=TOKEN, canoe=1.88,
    gem=11, panel=(718, 12, 550), text=25, head=34, row=92,
)  # fmt: skip
LAYOUTS = {"phone": _PHONE, "table": _TABLE}


class _Packing(NamedTuple):
    """How pieces share a room: their scale, and where each stands, from its middle."""

    scale: float
    spots: tuple[_Spot, ...]


def pack(count: int, room: _Spot, largest: float, piece: _Spot = TOKEN) -> _Packing:
    """Return the grid of `count` pieces in which they are largest, at most `largest`; ties go to fewer rows.

    `room` and `piece` are (width, height); without pieces there are no spots.
    """
    if not count:
        return _Packing(largest, ())
    ways = []
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        scale = min(largest, room[0] / (columns * piece[0]), room[1] / (rows * piece[1]))
        ways.append((scale, -rows, -columns))
    scale, rows, columns = max(ways)
    spots = []
    for i in range(count):
        row, column = divmod(i, -columns)
        in_row = min(-columns, count + row * columns)  # every row is centred
        across, down = column - (in_row - 1) / 2, row - (-rows - 1) / 2
        spots.append((across * piece[0] * scale, down * piece[1] * scale))
    return _Packing(scale, tuple(spots))


_GEM_SIZE = 8.6
"""Half the height of a gem at scale 1."""

_CLOUD_D = "M-7.6 6A4.6 4.6 0 0 1 -8.4 -3.1A6.6 6.6 0 0 1 3.6 -5.4A5 5 0 0 1 9.4 -.9A3.6 3.6 0 0 1 8.6 6Z"


def _use(name: str, x: float = 0, y: float = 0, scale: float = 1, class_: str | None = None) -> Node:
    """Return one of the shapes in `pieces.svg` at a point; the river's picture has them once."""
    drawn = el("use", href=f"#niagara-{name}", class_=class_)
    return drawn if (x, y, scale) == (0, 0, 1) else translate(x, y, drawn, scale=scale)


@lru_cache(1024)
def _gem(kind: Gem, r: float, x: float = 0, y: float = 0) -> Node:
    """Return a cut stone of half height `r` at a point. Cached."""
    return _use(kind, x, y, r / _GEM_SIZE)


@lru_cache(1024)
def _canoe(style: int, label: str, cargo: Gem | None) -> Node:
    """Return a wooden canoe from above in the colour and shape of seat style `style`, with label and cargo.

    Cached.
    """
    is_short = width(label) < 3
    size = (16 if cargo is None else 14) if is_short else 10
    hull = (
        _use("canoe", class_=f"s{style}"),
        translate(-16.2, 0, outline(SEAT_STYLES[style].shape, 4.1, f"i{style}")),
        text_at(2 if cargo is None else -1.8, size * 0.36, label, "oncedar mark", size, "middle"),
    )
    if cargo is None:
        return join(*hull, _use("thwart") if is_short else NOTHING)
    # On what it lies on ashore, too: there every stone can be seen.
    return join(*hull, _use("bed"), el("circle", cx=15.2, r=7.4, class_="f-pit"), _gem(cargo, 6.2, 15.2))


@lru_cache(1024)
def _cloud(scale: float = 1, class_: str = "face") -> Node:
    return translate(0, 0, path(_CLOUD_D, class_, stroke="#4a6472", stroke_width=1.1), scale=scale)


@lru_cache(1024)
def _life_ring(r: float) -> Node:
    """Return a life ring of radius `r`, the sign of the start player. Cached."""
    middle, band = r * 0.7, r * 0.56
    quarter = 2 * 3.14159 * middle / 8
    return join(
        el("circle", r=middle, fill="none", stroke="#5b1d17", stroke_width=band + 1.6),
        el("circle", r=middle, fill="none", stroke="#ffffff", stroke_width=band),
        el("circle", r=middle, fill="none", stroke="#cf3a2b", stroke_width=band,
           stroke_dasharray=f"{quarter:.2f} {quarter:.2f}", stroke_dashoffset=f"{quarter / 2:.2f}"),
    )  # fmt: skip


@lru_cache(1024)
def _card_face(card: Card | str, height: float) -> Node:
    """Return a card face up about its middle; its waves need the river's picture on the page. Cached."""
    middle = (
        translate(0, -2, _cloud(0.74))
        if card == "cloud"
        else join(_use("blade"), text_at(0, 5, card, "onface b", 19, "middle"))
    )
    face = box(23, 32, 3.2, "face")
    return translate(0, 0, face, _use("card"), middle, scale=height / 32)


def card_icon(card: str | None) -> tuple[Node, float]:
    """Return a paddle card for a button, 24 units high, and its width; None: face down, of no seat."""
    drawn = _card_back(5, 23) if card is None else _card_face(card, 23)
    side = "playing-card back" if card is None else "playing-card"
    return group(drawn, transform="translate(8.64 12)", class_=side), 17.28


@lru_cache(1024)
def _card_back(style: int, height: float) -> Node:
    width = height * 0.72
    blade = art("niagara", "pieces.svg")["paddle"]
    paddles = [
        translate(0, 0, group(blade, class_=f"i{style}", transform=f"rotate({turn})"), scale=height / 36)
        for turn in (32, -32)
    ]
    return join(_card_outline(width, height, f"s{style} rim"), *paddles)


def _card_outline(width: float, height: float, class_: str, **attributes: object) -> Node:
    return box(width, height, height * 0.1, class_, **attributes)


def _river(view: View, lang: str, lay: _Layout) -> Node:
    """Return the whole board: what does not move from its file, and on it what does."""
    drawn, shapes = art("niagara", f"river-{lay.size}.svg"), art("niagara", "pieces.svg")["shapes"]
    sites = [_site(view, lang, lay, colour) for colour in GEMS]
    canoes = [
        _fleet(view, lay, canoes_at(view, at), lay.spot(at), lay.room(at), f" to:{at}") for at in RIVER_SPACES
    ]
    away = _beach(view, lang, lay), _falls(view, lang, lay)
    return join(shapes, drawn["water"], *sites, drawn["discs"], *canoes, drawn["names"], *away)


def _fleet(
    view: View,
    lay: _Layout,
    canoes: list[tuple[str, int, Gem | None]],
    middle: _Spot,
    room: _Spot,
    below: str = "",
    berth: _Spot = TOKEN,
) -> Node:
    """Return canoes (see `canoes_at`) in a room about its middle; `below` are more ids a tap may mean.

    `berth` is the room of one canoe at scale 1.
    """
    labels, packing = canoe_labels(view), pack(len(canoes), room, lay.canoe, berth)
    rows = len({y for _, y in packing.spots}) or 1
    reach, drawn = hit(TOKEN[0], min(room[1] / rows, THUMB + 4) / packing.scale), []
    for (seat, n, cargo), (x, y) in zip(canoes, packing.spots, strict=True):
        id = f"canoe:{seat}.{n}"
        shown = piece(id, _canoe(style_number(view, seat), labels[seat, n], cargo), last_ring(_HALO))
        meant, at = f"steal:{seat}.{n} {id}{below}", (middle[0] + x, middle[1] + y)
        drawn.append(translate(*at, shown, reach, scale=packing.scale, data_pick=meant))
    return join(*drawn)


_HALO = (34.0, 16.5)
"""Half the width and height of the ring round a canoe that moved last."""


def _beach(view: View, lang: str, lay: _Layout) -> Node:
    """Return the boathouses, and in front of each the canoes of its seat ashore, one above the other."""
    x, y, width, _, _ = lay.box
    sign = word(view, lang, "land")
    left = x + lay.text * 0.5 + px(sign, lay.small) + lay.small
    column = (x + width - left) / len(view.seats)
    house = min(column / 62, lay.land / 70)
    label = _sign(sign, (left + x) / 2 - lay.small * 0.1, y + lay.land * 0.52, lay.small)
    beached = []
    for i, seat in enumerate(view.seats):
        own = [each for each in canoes_at(view, "land") if each[0] == seat]
        middle = left + column * (i + 0.5)
        beached.append(translate(middle, y + house * 17, _boathouse(view, seat), scale=house))
        room = column * 0.96, max(lay.land * 0.6, 2 * lay.berth[1] * lay.canoe * 0.75)
        beached.append(_fleet(view, lay, own, (middle, y + lay.land * 0.64), room, berth=lay.berth))
    return join(label, *beached)


def _boathouse(view: View, seat: str) -> Node:
    """Return a seat's boathouse: on its roof are its colour, its shape and its mark."""
    style, mark = style_number(view, seat), marks_of(view.seats)[seat]
    shape = outline(SEAT_STYLES[style].shape, 5, f"i{style}")
    letter = text_at(7, -1.4, mark, f"i{style} mark", 15.7 if len(mark) < 2 else 11, "middle")
    return join(_use("boathouse", class_=f"s{style}"), translate(-8, -7, shape), letter)


def _sign(text: str, x: float, y: float, size: float) -> Node:
    """Return words on a wooden board about a point."""
    board = box(px(text, size) + size * 0.6, size * 1.3, size * 0.2, "plank")
    return translate(x, y, board, text_at(0, size * 0.36, text, "f-ink m", size, "middle"))


def _falls(view: View, lang: str, lay: _Layout) -> Node:
    canoes = canoes_at(view, "lost")
    x, _, width, _, _ = lay.box
    size, cliff = lay.small, lay.falls * 0.46
    y = lay.falls_y + cliff + (lay.falls - cliff) * 0.52
    name = _sign(word(view, lang, "falls"), lay.stream, lay.falls_y + cliff * 0.48, size)
    if not canoes:
        return name
    title = text_at(x + 14, y + size * 0.36, word(view, lang, "lost"), "onpool m", size)
    wreck = _fleet(view, lay, canoes, (x + width / 2 + 22, y), (width - 120, (lay.falls - cliff) * 0.8))
    return join(name, title, wreck)


def _site(view: View, lang: str, lay: _Layout, colour: Gem) -> Node:
    """Return a gem site: a hollow in a ring of stones, its stones, its name on a board below."""
    across, down = lay.pit
    there = view.sites.get(colour, {})
    title = f"{noun('gem', colour, lang, 'niagara').capitalize()} {there.get(colour, 0)}"
    hollow = 2 * across, down * 1.24, down * 0.6
    return translate(
        *lay.site(colour),
        translate(
            0,
            -down * 0.36,
            box(*hollow, "k-rock-shade", stroke_width=lay.gem * 0.8),
            box(*hollow, "f-pit"),
            box(*hollow, "stones", stroke_width=lay.gem * 0.75, stroke_dasharray=(0, lay.gem * 0.9)),
        ),
        _stones(there, colour, lay),
        _sign(title, 0, down * 0.64, lay.small),
        hit(2 * across, 2 * down),
        data_pick=f"site:{colour}",
    )


def _stones(there: Mapping[Gem, int], colour: Gem, lay: _Layout) -> Node:
    """Return the gems of a site, those of other colours last; a pale gem where it is empty."""
    across, down = lay.pit
    kinds = (colour, *(each for each in GEMS if each != colour))
    lying = [each for each in kinds for _ in range(there.get(each, 0))]
    if not lying:
        return group(_gem(colour, lay.gem, 0, -down * 0.36), opacity=0.18)
    packing = pack(len(lying), (across * 1.78, down * 1.02), lay.gem / _GEM_SIZE, (18.5, 19.5))
    placed = zip(lying, packing.spots, strict=True)
    return join(*(_gem(each, packing.scale * _GEM_SIZE, x, y - down * 0.36) for each, (x, y) in placed))


_HEADER_LINES = 5.9
"""How tall the header is at table size, in lines of running text."""

_NOTES_HEIGHT = 84
"""What is kept free below the seats at table size."""

_ROW_GAP = 0.4
"""Between two seats' rows, in lines of running text."""


def draw_svg(view: View, lang: str, size: str) -> Element:
    """Return a view as a picture of `phone` or `table` size."""
    lay = _fit_layout(LAYOUTS[size], view)
    first, step = _seats_y(lay), lay.row + lay.text * _ROW_GAP
    below, end = _notes(view, lang, lay, first + len(view.seats) * step)
    height = lay.height or end + lay.text
    rows = [
        translate(lay.panel[0], first + i * step, _seat_row(view, lang, lay, seat, rank))
        for i, (rank, seat) in enumerate(seats_in_order(view))
    ]
    beside = _header(view, lang, lay), *rows, below
    left = style(view.game).panel_left
    said = panel(left, *beside, bottom=height, end=end) if size == "table" else join(*beside)
    titles = word(view, lang, "title", round=round_played(view)), headline(view, lang)
    return picture(view, lang, (lay.width, height), titles, _river(view, lang, lay), said)


def _fit_layout(lay: _Layout, view: View) -> _Layout:
    """Return the layout with its frame closed below the falls; on a screen rows of few seats are taller."""
    x, y, width, _, radius = lay.box
    lay = lay._replace(box=(x, y, width, lay.falls_y + lay.falls - y, radius))
    if not lay.height:
        return lay
    room = (lay.height - _seats_y(lay) - _NOTES_HEIGHT) / len(view.seats) - lay.text * _ROW_GAP
    return lay._replace(row=min(room, lay.row * 1.1))


def _seats_y(lay: _Layout) -> float:
    """Return the y of the first seat: below the header, or below the river."""
    if lay.size == "table":
        return lay.box[1] + lay.text * _HEADER_LINES + lay.head
    return lay.box[1] + lay.box[3] + lay.text


def _header(view: View, lang: str, lay: _Layout) -> Node:
    x, _, width = lay.panel
    y = lay.box[1] if lay.size == "table" else 0
    acting = view.turn or (view.winners[0] if view.winners else None)
    lead = lay.head * 1.5 if acting else 0
    said, size = fit(headline(view, lang), lay.head, width - lead)
    second = y + lay.head * 1.55 + lay.text * 1.65
    ring, r = shorten(word(view, lang, "ring_of", seat=view.ring), lay.text, width * 0.55), lay.text * 0.52
    return join(
        translate(x + lay.head * 0.6, y + lay.head * 1.2, badge(view, acting, lay.head * 0.56))
        if acting
        else NOTHING,
        text_at(x + lead, y + lay.head * 1.55, said, "f-ink b", size),
        text_at(x, second, round_words(view, lang), "f-soft m", lay.text),
        translate(x + width - r, second - lay.text * 0.34, _life_ring(r)),
        text_at(x + width - r * 2.8, second, ring, "f-soft m", lay.text, "end"),
        translate(x, second + lay.text * (0.9 if lay.height else 1.15), _weather(view, lang, lay)),
    )


def _weather(view: View, lang: str, lay: _Layout) -> Node:
    tall, wide = lay.text * 1.95, lay.text * (2.5 if lay.height else 3.4)
    title, speed = word(view, lang, "weather"), speed_words(view, lang)
    start, baseline = px(title, lay.text) + lay.text, tall * 0.67
    room = hit(wide, THUMB, round_by=8)
    steps: list[Node] = []
    here: Node = NOTHING
    for i, at in enumerate(WEATHER_TRACK):
        x = start + (i + 0.5) * wide
        said = noun("weather", at, lang, "niagara").replace("-", "\N{MINUS SIGN}")
        step: Node = join(box(lay.text * 2.25, tall, tall * 0.24, f"sky{i}"), _sky(i, lay.text))
        if at == view.weather:
            text = text_at(0, tall * 0.22, said, "onface b", tall * 0.5, "middle")
            ring = last_ring((tall * 0.8, tall * 0.62))
            here = translate(x, tall / 2, piece("cloud", _cloud(tall / 15, "cloud"), text, ring))
        else:
            step = join(step, text_at(0, tall * 0.19, said, "onface m", tall * 0.5, "middle"))
        steps.append(translate(x, tall / 2, step, room, data_pick=f"weather:{at}"))
    run = text_at(lay.panel[2], baseline, speed, "f-ink m", lay.text, "end") if speed else NOTHING
    return join(text_at(0, baseline, title, "f-soft m", lay.text), *steps, here, run)


@lru_cache(64)
def _sky(step: int, size: float) -> Node:
    """Return what lies behind a step of the weather: sun on the first two, rain on the others. Cached."""
    if step < 2:
        return el("circle", cx=size * 0.72, cy=-size * 0.56, r=size * (0.34, 0.26)[step], class_="sun")
    drops = [f"M{0.42 * n - 0.8:.2f} .62l-.1 .26" for n in range(2 * step - 1)]
    return translate(0, 0, path("".join(drops), "rain", stroke_width=0.1), scale=size)


def _seat_row(view: View, lang: str, lay: _Layout, seat: str, rank: int | None) -> Node:
    """Return a seat's row.

    `rank` is its final place, None during the game; where it is set no card is shown.
    """
    width, tall, size = lay.panel[2], lay.row, lay.text
    r = min(tall * 0.27, size * 1.6)
    left, right = r * 2 + size * 2, width - (size if rank else tall * 0.8)
    beside = _side_words(view, lang, seat)
    room = right - left - px(beside, lay.small) - size * 0.6
    name = shorten((f"{rank}. " if rank else "") + name_of(view.names, seat), size * 1.12, room)
    ring = translate(r * 0.85, r * 0.8, _life_ring(r * 0.44)) if seat == view.ring else NOTHING
    upper, lower = tall / 2 - size * 0.42, tall / 2 + size * 1.05
    return join(
        _frame(view, lay, seat),
        translate(size * 0.9 + r, tall / 2, badge(view, seat, r), ring),
        text_at(left, upper, name, "f-ink b", size * 1.12),
        text_at(right, upper, beside, "f-soft", lay.small, "end"),
        translate(left, lower, _gems_ashore(view, lay, seat, right - left)),
        NOTHING if rank else translate(width - tall * 0.4, tall / 2, _paddle_place(view, seat, tall * 0.76)),
    )


def _frame(view: View, lay: _Layout, seat: str) -> Node:
    """Return the frame of a seat's row, with a pointer on its turn or a star where it has won."""
    tall = lay.row
    outline = {"width": lay.panel[2], "height": tall, "rx": tall * 0.16}
    card = el("rect", **outline, class_="f-card", stroke="var(--line)", stroke_width=1)
    if seat in (view.winners or ()):
        edge = el("rect", **outline, fill="none", stroke="#d99a00", stroke_width=2.5)
        d = polygon_d(ring_of(10, lay.text * 1.1, inner=lay.text * 1.1 * 0.46))
        star = path(d, fill="#f5b915", stroke="#6d4c00", stroke_width=1.1, stroke_linejoin="round")
        return join(card, edge, translate(lay.text * 0.5, lay.text * 0.4, star))
    if seat == view.turn:
        pointer = f"M-1 {tall * 0.36:.2f}L{tall * 0.13:.2f} {tall * 0.5:.2f}L-1 {tall * 0.64:.2f}Z"
        return join(card, el("rect", **outline, class_="k-ink", stroke_width=2.6), path(pointer, "f-ink"))
    return card


def _side_words(view: View, lang: str, seat: str) -> str:
    for standing in view.standings:
        if standing.seat == seat:
            return word(view, lang, "standing_gems", n=standing.gems, value=standing.value)
    return word(view, lang, "cards_left_long", n=view.paddles[seat].left)


def _gems_ashore(view: View, lay: _Layout, seat: str, room: float) -> Node:
    """Return a seat's gems and their number; counted by colour where there is no room for each."""
    owned = view.owned[seat]
    stones = [each for each in GEMS for _ in range(owned.get(each, 0))]
    r, size = lay.gem * 0.95, lay.text
    step = r * 2.15
    if not stones:
        return group(*(_gem(each, r, r + i * step) for i, each in enumerate(GEMS)), opacity=0.16)
    if (len(stones) + 2) * step <= room:
        icons = [_gem(each, r, r + i * step) for i, each in enumerate(stones)]
        return join(
            *icons, text_at(len(stones) * step + r, size * 0.36, f"= {len(stones)}", "f-soft m", size)
        )
    pairs = [
        translate(
            i * step * 2.3, 0, _gem(each, r, r), text_at(r * 2.2, size * 0.36, owned[each], "f-ink m", size)
        )
        for i, each in enumerate(dict.fromkeys(stones))
    ]
    return join(*pairs)


def _paddle_place(view: View, seat: str, tall: float) -> Node:
    """Return a seat's card as the viewer sees it; the viewer's own can be tapped, to lay one face down."""
    paddle, colour = view.paddles[seat], style_number(view, seat)
    if paddle.shown is not None:
        card = _card_face(paddle.shown, tall)
    elif paddle.own is not None:
        card = join(_card_back(colour, tall), group(_card_face(paddle.own, tall * 0.66)))
    elif paddle.laid:
        card = _card_back(colour, tall)
    else:
        card = _card_outline(tall * 0.72, tall, "k-line", stroke_dasharray="3 3", stroke_width=1.4)
    return pick("face_down", card, hit(THUMB, max(tall, THUMB), round_by=6)) if seat == view.seat else card


def _notes(view: View, lang: str, lay: _Layout, y: float) -> tuple[Node, float]:
    x, _, width = lay.panel
    cards, y = _hand(view, lang, lay, y)
    told = (*footnotes(view, lang), *house_notes(view, lang))
    rows = [row for note in told for row in wrap(note, lay.small, width)]
    step = lay.small * 1.5
    drawn = [text_at(x, y + i * step, row, "f-soft", lay.small) for i, row in enumerate(rows, 1)]
    return group(cards, *drawn), y + (len(rows) + 0.4) * step


def _hand(view: View, lang: str, lay: _Layout, y: float) -> tuple[Node, float]:
    """Return the viewer's cards, which can be tapped, and the y at which they end; nothing without a hand."""
    held = hand_of(view)
    if not held:
        return NOTHING, y
    tall = lay.text * 4.4
    wide, middle = max(tall * 0.8, THUMB), lay.text + tall * 0.6
    room = hit(THUMB, tall, round_by=6)
    cards = [
        translate(
            (i + 0.5) * wide, middle, _card_face(card, tall), room, data_pick=f"show:{card} paddle:{card}"
        )
        for i, card in enumerate(held)
    ]
    label = text_at(0, lay.text, word(view, lang, "in_hand"), "f-soft m", lay.text)
    return translate(lay.panel[0], y, label, *cards), y + lay.text + tall * 1.2
