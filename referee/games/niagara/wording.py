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
from referee.games.niagara.river import alternation, is_observed, speed_of
from referee.games.niagara.state import State, canoe_index
from referee.games.niagara.tables import DOWN, ROUTES, UP
from referee.kernel.parts import NotationError
from referee.l10n import say
from referee.l10n.messages import Saying, Wording
from referee.l10n.patterns import Fields, OwnSlot, TypedLine

_Clause = tuple[str, Fields]
"""A message of `niagara.move.<use>` and its arguments."""

_PLACES = {"land": 0, "falls": 8}
"""Distances from land of the spaces that do not carry theirs in their name."""

_WAYS = {UP: "up", DOWN: "down"}


def _place_of(state: State, event: Event) -> str | None:
    """Return the space of the canoe before it moves; None of other events."""
    if not isinstance(event, CanoeMoved) or event.seat not in state.index:
        return None
    return str(state.at[canoe_index(state, event.seat, event.canoe)])


def _fact_name(path: str, lang: str) -> str | None:
    """Return the name of the gems of one kind at a site; None of every other fact."""
    match path.split("."):
        case "sites", site, gem:
            return say("niagara.fact.gems_at_site", lang, site=site, gem=gem)
    return None


def _fact_words(path: str, value: object, lang: str, _: object, __: object) -> str | None:
    """Return that nobody has had a turn, where the fact says so; None of every other fact."""
    return say("niagara.fact.nobody", lang) if path == "acted" and not value else None


def _write_clauses(saying: Saying, event: CanoeMoved) -> str:
    """Return what a canoe does in one sentence or typed line; a last clause may need another form."""
    if saying.use == "notation":
        at = saying.at or event.to
        return saying.say("move.notation.between").join(
            saying.clause("move", id, args) for id, args in _typed_clauses(event, at)
        )
    *clauses, last = _told_clauses(event, saying.at)
    said = [saying.clause("move", id, args) for id, args in clauses]
    end = saying.clause("move", last[0], last[1], form="_end")
    comma, ending = (saying.say(f"move.{saying.use}.{each}") for each in ("comma", "last"))
    return ending.join((comma.join(said), end)) if said else end


def _told_clauses(event: CanoeMoved, at: str | None) -> Iterator[_Clause]:
    """Yield what the canoe does, as one tells it; `at` is where it stood, None where that is not known."""
    yield from map(_act_clause, event.before)
    if event.via:
        yield "turning", {"via": event.via}
    yield from map(_act_clause, event.during)
    if not (event.before and event.to == at):
        yield _way_clause(event.to, at), {"to": event.to}
    yield from _closing_clauses(event)


def _typed_clauses(event: CanoeMoved, at: str) -> Iterator[_Clause]:
    """Yield what the canoe does, as one types it: with the spaces on the way where they matter."""
    yield from map(_act_clause, event.before)
    stops = list(dict.fromkeys((*event.via, *(act.at for act in event.during))))
    here = at
    for stop in (*stops, event.to):
        if stop == here and stop == event.to and (event.before or event.after):
            continue
        yield _direction(here, stop), {"to": stop}
        here = stop
        if stop != event.to:
            yield from (_act_clause(act) for act in event.during if act.at == stop)
    yield from _closing_clauses(event)


def _closing_clauses(event: CanoeMoved) -> tuple[_Clause, ...]:
    """Return what the canoe does where it stops."""
    thefts = (_steal_clause(event.steal),) if event.steal else ()
    acts = tuple(map(_act_clause, event.after))
    return (*thefts, *acts) if event.steal_first else (*acts, *thefts)


def _act_clause(act: GemAct | GemActAt) -> _Clause:
    if act.act == "load":
        return "load", {"gem": act.gem}
    return ("unload_gem", {"gem": act.gem}) if act.gem else ("unload", {})


def _steal_clause(victim: CanoeRef) -> _Clause:
    return "steal", {"from_seat": victim.seat, "from_canoe": victim.canoe}


def _way_clause(to: str, at: str | None) -> str:
    """Return the message id of the way: ashore, over, launched, staying, up or down, or just there."""
    if to in _PLACES and to != at:
        return to
    if at is None or at == "lost":
        return "go"
    if at == "land":
        return "launch"
    start, end = (_PLACES.get(space) or int(space[1]) for space in (at, to))
    return "stay" if start == end else "up" if end < start else "down"


def _direction(here: str, stop: str) -> str:
    """Return the message id of the way one types; `go` to a space that cannot be reached."""
    if "land" in {here, stop} and here != stop:
        return "launch" if here == "land" else "land"
    route = ROUTES.get((here, stop))
    return _WAYS.get(route[0], "go") if route else "go"


