"""The river as a picture: the landscape, and on it the discs, the canoes, the gems at their sites."""

from collections.abc import Mapping
from functools import lru_cache

from referee.draw.palette import style_number
from referee.draw.svg import Markup, el, group, hit, join, lately, moved, number, path, pick, piece, text_at
from referee.draw.taps import THUMB
from referee.games.niagara.board.figures.landscape import landscape, rope
from referee.games.niagara.board.figures.pieces import GEM_SIZE, canoe, gem
from referee.games.niagara.board.layout import DISC, TOKEN, Layout, Packing, Spot, pack
from referee.games.niagara.board.taps import MOST_PUSHES
from referee.games.niagara.board.words import GEMS, RIVER_SPACES, canoe_labels, canoes_at, word
from referee.games.niagara.events import Gem
from referee.games.niagara.view import View
from referee.l10n import noun


def river(view: View, lang: str, lay: Layout) -> Markup:
    """Draw the whole board."""
    sites = [site(view, lang, lay, colour) for colour in GEMS]
    discs = [disc(lay, space) for space in RIVER_SPACES]
    canoes = [
        fleet(view, lay, canoes_at(view, at), lay.spot(at), lay.room(at), f" to:{at}") for at in RIVER_SPACES
    ]
    names = [space_name(lay, space) for space in RIVER_SPACES]
    away = ashore(view, lang, lay), lost(view, lang, lay)
    ends = bank(lay), *(mouth(lay, side) for side in ("left", "right"))
    return join(landscape(lay), *ends, *sites, *discs, rope(lay), *canoes, *names, *away)


@lru_cache(256)
def bank(lay: Layout) -> Markup:
    """Let the land be tapped."""
    x, y, width, _, _ = lay.box
    return pick("to:land", hit(width - 4, lay.land * 0.86, x + width / 2, y + lay.land * 0.45))


@lru_cache(256)
def mouth(lay: Layout, side: str) -> Markup:
    """Let one arm's falls be tapped: for a canoe that goes over, for a disc that took this arm."""
    x = lay.stream + (-1 if side == "left" else 1) * lay.arm_x
    discs = " ".join(f"exit{n}:{side}" for n in range(MOST_PUSHES, 0, -1))
    return pick(f"{discs} to:falls", hit(lay.arm, lay.falls - 6, x, lay.falls_y + lay.falls / 2))


@lru_cache(256)
def disc(lay: Layout, space: str) -> Markup:
    """Draw a disc lying in the water."""
    x, y = lay.spot(space)
    across, down = (lay.trunk if space[0] == "S" else lay.arm) * DISC / 2, lay.pitch * 0.44
    n = number
    shine = (
        f"M{n(-across * 0.8)} {n(-down * 0.35)}"
        f"A{n(across * 0.92)} {n(down * 0.9)} 0 0 1 {n(across * 0.1)} {n(-down * 0.86)}"
    )
    under = f"M{n(-across)} {n(lay.gem * 0.2)}A{n(across)} {n(down)} 0 0 0 {n(across)} {n(lay.gem * 0.2)}"
    return moved(
        x,
        y,
        path(under, fill="none", stroke="#0b3b4a", stroke_opacity=0.3, stroke_width=lay.gem * 0.36),
        el("ellipse", rx=across, ry=down, class_="f-disc", fill_opacity=0.5),
        el("ellipse", rx=across, ry=down, class_="k-foam", stroke_width=1.3, stroke_opacity=0.85),
        path(shine, "k-foam", stroke_width=lay.gem * 0.28, stroke_opacity=0.8, stroke_linecap="round"),
        hit(2 * across, max(2 * down, THUMB)),
        data_pick=f"to:{space}",
    )


@lru_cache(256)
def space_name(lay: Layout, space: str) -> Markup:
    """Write a space's name beside its disc, on the water's outer side."""
    x, y = lay.spot(space)
    out = (lay.trunk if space[0] == "S" else lay.arm) * DISC / 2 + 1
    at = x + (out if space[0] == "R" else -out), y - lay.pitch * 0.29
    return text_at(*at, space, "river-ink m halo", font_size=lay.small, text_anchor="middle")


