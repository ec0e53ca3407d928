"""Where on the wide drawing of the boat the areas of the rulebook are to be seen."""

PLACES: dict[str, tuple[float, float, float, float]] = {
    "SEAT": (90, 340, 1120, 118),
    "CARD": (90, 455, 1120, 185),
    "INFO": (90, 455, 1120, 185),
    "TURN": (20, 20, 700, 100),
    "SET": (20, 150, 1240, 310),
    "CHAR": (90, 355, 1120, 100),
    "SUP": (20, 656, 1240, 150),
    "ACT": (90, 150, 1120, 310),
    "ROW": (640, 708, 620, 165),
    "MUG": (90, 455, 1120, 185),
    "SPEC": (90, 455, 1120, 185),
    "FIGHT": (90, 100, 1120, 260),
    "STAT": (90, 420, 1120, 40),
    "NAV": (640, 708, 620, 165),
    "BIRD": (1050, 30, 220, 80),
    "OVER": (20, 454, 1240, 185),
    "THIRST": (90, 420, 1120, 40),
    "PLAY": (90, 455, 1120, 185),
    "SCORE": (70, 345, 1160, 305),
    "CAN": (90, 150, 1120, 310),
}
"""By area of the rulebook: left, top, width and height, in units of the drawing."""
