"""What a table of Powerboats fills in: the tiles of its lake, as they lie."""

from collections.abc import Iterator

from referee.draw.svg import Node
from referee.games.powerboats.board.lake import tile_drawing, tile_picture
from referee.games.powerboats.lakes.tiles import TILES
from referee.service.forms import Field, Form, FormContext, Forms

PRINTED = ("D3r", "D4", "D2r", "D6", "D1r", "D5")
"""The tiles as the rulebook lays them, row by row; `r` is turned round."""

WAYS = tuple((tile, mark) for tile in TILES for mark in ("", "r"))
"""Every tile, as it is printed and turned round."""


def forms_now(context: FormContext) -> Iterator[Form]:
    """Ask for the six tiles, while there is no lake."""
    if context.game.phase(context.state) != "lake":
        return
    turned = context.say("powerboats.fill.turned")
    options = tuple((f"{tile}{mark}", f"{tile} {turned if mark else ''}".strip()) for tile, mark in WAYS)
    fields = tuple(
        Field(
            f"tiles.{n}",
            context.say("powerboats.fill.tile", row=n // 3 + 1, n=n % 3 + 1),
            options,
            chosen,
            pictures=pictures(is_first=n == 0),
        )
        for n, chosen in enumerate(PRINTED)
    )
    event = {"type": "lake_laid", "tiles": "? ? ? / ? ? ?"}
    yield Form(context.say("powerboats.fill.tiles"), event, fields, context.say("powerboats.fill.tiles_how"))


def pictures(*, is_first: bool) -> dict[str, Node]:
    """Picture every tile both ways; each is drawn once on the page, where it is seen first."""
    return {
        f"{tile}{mark}": tile_picture(
            tile, turned=bool(mark), drawing=tile_drawing(tile) if is_first and not mark else None
        )
        for tile, mark in WAYS
    }


FORMS = Forms(forms_now)
