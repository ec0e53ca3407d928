"""The colours of lake and shore by day and by night, as CSS variables, and the classes that use them."""

from referee.draw.palette import style_sheet

ROOT = "powerboats"

PANEL_LEFT = 860
"""Where the panel begins in the picture for a screen."""

LAKE_DAY = {
    "water": "#3f8fc4",
    "water1": "#62add9",
    "water2": "#3f8fc4",
    "water3": "#2c76ad",
    "foam": "#ffffff",
    "water-line": "#5aa4d3",
    "land": "#cfd9a6",
    "land-line": "#b3c184",
    "shore": "#8fa360",
    "seam": "#2a6c9b",
    "tile": "#ffffff",
    "tile-dark": "#1c2b36",
    "buoy": "#f4701f",
    "buoy-ink": "#1c1206",
    "gate": "#ffe27a",
    "wake": "#ffffff",
    "ghost": "#ffffff",
    "rim": "#ffffff",
    "lake-ink": "#ffffff",
    "die": "#ffffff",
    "pip": "#1f2a30",
    "hurt": "#b42318",
}
LAKE_NIGHT = {
    "water": "#123d5c",
    "water1": "#1c5378",
    "water2": "#123d5c",
    "water3": "#0b2c46",
    "foam": "#9fc4dc",
    "water-line": "#1d5176",
    "land": "#39442c",
    "land-line": "#4a573a",
    "shore": "#65784a",
    "seam": "#3e7ea8",
    "tile": "#dfe8ee",
    "tile-dark": "#0b141b",
    "buoy": "#f58a3c",
    "buoy-ink": "#1c1206",
    "gate": "#ffe27a",
    "wake": "#cfe8f6",
    "ghost": "#ffffff",
    "rim": "#f4f7f8",
    "lake-ink": "#e6f2fa",
    "die": "#f7f5ee",
    "pip": "#1f2a30",
    "hurt": "#ff9b8f",
}

FILLS = (
    "paper",
    "card",
    "ink",
    "soft",
    "accent",
    "water",
    "land",
    "tile",
    "tile-dark",
    "buoy",
    "buoy-ink",
    "gate",
    "lake-ink",
    "die",
    "pip",
    "hurt",
)
STROKES = (
    "line",
    "water-line",
    "land-line",
    "shore",
    "seam",
    "gate",
    "wake",
    "foam",
    "ghost",
    "ink",
    "rim",
    "buoy-ink",
)

OVER = {
    "land": "fill:var(--land)",
    **{f"water{n}": f"fill:var(--water{n})" for n in (1, 2, 3)},
    "edge": "fill:none;stroke:#0b1620;stroke-width:.42;stroke-linejoin:round",
    "sign": "stroke:#0b1620;stroke-width:.05",
    "tile-dark": "stroke:var(--tile-dark)",
    "gate": "stroke:var(--gate)",
    "buoy": "stroke:var(--buoy)",
    "hull": "stroke-width:.16",
}
"""What single shapes have otherwise than their class; a page's policy may forbid style attributes."""

CLASSES = {
    "rim": "stroke:var(--rim);stroke-width:1.3;paint-order:stroke;stroke-linejoin:round",
    "edge": "stroke:#0e1a24;stroke-opacity:.6;stroke-linejoin:round",
    "mark": "font-weight:700",
    "big": "font-weight:700;fill:var(--ink)",
    "small": "fill:var(--soft)",
    "bold": "font-weight:700;fill:var(--ink)",
    "text": "fill:var(--ink)",
    "halo": "stroke:var(--water);stroke-width:3;paint-order:stroke;stroke-linejoin:round;font-weight:700",
    "halo-lake": "stroke:var(--water);stroke-width:.3;paint-order:stroke;stroke-linejoin:round",
    "crash": "fill:#ffffff;stroke:#8c1d18;stroke-width:.36;paint-order:stroke;stroke-linejoin:round",
    "aim": "fill:var(--ghost);fill-opacity:.34;stroke:var(--ghost);stroke-width:.12",
    "bare": "fill-opacity:.02;stroke-width:0",
    "key": "fill:var(--card);stroke:var(--ink)",
    "key-arrow": "fill:var(--ink);stroke:var(--card);stroke-width:.06",
    "n": "fill:none",
    "bar": "fill:var(--card);stroke:var(--line);stroke-width:1",
    "now": "fill:var(--card);stroke:var(--accent);stroke-width:2.5",
}


def css() -> str:
    """Write the style sheet of the picture, every rule below its root class."""
    classes = CLASSES | {f"o-{name}": body for name, body in OVER.items()}
    sheet = style_sheet(ROOT, (LAKE_DAY, LAKE_NIGHT), FILLS, STROKES, classes)
    return sheet + f".{ROOT}{{--units:{1280 - PANEL_LEFT}}}"