def fleet(
    view: View,
    lay: Layout,
    canoes: list[tuple[str, int, Gem | None]],
    middle: Spot,
    room: Spot,
    below: str = "",
    berth: Spot = TOKEN,
) -> Markup:
    """Set canoes in a room about its middle, none over another; who taps one may mean what is `below`."""
    labels, packing = canoe_labels(view), pack(len(canoes), room, lay.canoe, berth)
    drawn = [
        piece(f"canoe:{seat}.{n}", canoe(style_number(view, seat), labels[seat, n], cargo), lately(HALO))
        for seat, n, cargo in canoes
    ]
    reach = reach_of(packing, room)
    placed = zip(canoes, drawn, packing.spots, strict=True)
    return join(
        *(
            moved(
                middle[0] + x,
                middle[1] + y,
                each,
                reach,
                scale=packing.scale,
                data_pick=f"steal:{seat}.{n} canoe:{seat}.{n}{below}",
            )
            for (seat, n, _), each, (x, y) in placed
        )
    )


HALO = (33.0, 15.0)
"""Half the width and height of the ring round a canoe that moved last."""


def reach_of(packing: Packing, room: Spot) -> Markup:
    """Give canoes that share a room as much of it to be tapped in as they can have."""
    rows = len({y for _, y in packing.spots}) or 1
    return hit(TOKEN[0], min(room[1] / rows, THUMB + 4) / packing.scale)


def ashore(view: View, lang: str, lay: Layout) -> Markup:
    """Lay the canoes ashore on the beach, a seat's two one above the other."""
    x, y, width, _, _ = lay.box
    column = (width - 24) / len(view.seats)
    label = text_at(x + 12, y + lay.text * 1.25, word(view, lang, "land"), "f-soft m", font_size=lay.small)
    beached = []
    for i, seat in enumerate(view.seats):
        own = [each for each in canoes_at(view, "land") if each[0] == seat]
        middle = x + 12 + column * (i + 0.5), y + lay.land * 0.57
        room = min(column, 51 * lay.canoe), max(lay.land * 0.6, 2 * lay.berth[1] * lay.canoe)
        beached.append(fleet(view, lay, own, middle, room, berth=lay.berth))
    return join(label, *beached)


def lost(view: View, lang: str, lay: Layout) -> Markup:
    """Name the falls, and leave the lost canoes in the pool below."""
    canoes = canoes_at(view, "lost")
    x, _, width, _, _ = lay.box
    size, y = lay.small, lay.falls_y + 24 + (lay.falls - 24) * 0.56
    falls = word(view, lang, "falls")
    name = text_at(lay.stream, lay.falls_y + 38, falls, "onpool m", font_size=size, text_anchor="middle")
    if not canoes:
        return name
    title = text_at(x + 14, y + size * 0.36, word(view, lang, "lost"), "onpool m", font_size=size)
    wreck = fleet(view, lay, canoes, (x + width / 2 + 22, y + 6), (width - 120, lay.falls - 50))
    return join(name, title, wreck)


def site(view: View, lang: str, lay: Layout, colour: Gem) -> Markup:
    """Draw a gem site: the pit, its gems with strangers last, its name and count."""
    across, down = lay.pit
    there = view.sites.get(colour, {})
    title = f"{noun('gem', colour, lang, 'niagara').capitalize()} {there.get(colour, 0)}"
    label = text_at(0, down * 0.74, title, "f-ink m", font_size=lay.small, text_anchor="middle")
    frame = {"x": -across, "y": -down, "width": 2 * across, "height": 2 * down, "rx": down * 0.7}
    edge = el("rect", **frame, class_="k-pit-edge", stroke_width=lay.gem * 0.24)
    return moved(
        *lay.site(colour),
        el("rect", **frame, class_="f-pit"),
        edge,
        stones(there, colour, lay),
        label,
        hit(2 * across, 2 * down),
        data_pick=f"site:{colour}",
    )


def stones(there: Mapping[Gem, int], colour: Gem, lay: Layout) -> Markup:
    """Set the gems of a site in its pit; the ghost of one where it is empty."""
    across, down = lay.pit
    kinds = (colour, *(each for each in GEMS if each != colour))
    lying = [each for each in kinds for _ in range(there.get(each, 0))]
    if not lying:
        return group(gem(colour, lay.gem, 0, -down * 0.32), opacity=0.18)
    packing = pack(len(lying), (across * 1.72, down * 1.02), lay.gem / GEM_SIZE, (18.5, 19.5))
    placed = zip(lying, packing.spots, strict=True)
    return join(*(gem(each, packing.scale * GEM_SIZE, x, y - down * 0.32) for each, (x, y) in placed))
