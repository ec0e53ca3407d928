"""The lake tiles as pictures: each as it is printed, or turned round."""

from referee.draw.svg import Markup, el, group, path, text_at
from referee.games.powerboats.board.figures.lake import Frame, centre, hex_path, towards
from referee.games.powerboats.board.style import ROOT
from referee.games.powerboats.lakes.hexes import HEADING_INDEX
from referee.games.powerboats.lakes.lake import LAND, TILE_COLUMNS, TILE_ROWS, Lake
from referee.games.powerboats.lakes.tiles import dark_sides


def tile_drawing(name: str) -> Markup:
    """Draw a tile as it is printed, by the id under which `tile_picture` uses it."""
    lake = dark_sides()[name]
    kinds: dict[str, list[tuple[int, int]]] = {"land": [], "water": []}
    for row, line in enumerate(lake.cells):
        for column, mark in enumerate(line):
            kinds["land" if mark == LAND else "water"].append((column, row))
    water = path(hex_path(lake, kinds["water"]), "k-water-line o-water2", stroke_width=0.06)
    land = path(hex_path(lake, kinds["land"]), "k-land-line o-land", stroke_width=0.06)
    return group(water, land, *letters(lake), id=drawing_id(name), class_=ROOT)


def letters(lake: Lake) -> list[Markup]:
    """Draw the letters of a tile, each towards the side it hugs."""
    drawn = []
    for spot in lake.spots:
        letter, (x, y) = spot.letter, centre(lake, spot.at)
        dx, dy = towards(HEADING_INDEX[spot.side], 0.3) if spot.side else (0.0, 0.0)
        drawn.append(text_at(x + dx, y + dy + 0.5, letter, "f-ink mark", font_size=1.4, text_anchor="middle"))
    return drawn


def tile_picture(name: str, *, turned: bool, drawing: Markup | None = None) -> Markup:
    """Show a tile, turned round or not; by its `drawing` where that is not on the page already."""
    frame = Frame(0, 0, TILE_COLUMNS, TILE_ROWS)
    shown = drawing or el("use", href=f"#{drawing_id(name)}")
    half = f"{frame.width / 2:.2f} {frame.height / 2:.2f}"
    return el(
        "svg",
        group(shown, transform=f"rotate(180 {half})") if turned else shown,
        viewBox=f"0 0 {frame.width:.2f} {frame.height:.2f}",
        class_=ROOT,
        aria_hidden="true",
    )


def drawing_id(name: str) -> str:
    """Name the drawing of a tile on a page."""
    return f"tile-{name}"
