"""What a table of Powerboats fills in: the tiles of its lake, as they lie."""

from collections.abc import Iterator

from referee.games.powerboats.lake_data import TILES
from referee.web.acts.visit import Visit
from referee.web.forms.fill_in import Blank, Field

PRINTED = ("D3r", "D4", "D2r", "D6", "D1r", "D5")
"""The tiles as the rulebook lays them, row by row; `r` is turned round."""


def blanks(visit: Visit) -> Iterator[Blank]:
    """Ask for the six tiles, while there is no lake."""
    if visit.game.phase(visit.state) != "lake":
        return
    turned = visit.say("powerboats.fill.turned")
    options = tuple(
        (f"{tile}{mark}", f"{tile} {turned if mark else ''}") for tile in TILES for mark in ("", "r")
    )
    fields = tuple(
        Field("tiles", visit.say("powerboats.fill.tile", row=n // 3 + 1, n=n % 3 + 1), options, chosen)
        for n, chosen in enumerate(PRINTED)
    )
    event = {"type": "lake_laid", "tiles": "? ? ? / ? ? ?"}
    yield Blank(visit.say("powerboats.fill.tiles"), event, fields, visit.say("powerboats.fill.tiles_how"))