def _remark(event: Event, lang: str) -> str | None:
    """Return the hint that a disc jammed; None of every other event. Only people know which arm it took."""
    has_jammed = isinstance(event, RiverFlowed) and bool(event.jams)
    return say("niagara.remark.jam", lang) if has_jammed else None


def _read_clauses(line: TypedLine, text: str) -> Fields:
    """Return the clauses of a typed move. Raises NotationError where there are none."""
    clauses = line.clauses("move", text)
    if not clauses:
        raise NotationError("notation.move", text=text)
    return {"clauses": clauses}


def _gather_move(line: TypedLine, fields: Fields) -> Fields:
    """Return the fields of a move from its clauses: gem acts, the spaces gone by, a theft."""
    seat, canoe = fields["seat"], fields["canoe"]
    at = line.state.at[canoe_index(line.state, seat, canoe)] if canoe in (1, 2) else ""
    stops, acts = [at], [list[GemAct]()]
    theft: Fields = {"steal": None, "steal_first": False}
    for id, args in fields.pop("clauses"):
        match id:
            case "load" | "unload" | "unload_gem":
                theft["steal_first"] |= theft["steal"] is not None
                acts[-1].append(GemAct("load" if id == "load" else "unload", args.get("gem")))
            case "steal":
                theft["steal"] = CanoeRef(args["from_seat"], args["from_canoe"])
            case _:
                stops.append(args["to"])
                acts.append([])
    return {**fields, **theft, **_course_of(stops, acts)}


def _course_of(stops: list[str], acts: list[list[GemAct]]) -> Fields:
    """Return the fields of a move from its stops, the first where it stood, and the gem acts at each."""
    via: list[str] = []
    during: list[GemActAt] = []
    for i in range(1, len(stops) - 1):
        here, stop, there = stops[i - 1 : i + 2]
        during += [GemActAt(stop, act.act, act.gem) for act in acts[i]]  # type: ignore[arg-type]
        if not acts[i] or _sense(here, stop) != _sense(stop, there):
            via.append(stop)
    return {
        "to": stops[-1],
        "via": tuple(via),
        "before": tuple(acts[0]),
        "after": tuple(acts[-1]) if len(stops) > 1 else (),
        "during": tuple(during),
    }


def _sense(here: str, stop: str) -> int:
    """Return which way a stop lies: up (-1), down (1), or neither (0)."""
    return ROUTES.get((here, stop), (0,))[0]


def _spread_river(_: Saying, event: RiverFlowed) -> Fields:
    """Return the pushes that jammed, counted from 1 as people do."""
    return {"still": not event.exits, "pushes": tuple(jam + 1 for jam in event.jams)}


def _gather_river(line: TypedLine, fields: Fields) -> Fields:
    """Return the flow of a typed line; without arms the usual alternation, where the river is reckoned."""
    jams = tuple(push - 1 for push in fields.get("pushes", ()) if push > 0)
    exits: Any = fields.get("exits", ())
    if not exits and "still" not in fields and not is_observed(line.state):
        exits = alternation(line.state, speed_of(line.state))
    return {"exits": exits, "jams": jams}


def _shorten_landing(event: CanoeLanded, act: Event | None) -> CanoeLanded | None:
    """Return None where the move has said that the canoe came ashore."""
    return None if _has_gone(event, act, "land") else event


def _shorten_loss(event: CanoeLost, act: Event | None) -> CanoeLost | None:
    """Return None where the move has said that the canoe, with no gem, went over the falls."""
    return None if event.gem is None and _has_gone(event, act, "falls") else event


def _shorten_theft(event: GemStolen, act: Event | None) -> GemStolen:
    """Return the theft without the robbed canoe where the move has named it: only the gem is new."""
    is_said = isinstance(act, CanoeMoved) and act.steal is not None
    return replace(event, from_canoe=None) if is_said else event


def _has_gone(event: CanoeLanded | CanoeLost, act: Event | None, to: str) -> bool:
    return isinstance(act, CanoeMoved) and (act.seat, act.canoe, act.to) == (event.seat, event.canoe, to)


WORDING = Wording(
    slots={"clauses": OwnSlot(_write_clauses, _read_clauses)},
    spread={RiverFlowed: _spread_river},
    gather={CanoeMoved: _gather_move, RiverFlowed: _gather_river},
    left_unsaid={CanoeLanded: _shorten_landing, CanoeLost: _shorten_loss, GemStolen: _shorten_theft},
    place_of=_place_of,
    remark=_remark,
    fact_name=_fact_name,
    fact_words=_fact_words,
)
