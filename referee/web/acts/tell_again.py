"""What take-backs undid, recorded again as it was by whoever may say it, up to the first that is refused."""

from collections.abc import Sequence
from itertools import takewhile

from events.base import Event
from events.table import DisputeOpened, RulingGiven
from referee.kernel.shared import ASKED_OF_ALL
from referee.kernel.verdict import Refused
from referee.service.desk import consent
from referee.service.desk.tell_again import NOTHING, offered
from referee.service.retelling import Teller, Told
from referee.service.table import Table
from referee.service.together import submit_together
from referee.web.acts.table_acts import NOT_YOURS, may_tell, speaks_for, voices
from referee.web.acts.visit import Visit
from referee.web.acts.write_once import Outcome, Writing, once, past


def waiting(visit: Visit) -> tuple[Told, ...]:
    """List what waits to be recorded again at the moment of a visit, as it was."""
    return visit.history.waiting


def own_run(visit: Visit, table: Table, actions: Sequence[Told]) -> tuple[Told, ...]:
    """Take of some actions the first ones, as far as a link may record them again."""
    return tuple(takewhile(lambda told: may_record(visit, table, told.event), actions))


def may_record(visit: Visit, table: Table, event: Event) -> bool:
    """Whether a link may record an act again: its own, what all saw or agreed to; the screen any."""
    everybody = set(visit.state.seats)
    if set(voices(visit)) == everybody or isinstance(event, RulingGiven) or table.is_dealt(event):
        return True
    if isinstance(event, ASKED_OF_ALL):
        return {*event.agreed} >= everybody
    if named := {*consent.parties(visit.game, event)}:
        return named <= {*speaks_for(visit)}
    return may_tell(visit, event)


def refusal_now(visit: Visit, table: Table, told: Told) -> Refused | None:
    """Say why an action could not be recorded again now, as far as the asker may know."""
    if isinstance(told.event, DisputeOpened) or visit.secrets.hides(told.seq, told.event, visit.seat):
        return None
    if table.is_dealt(told.event):
        return None
    verdict = visit.game.decide(visit.game.known(visit.state, visit.seat), told.event)
    return verdict if isinstance(verdict, Refused) else None


def record_again(visit: Visit, how: Writing, *, skip: bool) -> Outcome:
    """Record what waits again, in one step, as far as it is possible and this link's to say.

    `skip` passes the first over. Refused where not even the first can be recorded.
    """

    def recorded(table: Table) -> Outcome:
        if (late := past(table, how)) is not None:
            return late
        actions = offered(table)[int(skip) :]
        own = own_run(visit, table, actions)
        if not own:
            return NOT_YOURS if actions else NOTHING
        rehearsed = Teller(table.game, table.state, keeper=table).tell_all(own)
        if rehearsed.stuck is own[0] and rehearsed.why is not None:
            return table.refuse(own[0].event, rehearsed.why, how.asked)
        return submit_together(table, (), own, seen=table.revision, key=how.asked)

    return once(visit, how, recorded)
