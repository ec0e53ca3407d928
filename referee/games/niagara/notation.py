"""One line for every action, as a person would say it: `B2 up to S3, steal from A1`.

```
B plays 4            B plays cloud         B plays face down     B shows 4
B buys canoe 1 for amber                   B cloud to +1         B ends turn
B2 launch to S3      B2 up to land         B2 down to falls      B2 load ruby, down to L7
B2 unload, load ruby B2 up to S3, unload   B2 up to S4, steal from A1
river left right left, jam at push 2       river                 (the usual alternation)
house rule minimum_speed=1: reason         {"type": ...}         (any event, as JSON)
```

Words may be shortened (`B2 S3`, `B 4`, `river LRL`), spaces and colours are not case-sensitive.
"""

from events.base import Event
from referee.games.niagara.events import (
    CanoeBought,
    CanoeMoved,
    CloudMoved,
    GemAct,
    GemPassed,
    PaddleChosen,
    PaddleRevealed,
    RiverFlowed,
    TurnEnded,
)
from referee.games.niagara.state import State, canoe_index
from referee.games.niagara.tables import DOWN, ROUTES, UP
from referee.kernel.notation import notate_shared

WORDS = {UP: "up to", DOWN: "down to"}


def notate(state: State | None, event: Event) -> str:
    """Write an event as one line; `state` is the state before it."""
    match event:
        case PaddleChosen(seat, card):
            return f"{seat} plays {'face down' if card is None else card}"
        case PaddleRevealed(seat, card):
            return f"{seat} shows {card}"
        case CanoeBought(seat, gem, canoe):
            return f"{seat} buys {f'canoe {canoe}' if canoe else 'a canoe'} for {gem}"
        case CanoeMoved():
            return notate_move(state, event)
        case GemPassed(seat, one, other):
            return f"{seat} passes gem from {one} to {other}"
        case CloudMoved(seat, to):
            return f"{seat} cloud to {to:+d}"
        case TurnEnded(seat):
            return f"{seat} ends turn"
        case RiverFlowed():
            return notate_river(event)
    return notate_shared(event)


def notate_river(event: RiverFlowed) -> str:
    """Write a river flow; pushes are counted from 1, as people do."""
    exits = " ".join(event.exits) or "still"
    jams = " ".join(str(jam + 1) for jam in event.jams)
    return f"river {exits}" + (f", jam at push {jams}" if jams else "")


def notate_move(state: State | None, event: CanoeMoved) -> str:
    """Write a canoe's action, its parts in the order they happen."""
    at = state.at[canoe_index(state, event.seat, event.canoe)] if state else event.to
    clauses = [notate_act(act) for act in event.before]
    clauses += notate_path(event, at)
    theft = [f"steal from {event.steal.seat}{event.steal.canoe}"] if event.steal else []
    after = [notate_act(act) for act in event.after]
    clauses += theft + after if event.steal_first else after + theft
    return f"{event.seat}{event.canoe} {', '.join(clauses)}"


def notate_path(event: CanoeMoved, at: str) -> list[str]:
    """Write the spaces a canoe paddles to, with what it is told to do between."""
    told = {act.at for act in event.during}
    stops = list(dict.fromkeys((*event.via, *(act.at for act in event.during))))
    clauses, here = [], at
    for stop in (*stops, event.to):
        if stop == here and stop == event.to and (event.before or event.after):
            continue
        clauses.append(f"{direction_word(here, stop)} {stop}")
        here = stop
        if stop in told and stop != event.to:
            clauses += [notate_act(GemAct(act.act, act.gem)) for act in event.during if act.at == stop]
    return clauses


def direction_word(here: str, stop: str) -> str:
    """Say which way a stop lies."""
    if here == "land" and stop != "land":
        return "launch to"
    route = ROUTES.get((here, stop))
    return WORDS.get(route[0], "to") if route else "to"


def notate_act(act: GemAct) -> str:
    """Write a gem act."""
    return f"{act.act} {act.gem}" if act.gem else act.act
