"""An earlier entry that was told wrongly, where it is the reason why an act is refused now."""

from collections.abc import Iterator
from typing import Any

import msgspec

from events.base import Event, type_of
from referee.kernel.game import Game
from referee.kernel.shared import EVERY
from referee.kernel.verdict import Accepted, Refused
from referee.service.commands.changes.ways_round import may_be_set
from referee.service.tables.request import Actor
from referee.service.tables.table import Table
from referee.service.timeline.retelling import Retelling, Timeline, Told, retell

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
    if isinstance(event, EVERY) or not may_be_set(refused, event) or seat not in actor.seats:
        return ()
    timeline, secrets = table.log_index.timeline, table.log_index.secrets
    entries = entries_of(table.game, timeline, seat)
    alike = (i for i in entries if type(timeline.told[i].event) is type(event))
    last_alike = max(alike, default=None)
    for i in entries:
        told = timeline.told[i]
        if not table.sees_all and secrets.hides(told.seq, told.event, actor.viewer):
            continue
        could = list(others(table.game, timeline.state(i), told.event))
        if i == last_alike and event in could and retell_with(timeline, i, event).stuck is None:
            return (Earlier(told.seq or 0, event),)
        found = [each for each in could[:TRIED] if allows(table, actor, i, each, event)]
        if found:
            return tuple(Earlier(told.seq or 0, each) for each in found[:NAMED])
    return ()


def entries_of(game: Game, timeline: Timeline, seat: str) -> list[int]:
    """List the last actions of a seat, those that told of cards or chance first."""
    last = range(len(timeline.told) - 1, 0, -1)[:RECENT]
    own = [i for i in last if getattr(timeline.told[i].event, "seat", None) == seat]
    acts = [i for i in own if not isinstance(timeline.told[i].event, EVERY)]
    shown = game.sealed | game.reveals
    return sorted(acts, key=lambda i: type_of(timeline.told[i].event) not in shown)[:ENTRIES]


def others(game: Game, before: Any, told: Event) -> Iterator[Event]:
    """Give what a seat could have told instead, that says no less."""
    for event in game.legal(before, told.seat):  # type: ignore[attr-defined]
        if type(event) is type(told) and event != told:
            fields = event.__struct_fields__
            if not any(getattr(event, f) is None and getattr(told, f) is not None for f in fields):
                yield event


def retell_with(timeline: Timeline, i: int, instead: Event) -> Retelling:
    """Tell a timeline again with another act in the place of the `i`-th."""
    return retell(timeline.game, timeline.state(i), (Told(None, instead), *timeline.told[i + 1 :]))


def allows(table: Table, actor: Actor, i: int, instead: Event, event: Event) -> bool:
    """Whether an act is possible, or was told already, once another stands in the place of the `i`-th."""
    game, retold = table.game, retell_with(table.log_index.timeline, i, instead)
    if retold.stuck is not None:
        return False
    if any(event in each.consequences for each in retold.told):
        return True
    state = game.known(retold.state, actor.viewer) if table.hides(actor.viewer) else retold.state
    return isinstance(game.decide(state, event), Accepted)
