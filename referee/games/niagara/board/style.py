"""The colours of the river by day and by night, as CSS variables, and the classes that use them."""

from referee.draw.palette import style_sheet

ROOT = "niagara"

PANEL_LEFT = 708
"""Where the panel begins in the picture for a screen."""

RIVER_DAY = {
    "bank": "#cbd8ab",
    "bank-edge": "#aebf88",
    "tree": "#8fab6f",
    "sand": "#efe2bf",
    "sand-edge": "#d8c48f",
    "wood": "#b88a57",
    "wood-edge": "#7d5731",
    "shallow": "#b4e0e6",
    "deep": "#6dbdd1",
    "shore": "#4b9cb4",
    "pool": "#2a7590",
    "foam": "#ffffff",
    "disc": "#ffffff",
    "river-ink": "#0e3d4d",
    "halo": "#bfe4ea",
    "pit": "#f3e8cc",
    "pit-edge": "#a88d57",
    "rim": "#ffffff",
    "gem-rim": "#2b2f36",
    "face": "#ffffff",
}
RIVER_NIGHT = {
    "bank": "#24332a",
    "bank-edge": "#34483a",
    "tree": "#2f4737",
    "sand": "#4a4330",
    "sand-edge": "#6a6044",
    "wood": "#7b5b38",
    "wood-edge": "#3f2c18",
    "shallow": "#2f6b7b",
    "deep": "#1c4c60",
    "shore": "#4f93a8",
    "pool": "#133546",
    "foam": "#d9eff4",
    "disc": "#bfe6f0",
    "river-ink": "#e6f6fa",
    "halo": "#1c4c60",
    "pit": "#3a3325",
    "pit-edge": "#85744c",
    "rim": "#f4f7f8",
    "gem-rim": "#f4f7f8",
    "face": "#f7f5ee",
}

FILLS = (
    "paper",
    "bank",
    "tree",
    "sand",
    "wood",
    "pool",
    "foam",
    "disc",
    "pit",
    "card",
    "ink",
    "soft",
    "accent",
)
STROKES = ("bank-edge", "sand-edge", "wood-edge", "shore", "foam", "pit-edge", "line", "accent", "ink")


def css() -> str:
    """Write the style sheet of the picture, every rule below its root class."""
    own = RIVER_DAY, RIVER_NIGHT
    return style_sheet(ROOT, own, FILLS, STROKES, CLASSES) + f".{ROOT}{{--units:{1280 - PANEL_LEFT}}}"


CLASSES = {
    "shallow": "stop-color:var(--shallow)",
    "deep": "stop-color:var(--deep)",
    "rim": "stroke:var(--rim);stroke-width:1.3;paint-order:stroke;stroke-linejoin:round",
    "edge": "stroke:#14202a;stroke-opacity:.55;stroke-width:2.6;fill:none;stroke-linejoin:round",
    "gem": "stroke:var(--gem-rim);stroke-width:.9;stroke-linejoin:round",
    "ringed": "fill:#ffffff;stroke:#ffffff;stroke-width:4;stroke-linejoin:round",
    "facet": "fill:none;stroke:#ffffff;stroke-opacity:.75;stroke-width:.8;stroke-linejoin:round",
    "facet-dark": "fill:none;stroke:#3d6576;stroke-opacity:.8;stroke-width:.7;stroke-linejoin:round",
    "face": "fill:var(--face)",
    "cloud": "fill:#dfeef5",
    "halo": "stroke:var(--halo);stroke-width:2.4;paint-order:stroke;stroke-linejoin:round",
    "onpool": "fill:#ffffff",
    "onface": "fill:#1f2a30",
    "river-ink": "fill:var(--river-ink)",
    "mark": "font-weight:700",
    "b": "font-weight:700",
    "m": "font-weight:600",
    "amethyst": "fill:#8146bd",
    "diamond": "fill:#e3f4fa",
    "amber": "fill:#ee9b12",
    "sapphire": "fill:#2563cf",
    "ruby": "fill:#cf2049",
}
