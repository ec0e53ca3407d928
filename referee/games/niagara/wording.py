"""A canoe's move and a river's flow in words: clause by clause, in the order it happens."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from events.base import Event
from referee.games.niagara.events import (
    CanoeLanded,
    CanoeLost,
    CanoeMoved,
    CanoeRef,
    GemAct,
    GemActAt,
    GemStolen,
    RiverFlowed,
)
from referee.games.niagara.phases.river import alternation, is_observed, speed_of
from referee.games.niagara.state import State, canoe_index
from referee.games.niagara.tables import DOWN, ROUTES, UP
from referee.kernel.game import NotationError
from referee.l10n import say
from referee.l10n.messages import Saying, Wording
from referee.l10n.patterns import Fields, Line, OwnSlot

Clause = tuple[str, Fields]
"""A message of `niagara.move.<use>` and its arguments."""

PLACES = {"land": 0, "falls": 8}
"""Distances from land of the spaces that do not carry theirs in their name."""

WAYS = {UP: "up", DOWN: "down"}


def place_of(state: State, event: Event) -> str | None:
    """Tell where the canoe of an event stands before it moves."""
    if not isinstance(event, CanoeMoved) or event.seat not in state.index:
        return None
    return str(state.at[canoe_index(state, event.seat, event.canoe)])


def fact_name(path: str, lang: str) -> str | None:
    """Name the gems of one kind at a site; None of every other fact."""
    match path.split("."):
        case "sites", site, gem:
            return say("niagara.fact.gems_at_site", lang, site=site, gem=gem)
    return None


def fact_words(path: str, value: object, lang: str, _: object, __: object) -> str | None:
    """Say that nobody has had a turn; None of every other fact."""
    return say("niagara.fact.nobody", lang) if path == "acted" and not value else None


def write_clauses(saying: Saying, event: CanoeMoved) -> str:
    """Write what a canoe does; a last clause may need another form than the ones before it."""
    if saying.use == "notation":
        at = saying.at or event.to
        return saying.say("move.notation.between").join(
            saying.clause("move", id, args) for id, args in lines_of(event, at)
        )
    *clauses, last = clauses_of(event, saying.at)
    said = [saying.clause("move", id, args) for id, args in clauses]
    end = saying.clause("move", last[0], last[1], form="_end")
    comma, ending = (saying.say(f"move.{saying.use}.{each}") for each in ("comma", "last"))
    return ending.join((comma.join(said), end)) if said else end


def clauses_of(event: CanoeMoved, at: str | None) -> Iterator[Clause]:
    """List what the canoe does, as one tells it."""
    yield from map(act_clause, event.before)
    if event.via:
        yield "turning", {"via": event.via}
    yield from map(act_clause, event.during)
    if not (event.before and event.to == at):
        yield way(event.to, at), {"to": event.to}
    yield from endings(event)


def lines_of(event: CanoeMoved, at: str) -> Iterator[Clause]:
    """List what the canoe does, as one types it: with the spaces it goes by where they matter."""
    yield from map(act_clause, event.before)
    stops = list(dict.fromkeys((*event.via, *(act.at for act in event.during))))
    here = at
    for stop in (*stops, event.to):
        if stop == here and stop == event.to and (event.before or event.after):
            continue
        yield direction(here, stop), {"to": stop}
        here = stop
        if stop != event.to:
            yield from (act_clause(act) for act in event.during if act.at == stop)
    yield from endings(event)


def endings(event: CanoeMoved) -> tuple[Clause, ...]:
    """List what the canoe does where it comes to."""
    thefts = (steal_clause(event.steal),) if event.steal else ()
    acts = tuple(map(act_clause, event.after))
    return (*thefts, *acts) if event.steal_first else (*acts, *thefts)


def act_clause(act: GemAct | GemActAt) -> Clause:
    """Tell a gem act."""
    if act.act == "load":
        return "load", {"gem": act.gem}
    return ("unload_gem", {"gem": act.gem}) if act.gem else ("unload", {})


def steal_clause(victim: CanoeRef) -> Clause:
    """Tell a theft."""
    return "steal", {"from_seat": victim.seat, "from_canoe": victim.canoe}


def way(to: str, at: str | None) -> str:
    """Name the way a canoe goes: ashore, over, launched, staying, up or down, or just there."""
    if to in PLACES and to != at:
        return to
    if at is None or at == "lost":
        return "go"
    if at == "land":
        return "launch"
    start, end = (PLACES.get(space) or int(space[1]) for space in (at, to))
    return "stay" if start == end else "up" if end < start else "down"


def direction(here: str, stop: str) -> str:
    """Name the way one types: there is none to a space that cannot be reached."""
    if "land" in {here, stop} and here != stop:
        return "launch" if here == "land" else "land"
    route = ROUTES.get((here, stop))
    return WAYS.get(route[0], "go") if route else "go"


def remark(event: Event, lang: str) -> str | None:
    """Point out a jam: only the table can say which arm a disc took that was nudged."""
    has_jammed = isinstance(event, RiverFlowed) and bool(event.jams)
    return say("niagara.remark.jam", lang) if has_jammed else None


def read_clauses(line: Line, text: str) -> Fields:
    """Read what a canoe does, clause by clause."""
    clauses = line.clauses("move", text)
    if not clauses:
        raise NotationError("notation.move", text=text)
    return {"clauses": clauses}


def gather_move(line: Line, fields: Fields) -> Fields:
    """Make a move of its clauses: gem acts before, the spaces gone by, gem acts after, a theft."""
    seat, canoe = fields["seat"], fields["canoe"]
    at = line.state.at[canoe_index(line.state, seat, canoe)] if canoe in (1, 2) else ""
    stops, acts = [at], [list[GemAct]()]
    told: Fields = {"steal": None, "steal_first": False}
    for id, args in fields.pop("clauses"):
        match id:
            case "load" | "unload" | "unload_gem":
                told["steal_first"] |= told["steal"] is not None
                acts[-1].append(GemAct("load" if id == "load" else "unload", args.get("gem")))
            case "steal":
                told["steal"] = CanoeRef(args["from_seat"], args["from_canoe"])
            case _:
                stops.append(args["to"])
                acts.append([])
    return {**fields, **told, **course_of(stops, acts)}


def course_of(stops: list[str], acts: list[list[GemAct]]) -> Fields:
    """Part the stops of a canoe, the first where it stood, and the gem acts at each, as a move has them."""
    via: list[str] = []
    during: list[GemActAt] = []
    for i in range(1, len(stops) - 1):
        here, stop, there = stops[i - 1 : i + 2]
        during += [GemActAt(stop, act.act, act.gem) for act in acts[i]]  # type: ignore[arg-type]
        if not acts[i] or sense(here, stop) != sense(stop, there):
            via.append(stop)
    return {
        "to": stops[-1],
        "via": tuple(via),
        "before": tuple(acts[0]),
        "after": tuple(acts[-1]) if len(stops) > 1 else (),
        "during": tuple(during),
    }


def sense(here: str, stop: str) -> int:
    """Tell which way a stop lies: up, down, or neither."""
    return ROUTES.get((here, stop), (0,))[0]


def spread_river(_: Saying, event: RiverFlowed) -> Fields:
    """Count the pushes that jammed from 1, as people do."""
    return {"still": not event.exits, "pushes": tuple(jam + 1 for jam in event.jams)}


def gather_river(line: Line, fields: Fields) -> Fields:
    """Take the usual alternation where no arm was told and the river is reckoned."""
    jams = tuple(push - 1 for push in fields.get("pushes", ()) if push > 0)
    exits: Any = fields.get("exits", ())
    if not exits and "still" not in fields and not is_observed(line.state):
        exits = alternation(line.state, speed_of(line.state))
    return {"exits": exits, "jams": jams}


def landed(event: CanoeLanded, act: Event | None) -> CanoeLanded | None:
    """Leave out that a canoe came ashore, where its move has said so."""
    return None if has_gone(event, act, "land") else event


def lost(event: CanoeLost, act: Event | None) -> CanoeLost | None:
    """Leave out that a canoe went over the falls with nothing, where its move has said so."""
    return None if event.gem is None and has_gone(event, act, "falls") else event


def stolen(event: GemStolen, act: Event | None) -> GemStolen:
    """Leave out who stole from whom, where the move has said so: only which gem it was is new."""
    is_said = isinstance(act, CanoeMoved) and act.steal is not None
    return replace(event, from_canoe=None) if is_said else event


def has_gone(event: CanoeLanded | CanoeLost, act: Event | None, to: str) -> bool:
    """Whether an act moved the canoe of an event there."""
    return isinstance(act, CanoeMoved) and (act.seat, act.canoe, act.to) == (event.seat, event.canoe, to)


WORDING = Wording(
    slots={"clauses": OwnSlot(write_clauses, read_clauses)},
    spread={RiverFlowed: spread_river},
    gather={CanoeMoved: gather_move, RiverFlowed: gather_river},
    left_unsaid={CanoeLanded: landed, CanoeLost: lost, GemStolen: stolen},
    place_of=place_of,
    remark=remark,
    fact_name=fact_name,
    fact_words=fact_words,
)
