"""Where on the wide drawing of the lake the areas of the rulebook are to be seen."""

PLACES: dict[str, tuple[float, float, float, float]] = {
    "RACE": (866, 20, 404, 90),
    "SET": (8, 8, 848, 735),
    "MAP": (8, 8, 848, 735),
    "CRS": (8, 8, 848, 735),
    "STA": (8, 8, 848, 735),
    "TRN": (866, 100, 404, 240),
    "DIE": (866, 100, 404, 240),
    "MOV": (8, 8, 848, 735),
    "BOA": (8, 8, 848, 735),
    "CRA": (8, 8, 848, 735),
    "GATE": (8, 8, 848, 735),
    "RND": (8, 8, 848, 735),
    "SECTOR": (8, 8, 848, 735),
    "DMG": (1080, 100, 190, 240),
    "FIN": (8, 8, 848, 735),
    "SCO": (1180, 100, 90, 440),
    "NXT": (866, 100, 404, 440),
}
"""By area of the rulebook: left, top, width and height, in units of the drawing."""
