"""The colours of sea and boat by day and by night, as CSS variables, and the classes that use them."""

from referee.draw.palette import style_sheet

ROOT = "lifeboat"

PAINT = {
    "drink": "#2f86c4",
    "money": "#2e8b57",
    "jewel": "#9b3fa8",
    "frame": "#7a5130",
    "gold": "#d9a514",
    "red": "#c5352b",
    "steel": "#5b666d",
    "bone": "#d8cdb6",
}
"""What the things on the cards are painted with."""

SEA_DAY = {
    "sea": "#d5e8ee",
    "wave": "#9cc6d3",
    "hull": "#b88a57",
    "hull-edge": "#7d5731",
    "wound": "#b3261e",
    "chip": "#f1ead8",
    "bad": "#8c1d18",
    "bird": "#34434a",
    "sky": "#eaf4f6",
    "sky-ink": "#22343c",
    "sky-bad": "#8c1d18",
    "deep": "#b9d8e2",
    "sea-ink": "#173642",
    "foam": "#ffffff",
    "plank": "#f3e6cf",
    "plank-ink": "#2b1c0c",
    "halo": "#ffd54a",
    **PAINT,
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
    "sky": "#24394a",
    "sky-ink": "#dbe7ec",
    "sky-bad": "#ffb4ab",
    "deep": "#0d232d",
    "sea-ink": "#dcecf2",
    "foam": "#6fa0b3",
    "plank": "#4a3620",
    "plank-ink": "#f8ecd9",
    "halo": "#8a6d12",
    **PAINT,
    "steel": "#a9b4ba",
    "frame": "#b98a58",
}

SIDES = {"attack": "f-accent", "defence": "f-soft"}
"""The colours of the sides of a fight."""

FILLS = (
    *PAINT,
    *("sky", "sky-ink", "sky-bad", "sea", "deep", "sea-ink", "plank-ink", "paper", "hull"),
    *("card", "ink", "soft", "accent", "wound", "chip", "bad", "bird"),
)
STROKES = (*PAINT, "card", "foam", "line", "wave", "soft", "hull-edge", "accent", "ink", "wound", "bird")


def css() -> str:
    """Write the style sheet of the picture, every rule below its root class."""
    return "".join(
        (
            style_sheet(ROOT, (SEA_DAY, SEA_NIGHT), FILLS, STROKES, CLASSES, are_lines=False),
            f".{ROOT}.icon{{height:2.7rem;width:auto}}",
            f".{ROOT}.icon:has(.narrow){{height:auto;width:min(9.6rem,39vw)}}",
            f".{ROOT}.icon:has(.abreast){{width:min(19.2rem,80vw)}}",
            f".{ROOT}.icon:has(.alone)+.says{{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}}",
        )
    )


CLASSES = {
    "rim": "stroke:#ffffff;stroke-width:1.3;paint-order:stroke;stroke-linejoin:round",
    "mark": "font-weight:700",
    "b": "font-weight:700",
    "n": "fill:none",
    "ring": "stroke-width:5.6",
    "thick": "stroke-width:3.6;stroke-linecap:round;stroke-linejoin:round",
    "outline": "stroke:#241a14;stroke-width:2.2;stroke-linejoin:round",
    "limb": "stroke-width:14;stroke-linecap:round",
    "pale": "filter:grayscale(.85);opacity:.75",
    "halo": "fill:var(--halo);opacity:.75",
    "plank": "fill:var(--plank);stroke:var(--hull-edge);stroke-width:1.5",
    "now": "stroke:var(--accent);stroke-width:5",
    "k-quarrel": "stroke:var(--wound)",
    "w-hair": "stroke:#241a14;stroke-width:1.2",
    "w-coat": "stroke:#241a14;stroke-width:1.6",
    "w-trim": "fill:#f2c14e;stroke:#241a14;stroke-width:1",
    "w-gold": "fill:#f2c14e",
    "w-dark": "fill:#20242a",
    "w-red": "fill:#c5352b;stroke:#241a14;stroke-width:1.2",
    "w-eyes": "fill:#241a14",
    "w-ink": "fill:#241a14;font-weight:700",
    "w-line": "fill:none;stroke-width:2.2;stroke-linecap:round",
    "w-dark-line": "stroke:#241a14",
    "w-white-line": "stroke:#ffffff;stroke-width:4",
    "w-gold-line": "stroke:#f2c14e",
    "w-trim-line": "stroke:#f2c14e",
    "w-red-line": "stroke:#a8431d",
}
