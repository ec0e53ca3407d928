"""What a table of Powerboats fills in: the tiles of its lake, as they lie."""

from collections.abc import Iterator

from referee.draw.svg import Node
from referee.games.powerboats.board.picture import tile_drawing, tile_picture
from referee.games.powerboats.tiles import TILES
from referee.service.forms import Field, Form, FormContext, Forms

_PRINTED = ("D3r", "D4", "D2r", "D6", "D1r", "D5")
"""The tiles as the rulebook lays them, row by row; `r` is turned round."""

_WAYS = tuple((tile, mark) for tile in TILES for mark in ("", "r"))
"""Every tile, as it is printed and turned round."""


def _forms_now(context: FormContext) -> Iterator[Form]:
    """Yield a form that asks for the six tiles, while there is no lake."""
    if context.game.phase(context.state) != "lake":
        return
    turned = context.say("powerboats.fill.turned")
    options = tuple((f"{tile}{mark}", f"{tile} {turned if mark else ''}".strip()) for tile, mark in _WAYS)
    fields = tuple(
        Field(
            f"tiles.{n}",
            context.say("powerboats.fill.tile", row=n // 3 + 1, n=n % 3 + 1),
            options,
            chosen,
            pictures=_pictures(is_first=n == 0),
        )
        for n, chosen in enumerate(_PRINTED)
    )
    event = {"type": "lake_laid", "tiles": "? ? ? / ? ? ?"}
    yield Form(context.say("powerboats.fill.tiles"), event, fields, context.say("powerboats.fill.tiles_how"))


def _pictures(*, is_first: bool) -> dict[str, Node]:
    """Return a picture of every tile both ways, by value; the drawings themselves only in the first field."""
    drawings = {tile: tile_drawing(tile) if is_first else None for tile in TILES}
    return {
        f"{tile}{mark}": tile_picture(tile, turned=bool(mark), drawing=None if mark else drawings[tile])
        for tile, mark in _WAYS
    }


FORMS = Forms(_forms_now)
