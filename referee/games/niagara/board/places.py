"""Where on the wide drawing of the river the areas of the rulebook are to be seen."""

PLACES: dict[str, tuple[float, float, float, float]] = {
    "SETUP": (12, 12, 690, 776),
    "GOAL": (718, 190, 550, 440),
    "END": (718, 190, 550, 440),
    "ROUND": (718, 72, 550, 50),
    "CARD": (1170, 190, 100, 440),
    "INFO": (1040, 190, 230, 440),
    "TURN": (215, 12, 300, 680),
    "MOVE": (215, 120, 300, 560),
    "LOAD": (505, 275, 170, 80),
    "STEAL": (215, 120, 300, 560),
    "LAND": (12, 12, 690, 120),
    "WX": (718, 122, 560, 64),
    "RIVER": (50, 120, 615, 590),
    "FALL": (12, 670, 690, 118),
    "BUY": (12, 720, 690, 68),
}
"""By area of the rulebook: left, top, width and height, in units of the drawing."""
