"""Laying the lake and setting the course: judged, and read back from the log."""

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from referee.games.powerboats.events import BuoyName, CourseSet, LakeLaid, Mark
from referee.games.powerboats.hexes import Cell
from referee.games.powerboats.lake import LETTERS, CourseSpec, Lake
from referee.games.powerboats.lake_data import SHIPPED
from referee.games.powerboats.mapfile.courses import place_of
from referee.games.powerboats.mapfile.reading import read_map, read_with_places
from referee.games.powerboats.mapfile.text import MapError, cell_text
from referee.games.powerboats.plan import CourseError, plan
from referee.games.powerboats.tiles import TilesError, lay_tiles, shipped
from referee.kernel.verdict import Refused

BUOYS: tuple[BuoyName, ...] = ("0", "1", "2", "3")
MARKS: tuple[Mark, ...] = ("1", "2", "3")
MAPS_KEPT = 64


@lru_cache(maxsize=MAPS_KEPT)
def read_checked(text: str) -> Lake:
    """Read a map, its courses checked to the last: spots, line, arrows, gates, a way round.

    Raises MapError.

    Rules: POW-MAP-05
    """
    lake, reader = read_with_places(text)
    for (letter, spec), places in zip(lake.courses, reader.courses, strict=True):
        try:
            plan(lake, spec, letter, house=False)
        except CourseError as error:
            row, column = place_of(places, error.reason, error.args_)
            raise MapError(error.reason, error.rule, row, column, **told(error.args_)) from None
    return lake


@lru_cache(maxsize=MAPS_KEPT)
def read_laid(text: str) -> Lake:
    """Read a map that was accepted once, judging its courses no more."""
    return read_map(text)


def lake_of(event: LakeLaid) -> Lake:
    """Find the lake an event lays."""
    if event.lake is not None:
        return shipped(event.lake)
    return read_laid(event.map) if event.map is not None else tiled(event)


def tiled(event: LakeLaid) -> Lake:
    """Lay the tiles an event tells."""
    return lay_tiles(event.tiles or "", event.light_sides or "")


def judge_lake(event: LakeLaid) -> Refused | None:
    """Judge a lake: one way of telling it, and a sound one.

    Rules: POW-SET-02, POW-MAP-01, POW-MAP-07, POW-MAP-08
    """
    ways = [way for way in ("lake", "map", "tiles") if getattr(event, way) is not None]
    if len(ways) != 1:
        return Refused("powerboats.lake_one_way", ("POW-SET-02",), {"n": len(ways)})
    if event.light_sides is not None and event.tiles is None:
        return Refused("powerboats.light_sides_of_no_tiles", ("POW-MAP-08",))
    if event.lake is not None and event.lake not in SHIPPED:
        known = ", ".join(SHIPPED)
        return Refused("powerboats.lake_unknown", ("POW-SET-02",), {"lake": event.lake, "known": known})
    try:
        lake_of(event) if event.map is None else read_checked(event.map)
    except MapError as error:
        return Refused(error.reason, (error.rule,), error.args_)
    except TilesError as error:
        return Refused(error.reason, (error.rule,), error.args_)
    return None


def spec_of(event: CourseSet) -> CourseSpec:
    """Read a course from the event that sets it."""
    return CourseSpec(
        buoys=tuple(event.buoys[name] for name in BUOYS),  # type: ignore[arg-type]
        line=event.line,
        arrows=tuple(event.arrows.get(mark) for mark in MARKS),  # type: ignore[arg-type]
        gates=tuple(event.gates.get(mark) for mark in MARKS),  # type: ignore[arg-type]
        start=event.start,
        finish=event.finish,
    )


def complete(lake: Lake, event: CourseSet) -> CourseSet | Refused:
    """Judge a course and write into its event all that follows from it.

    Rules: POW-CRS-01, POW-CRS-02, POW-CRS-03, POW-CRS-04, POW-CRS-06, POW-CRS-07, POW-CRS-08
    """
    missing = next((name for name in BUOYS if name not in event.buoys), None)
    if missing is not None:
        return Refused("powerboats.buoy_missing", ("POW-CRS-02",), {"buoy": missing})
    try:
        spec = plan(lake, spec_of(event), LETTERS[event.race - 1], house=event.house)
    except CourseError as error:
        return Refused(error.reason, (error.rule,), told(error.args_))
    return told_whole(event, spec)


def told_whole(event: CourseSet, spec: CourseSpec) -> CourseSet:
    """Write a completed course as an event."""
    return replace(
        event,
        line=spec.line,
        arrows=dict(zip(MARKS, spec.arrows, strict=True)),
        gates=dict(zip(MARKS, spec.gates, strict=True)),
        start=spec.start,
        finish=spec.finish,
    )


def told(args: dict[str, Any]) -> dict[str, Any]:
    """Write hexes among arguments as column,row."""
    return {name: hex_text(value) if isinstance(value, tuple) else value for name, value in args.items()}


def hex_text(cell: Cell) -> str:
    """Write a hex as column,row."""
    return cell_text(cell)
