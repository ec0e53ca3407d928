"""Older lines of Powerboats brought up to today's vocabulary, one pure function per step."""

from events.codec import Raw


def v1_to_v2(raw: Raw) -> Raw:
    """Write into the opening of a table of two that it scored places, as it did where it said nothing."""
    seats, options = raw.get("seats"), raw.get("options") or {}
    is_of_two = raw.get("type") == "table_opened" and isinstance(seats, list) and len(seats) == 2
    if not is_of_two or not isinstance(options, dict):
        return raw
    return {**raw, "options": {"scoring": "places", **options}}


UPCASTERS = {1: v1_to_v2}
"""Each step by the version it starts from: it leads to the next."""
