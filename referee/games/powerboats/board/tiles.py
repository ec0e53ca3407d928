"""The lake tiles as pictures: each as it is printed, or turned round."""

from referee.draw.svg import Markup, el, group, path, text_at
from referee.games.powerboats.board.lake import Frame, cells_in, hex_path, hugging, is_land, whole
from referee.games.powerboats.lake import TILE_COLUMNS, TILE_ROWS
from referee.games.powerboats.tiles import dark_sides


def tile_drawing(name: str) -> Markup:
    """Draw a tile as it is printed, by the id under which `tile_picture` uses it."""
    lake = dark_sides()[name]
    cells = cells_in(lake, whole(lake))
    water, land = [c for c in cells if not is_land(lake, c)], [c for c in cells if is_land(lake, c)]
    spots = [(hugging(lake, spot.at, spot.side), spot.letter) for spot in lake.spots]
    return group(
        path(hex_path(lake, water), "k-water-line o-water2", stroke_width=0.06),
        path(hex_path(lake, land), "k-land-line o-land", stroke_width=0.06),
        *(text_at(x, y + 0.5, letter, "f-ink mark", 1.4, "middle") for (x, y), letter in spots),
        id=drawing_id(name),
        class_="powerboats",
    )


def tile_picture(name: str, *, turned: bool, drawing: Markup | None = None) -> Markup:
    """Show a tile, turned round or not; by its `drawing` where that is not on the page already."""
    frame = Frame(0, 0, TILE_COLUMNS, TILE_ROWS)
    shown = drawing or el("use", href=f"#{drawing_id(name)}")
    half = f"{frame.width / 2:.2f} {frame.height / 2:.2f}"
    return el(
        "svg",
        group(shown, transform=f"rotate(180 {half})") if turned else shown,
        viewBox=f"0 0 {frame.width:.2f} {frame.height:.2f}",
        class_="powerboats",
        aria_hidden="true",
    )


def drawing_id(name: str) -> str:
    """Name the drawing of a tile on a page."""
    return f"tile-{name}"
