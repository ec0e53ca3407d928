"""Play it anyway: what was refused, whole, as one change that the table is asked about."""

from events.base import Event
from referee.kernel.verdict import Refused
from referee.service.commands.changes.correct import correction_of, viewer_of
from referee.service.commands.changes.ways_round import played_anyway
from referee.service.commands.consent import ask, judged_by
from referee.service.commands.say import tell
from referee.service.tables.request import Request
from referee.service.tables.table import Answer, Table, one_decision

NO_WAY = Refused("table.no_way_round", ("TAB-CORR-01",))
"""The board has nothing that could be set so that it shows this act."""


@one_decision
def play_anyway(
    table: Table,
    request: Request,
    event: Event,
) -> Answer:
    """Set the facts of a refused act; where they only make room for it, tell the act after them.

    An act that is possible, as far as this actor can know, is just told; so nobody learns by it what
    another holds.
    """
    refused = judged_by(table, event, request.actor.viewer)
    if not isinstance(refused, Refused):
        return tell(table, request, event)
    way = played_anyway(table.game, table.state, event)
    if way is None:
        return table.find_conflict(request) or NO_WAY
    played, viewer = None if way.then else event, viewer_of(table, request.actor)
    correction = correction_of(table.game, table.state, way.facts, act=played, viewer=viewer)
    changes = (correction, event) if way.then else (correction,)
    return ask(table, request, *changes)
