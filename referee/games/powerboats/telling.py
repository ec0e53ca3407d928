"""Events of Powerboats that need more than their fields: hexes, dice, tables of points."""

from collections.abc import Mapping
from typing import Any

from events.base import Event, type_of
from referee.games.powerboats.events import DiceThrown
from referee.l10n import say
from referee.l10n.format import LISTS


def tell_hexes(event: Event, lang: str, names: Mapping[str, str], _: str | None) -> str:
    """Tell an event, hexes written as column,row and counts as a list by name."""
    fields = {name: getattr(event, name) for name in event.__struct_fields__}
    args: dict[str, Any] = {**fields, "names": names}
    for name, value in fields.items():
        if name in ("at", "to"):
            args[f"{name}_hex"] = f"{value[0]},{value[1]}"
        if isinstance(value, dict):
            shown = [f"{names.get(seat) or seat} {n}" for seat, n in value.items()]
            args[f"{name}_list"] = LISTS.get(lang, ", ").join(shown)
    empty = next((name for name in ("next", "places") if fields.get(name, 1) in (None, ())), None)
    id = f"powerboats.tell.{type_of(event)}"
    return say(f"{id}_without_{empty}" if empty else id, lang, **args)


def tell_throw(event: DiceThrown, lang: str, names: Mapping[str, str], _: str | None) -> str:
    """Tell which dice stayed and what the others show."""
    held, rolled = (" ".join(map(str, dice or ())) for dice in (event.held, event.rolled))
    rolled = rolled or "?" * event.roll
    id = (
        "dice_thrown"
        if held and rolled
        else "dice_kept"
        if held
        else "dice_rolled"
        if rolled
        else "dice_none"
    )
    return say(
        f"powerboats.tell.{id}", lang, seat=event.seat, held_dice=held, rolled_dice=rolled, names=names
    )


TELLERS = {"dice_thrown": tell_throw} | dict.fromkeys(
    (
        "boat_placed",
        "crashed",
        "stepped_back",
        "buoy_rounded",
        "buoy_lost",
        "boat_stopped",
        "race_ended",
        "boats_repaired",
        "game_ended",
    ),
    tell_hexes,
)
