"""The colours of sea and boat by day and by night, as CSS variables, and the classes that use them."""

from referee.draw.palette import DAY, NIGHT, seat_css, themed

ROOT = "lifeboat"

SEA_DAY = {
    "sea": "#d5e8ee",
    "wave": "#9cc6d3",
    "hull": "#b88a57",
    "hull-edge": "#7d5731",
    "wound": "#b3261e",
    "chip": "#f1ead8",
    "bad": "#8c1d18",
    "bird": "#34434a",
}
SEA_NIGHT = {
    "sea": "#14303c",
    "wave": "#2c5a6b",
    "hull": "#6e5132",
    "hull-edge": "#3f2c18",
    "wound": "#ff8a80",
    "chip": "#2b363b",
    "bad": "#ffb4ab",
    "bird": "#eef3f4",
}

SIDES = {"attack": "f-accent", "defence": "f-soft"}
"""The colours of the sides of a fight."""

FILLS = ("paper", "sea", "hull", "card", "ink", "soft", "accent", "wound", "chip", "bad", "bird")
STROKES = ("line", "wave", "hull-edge", "accent", "ink", "wound", "bird")


def css() -> str:
    """Write the style sheet of the picture, every rule below its root class."""
    rules = [
        themed(ROOT, {**DAY, **SEA_DAY}, {**NIGHT, **SEA_NIGHT}),
        *(f".{ROOT} .f-{name}{{fill:var(--{name})}}" for name in FILLS),
        *(f".{ROOT} .k-{name}{{stroke:var(--{name})}}" for name in STROKES),
        *(f".{ROOT} .{name}{{{body}}}" for name, body in CLASSES.items()),
        seat_css(ROOT),
    ]
    return "".join(rules)


CLASSES = {
    "rim": "stroke:#ffffff;stroke-width:1.3;paint-order:stroke;stroke-linejoin:round",
    "mark": "font-weight:700",
    "b": "font-weight:700",
    "n": "fill:none",
}
