"""Older lines of Niagara brought up to today's vocabulary, one pure function per step."""

from events.codec import Raw

SIDES = {"L": "left", "R": "right"}


def v0_to_v1(raw: Raw) -> Raw:
    """Spell out the sides of a river flow: `sides: ["L", "R"]` became `exits: ["left", "right"]`."""
    if raw.get("type") != "river_flowed" or "sides" not in raw:
        return raw
    rest = {key: value for key, value in raw.items() if key != "sides"}
    return {**rest, "exits": [SIDES.get(side, side) for side in raw["sides"]]}


UPCASTERS = {0: v0_to_v1}
"""Each step by the version it starts from: it leads to the next."""
