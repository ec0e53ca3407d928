"""Measures of colour: contrast as WCAG 2.2 has it, distance as a colour-blind eye sees it."""

from itertools import combinations

Linear = tuple[float, float, float]

VISION = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How linear red, green and blue are seen (Machado, Oliveira, Fernandes 2009, severity 1)."""


def linear(colour: str) -> Linear:
    """Read `#rrggbb` as linear light."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """Measure the contrast of two colours, 1 to 21."""
    light = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(linear, (one, other)))
    return (light[1] + 0.05) / (light[0] + 0.05)


def seen(colour: str, vision: str) -> Linear:
    rgb = linear(colour)
    red, green, blue = (
        min(max(sum(a * b for a, b in zip(row, rgb, strict=True)), 0), 1) for row in VISION[vision]
    )
    return red, green, blue


def lab(rgb: Linear) -> Linear:
    """Turn linear light into CIE L*a*b*, white D65."""
    r, g, b = rgb
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def nearest(colours: list[str], vision: str) -> float:
    seen_as = [lab(seen(colour, vision)) for colour in colours]
    return min(
        sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5
        for one, other in combinations(seen_as, 2)
    )
