"""A canoe's move told: what it does, clause by clause, in the order it does it."""

from collections.abc import Iterator, Mapping
from typing import Any

from events.base import Event
from referee.games.niagara.events import CanoeMoved, CanoeRef, GemAct, GemActAt, RiverFlowed
from referee.l10n import say

Clause = tuple[str, dict[str, object]]
"""A message of `niagara.move` and its arguments."""

PLACES = {"land": 0, "falls": 8}
"""Distances from land of the spaces that do not carry theirs in their name."""


def tell_move(event: CanoeMoved, lang: str, names: Mapping[str, str], at: str | None) -> str:
    """Tell a move; the last clause may need another form than the ones before it."""
    clauses = list(clauses_of(event, at))
    said = [
        say(f"niagara.move.{id}{'_end' if clause is clauses[-1] else ''}", lang, names=names, **args)
        for clause in clauses
        for id, args in [clause]
    ]
    comma, last = say("niagara.move.comma", lang), say("niagara.move.last", lang)
    whole = last.join((comma.join(said[:-1]), said[-1])) if said[1:] else said[0]
    return say("niagara.move.whole", lang, seat=event.seat, canoe=event.canoe, clauses=whole, names=names)


def clauses_of(event: CanoeMoved, at: str | None) -> Iterator[Clause]:
    """List what the canoe does."""
    yield from map(act_clause, event.before)
    if event.via:
        yield "turning", {"via": event.via}
    yield from map(act_clause, event.during)
    if not (event.before and event.to == at):
        yield way(event.to, at), {"to": event.to}
    thefts = [steal_clause(event.steal)] if event.steal else []
    acts = [act_clause(act) for act in event.after]
    yield from [*thefts, *acts] if event.steal_first else [*acts, *thefts]


def act_clause(act: GemAct | GemActAt) -> Clause:
    """Tell a gem act."""
    if act.act == "load":
        return "load", {"gem": act.gem}
    return ("unload_gem", {"gem": act.gem}) if act.gem else ("unload", {})


def way(to: str, at: str | None) -> str:
    """Name the way a canoe goes: ashore, over, launched, staying, up or down, or just there."""
    if to in PLACES and to != at:
        return to
    if at is None:
        return "go"
    if at == "land":
        return "launch"
    start, end = (PLACES.get(space) or int(space[1]) for space in (at, to))
    return "stay" if start == end else "up" if end < start else "down"


def steal_clause(victim: CanoeRef) -> Clause:
    """Tell a theft."""
    return "steal", {"from_seat": victim.seat, "from_canoe": victim.canoe}


def place_of(state: Any, event: Event) -> str | None:
    """Tell where the canoe of an event stands before it moves."""
    if not isinstance(event, CanoeMoved):
        return None
    return str(state.at[2 * state.index[event.seat] + event.canoe - 1])


def remark(event: Event, lang: str) -> str | None:
    """Point out a jam: only the table can say which arm a disc took that was nudged."""
    has_jammed = isinstance(event, RiverFlowed) and bool(event.jams)
    return say("niagara.remark.jam", lang) if has_jammed else None


TELLERS = {"canoe_moved": tell_move}
