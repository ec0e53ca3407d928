"""The river as a picture: the landscape, and on it the discs, the canoes, the gems at their sites."""

from collections.abc import Mapping

from referee.draw.assets import art
from referee.draw.palette import style_number
from referee.draw.svg import THUMB, Node, box, group, hit, join, last_ring, piece, text_at, translate
from referee.draw.words import word
from referee.games.niagara.board.layout import TOKEN, Layout, Packing, Spot, pack
from referee.games.niagara.board.pieces import GEM_SIZE, canoe, gem
from referee.games.niagara.board.words import GEMS, RIVER_SPACES, canoe_labels, canoes_at
from referee.games.niagara.events import Gem
from referee.games.niagara.view import View
from referee.l10n import noun


def river(view: View, lang: str, lay: Layout) -> Node:
    """Draw the whole board: what does not move from its file, and on it what does."""
    drawn = art("niagara", f"river-{lay.size}.svg")
    sites = [site(view, lang, lay, colour) for colour in GEMS]
    canoes = [
        fleet(view, lay, canoes_at(view, at), lay.spot(at), lay.room(at), f" to:{at}") for at in RIVER_SPACES
    ]
    away = ashore(view, lang, lay), lost(view, lang, lay)
    return join(drawn["water"], *sites, drawn["discs"], *canoes, drawn["names"], *away)


def fleet(
    view: View,
    lay: Layout,
    canoes: list[tuple[str, int, Gem | None]],
    middle: Spot,
    room: Spot,
    below: str = "",
    berth: Spot = TOKEN,
) -> Node:
    """Set canoes in a room about its middle, none over another; who taps one may mean what is `below`."""
    labels, packing = canoe_labels(view), pack(len(canoes), room, lay.canoe, berth)
    reach, drawn = reach_of(packing, room), []
    for (seat, n, cargo), (x, y) in zip(canoes, packing.spots, strict=True):
        id = f"canoe:{seat}.{n}"
        shown = piece(id, canoe(style_number(view, seat), labels[seat, n], cargo), last_ring(HALO))
        meant, at = f"steal:{seat}.{n} {id}{below}", (middle[0] + x, middle[1] + y)
        drawn.append(translate(*at, shown, reach, scale=packing.scale, data_pick=meant))
    return join(*drawn)


HALO = (33.0, 15.0)
"""Half the width and height of the ring round a canoe that moved last."""


def reach_of(packing: Packing, room: Spot) -> Node:
    """Give canoes that share a room as much of it to be tapped in as they can have."""
    rows = len({y for _, y in packing.spots}) or 1
    return hit(TOKEN[0], min(room[1] / rows, THUMB + 4) / packing.scale)


def ashore(view: View, lang: str, lay: Layout) -> Node:
    """Lay the canoes ashore on the beach, a seat's two one above the other."""
    x, y, width, _, _ = lay.box
    column = (width - 24) / len(view.seats)
    label = text_at(x + 12, y + lay.text * 1.25, word(view, lang, "land"), "f-soft m", lay.small)
    beached = []
    for i, seat in enumerate(view.seats):
        own = [each for each in canoes_at(view, "land") if each[0] == seat]
        middle = x + 12 + column * (i + 0.5), y + lay.land * 0.57
        room = min(column, 51 * lay.canoe), max(lay.land * 0.6, 2 * lay.berth[1] * lay.canoe)
        beached.append(fleet(view, lay, own, middle, room, berth=lay.berth))
    return join(label, *beached)


def lost(view: View, lang: str, lay: Layout) -> Node:
    """Name the falls, and leave the lost canoes in the pool below."""
    canoes = canoes_at(view, "lost")
    x, _, width, _, _ = lay.box
    size, y = lay.small, lay.falls_y + 24 + (lay.falls - 24) * 0.56
    falls = word(view, lang, "falls")
    name = text_at(lay.stream, lay.falls_y + 38, falls, "onpool m", size, "middle")
    if not canoes:
        return name
    title = text_at(x + 14, y + size * 0.36, word(view, lang, "lost"), "onpool m", size)
    wreck = fleet(view, lay, canoes, (x + width / 2 + 22, y + 6), (width - 120, lay.falls - 50))
    return join(name, title, wreck)


def site(view: View, lang: str, lay: Layout, colour: Gem) -> Node:
    """Draw a gem site: the pit, its gems with strangers last, its name and count."""
    across, down = lay.pit
    there = view.sites.get(colour, {})
    title = f"{noun('gem', colour, lang, 'niagara').capitalize()} {there.get(colour, 0)}"
    label = text_at(0, down * 0.74, title, "f-ink m", lay.small, "middle")
    return translate(
        *lay.site(colour),
        box(2 * across, 2 * down, down * 0.7, "f-pit"),
        box(2 * across, 2 * down, down * 0.7, "k-pit-edge", stroke_width=lay.gem * 0.24),
        stones(there, colour, lay),
        label,
        hit(2 * across, 2 * down),
        data_pick=f"site:{colour}",
    )


def stones(there: Mapping[Gem, int], colour: Gem, lay: Layout) -> Node:
    """Set the gems of a site in its pit; the ghost of one where it is empty."""
    across, down = lay.pit
    kinds = (colour, *(each for each in GEMS if each != colour))
    lying = [each for each in kinds for _ in range(there.get(each, 0))]
    if not lying:
        return group(gem(colour, lay.gem, 0, -down * 0.32), opacity=0.18)
    packing = pack(len(lying), (across * 1.72, down * 1.02), lay.gem / GEM_SIZE, (18.5, 19.5))
    placed = zip(lying, packing.spots, strict=True)
    return join(*(gem(each, packing.scale * GEM_SIZE, x, y - down * 0.32) for each, (x, y) in placed))
