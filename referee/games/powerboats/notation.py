"""One line for every action, as a person would say it: `red keep 3 roll 2: 1 3`.

```
lake rulebook                                 tiles D3r D4 D2r / D6 D1r D5
race 1 buoys 7,18 23,11 13,10 21,24 line SE   … 1cw 2ccw gates 1E start 23,11 finish 21,24 house
red at 7,19 NE                                red keep 3 roll 2: 1 3
red roll 1                                    red keep 3 2          red keep nothing
red left      red straight      red right     red stops racing
house rule rounding=latch: reason             {"type": ...}         (any event, as JSON)
```

Words may be shortened (`red l`, `red k 3 r 2 1 3`); what a course leaves out is derived.
"""

from events.base import Event
from referee.games.powerboats.events import (
    BoatMoved,
    BoatPlaced,
    BoatRetired,
    CourseSet,
    DiceThrown,
    LakeLaid,
)
from referee.games.powerboats.hexes import Cell
from referee.games.powerboats.state import State
from referee.kernel.notation import notate_shared


def notate(_: State | None, event: Event) -> str:
    """Write an event as one line."""
    match event:
        case LakeLaid(lake=str(name)):
            return f"lake {name}"
        case LakeLaid(tiles=str(tiles), light_sides=None):
            return f"tiles {tiles}"
        case CourseSet():
            return notate_course(event)
        case BoatPlaced(seat, at, heading):
            return f"{seat} at {comma(at)} {heading}"
        case DiceThrown():
            return notate_throw(event)
        case BoatMoved(seat, turn):
            return f"{seat} {turn}"
        case BoatRetired(seat):
            return f"{seat} stops racing"
    return notate_shared(event)


def notate_throw(event: DiceThrown) -> str:
    """Write a throw: what is kept, how many are thrown, what they show."""
    parts = [event.seat]
    if event.held or not event.roll:
        parts.append("keep " + (" ".join(map(str, event.held)) or "nothing"))
    if event.roll:
        parts.append(f"roll {event.roll}")
    shown = f": {' '.join(map(str, event.rolled))}" if event.roll and event.rolled is not None else ""
    return " ".join(parts) + shown


def notate_course(event: CourseSet) -> str:
    """Write a course, what is derived left out where the event leaves it out."""
    buoys = " ".join(comma(event.buoys[name]) for name in sorted(event.buoys))
    parts = [f"race {event.race} buoys {buoys}"]
    if event.line:
        parts.append(f"line {event.line}")
    if event.arrows:
        parts.append("arrows " + " ".join(f"{mark}{event.arrows[mark]}" for mark in sorted(event.arrows)))
    if event.gates:
        parts.append("gates " + " ".join(f"{mark}{event.gates[mark]}" for mark in sorted(event.gates)))
    if event.start:
        parts.append(f"start {comma(event.start)}")
    if event.finish:
        parts.append(f"finish {comma(event.finish)}")
    return " ".join([*parts, *(["house"] if event.house else [])])


def comma(cell: Cell) -> str:
    """Write a hex."""
    return f"{cell[0]},{cell[1]}"
