"""An earlier entry that was told wrongly, where it is the reason why an act is refused now."""

from collections.abc import Iterator
from typing import Any

import msgspec

from events.base import Event, type_of
from referee.kernel.game import Game
from referee.kernel.shared import ALL_SHARED
from referee.kernel.verdict import Accepted, Refused
from referee.service.commands.actor import Actor
from referee.service.commands.changes.ways_round import may_be_set
from referee.service.logs.effective import Action, EffectiveLog
from referee.service.logs.reapply import ReapplyResult, reapply
from referee.service.tables.table import Table

RECENT, ENTRIES, TRIED, NAMED = 24, 4, 24, 2
"""So many last actions, entries of them, acts in place of each, and what is named of those."""


class Earlier(msgspec.Struct, frozen=True):
    """An entry `seq` that may have been told wrongly, and the act in its place that would allow another."""

    seq: int
    event: Event


def told_wrongly(table: Table, actor: Actor, event: Event, refused: Refused) -> tuple[Earlier, ...]:
    """List what could stand in the place of an earlier entry of the same seat, so that an act is possible.

    That may be the act itself, where the seat's last act of that kind was told otherwise. All that came
    since still has to fit. Cards and dice are looked at first: they are told before they are seen. Nothing
    is named that this actor may not read.
    """
    seat = getattr(event, "seat", None)
    if isinstance(event, ALL_SHARED) or not may_be_set(refused, event) or seat not in actor.seats:
        return ()
    timeline, secrets = table.log_index.effective, table.log_index.secrets
    entries = entries_of(table.game, timeline, seat)
    alike = (i for i in entries if type(timeline.actions[i].event) is type(event))
    last_alike = max(alike, default=None)
    for i in entries:
        told = timeline.actions[i]
        if not table.sees_all and secrets.hides(told.seq, told.event, actor.viewer):
            continue
        could = list(others(table.game, timeline.state(i), told.event))
        if i == last_alike and event in could and retell_with(timeline, i, event).stuck is None:
            return (Earlier(told.seq or 0, event),)
        found = [each for each in could[:TRIED] if allows(table, actor, i, each, event)]
        if found:
            return tuple(Earlier(told.seq or 0, each) for each in found[:NAMED])
    return ()


def entries_of(game: Game, timeline: EffectiveLog, seat: str) -> list[int]:
    """List the last actions of a seat, those that told of cards or chance first."""
    last = range(len(timeline.actions) - 1, 0, -1)[:RECENT]
    own = [i for i in last if getattr(timeline.actions[i].event, "seat", None) == seat]
    acts = [i for i in own if not isinstance(timeline.actions[i].event, ALL_SHARED)]
    shown = game.sealed | game.reveals
    return sorted(acts, key=lambda i: type_of(timeline.actions[i].event) not in shown)[:ENTRIES]


def others(game: Game, before: Any, told: Event) -> Iterator[Event]:
    """Give what a seat could have told instead, that says no less."""
    for event in game.legal(before, told.seat):  # type: ignore[attr-defined]
        if type(event) is type(told) and event != told:
            fields = event.__struct_fields__
            if not any(getattr(event, f) is None and getattr(told, f) is not None for f in fields):
                yield event


def retell_with(timeline: EffectiveLog, i: int, instead: Event) -> ReapplyResult:
    """Tell a timeline again with another act in the place of the `i`-th."""
    return reapply(timeline.game, timeline.state(i), (Action(None, instead), *timeline.actions[i + 1 :]))


def allows(table: Table, actor: Actor, i: int, instead: Event, event: Event) -> bool:
    """Whether an act is possible, or was told already, once another stands in the place of the `i`-th."""
    game, retold = table.game, retell_with(table.log_index.effective, i, instead)
    if retold.stuck is not None:
        return False
    if any(event in each.consequences for each in retold.actions):
        return True
    state = game.known(retold.state, actor.viewer) if table.hides(actor.viewer) else retold.state
    return isinstance(game.decide(state, event), Accepted)
