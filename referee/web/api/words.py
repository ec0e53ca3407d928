"""What the API tells: the answers of the service, as the link that asks may see them."""

from typing import Any

from litestar import Response
from msgspec import to_builtins

from events.base import TABLE, Event
from events.stores.protocol import Conflict
from referee.kernel.verdict import Refused
from referee.service.answers import acts
from referee.service.answers.acts import Accepted, Failed, Noted, Refusal, Stale
from referee.service.answers.disputes import case, no_case
from referee.service.answers.log import LogRow, log_row, waiting
from referee.service.answers.possible import Possible, Waiting, instead_at, possible_now
from referee.service.answers.tables import Asking, Now, asking, position_of
from referee.service.disputes.find import LaidOpen
from referee.service.logs.log_index import Seen
from referee.service.logs.replay import replay
from referee.service.tables.open_acts import of_the_whole_table
from referee.service.tables.submissions import Recorded, Retold
from referee.service.tables.windows import in_order
from referee.web.access.seat_links import SCREEN
from referee.web.acts import tell_again
from referee.web.acts.table_acts import told_wrongly
from referee.web.acts.visit import Visit
from referee.web.acts.write_once import Outcome
from referee.web.parts.proposals import words_asked
from referee.web.parts.shared_parts import connections


def possible_to(visit: Visit) -> tuple[Possible, ...]:
    """List what the link may do now, and what the table may tell; to the table's screen, what anybody may."""
    return possible_now(visit.game, visit.state, open_to(visit), visit.lang)


def open_to(visit: Visit) -> tuple[Event, ...]:
    """List what a link may do now; see `possible_to`."""
    game, state = visit.game, visit.state
    if visit.link.role == SCREEN:
        return of_the_whole_table(game, state)
    return in_order(game, (e for seat in (visit.seat, TABLE) if seat for e in game.legal(state, seat)))


def now_of(visit: Visit) -> Now:
    """Tell a table as a link may see it."""
    return Now(
        **position_of(visit.game, visit.state, visit.moment.revision, visit.seat),
        table=visit.link.table,
        role=visit.link.role,
        seat=visit.seat,
        lang=visit.lang,
        connected=connections(visit),
        view=to_builtins(visit.view, str_keys=True),
        possible=possible_to(visit),
        asked=asked_of(visit),
    )


def asked_of(visit: Visit) -> tuple[Asking, ...]:
    """Tell what the table is asked."""
    return tuple(
        asking(visit.state, each, changes, words_asked(visit, changes)) for each, changes in visit.proposals
    )


def told(visit: Visit, since: int) -> list[LogRow]:
    """Tell the entries after a revision."""
    return [row_of(visit, each) for each in visit.entries if each.entry.seq > since]


def row_of(visit: Visit, seen: Seen) -> LogRow:
    """Tell an entry as the viewer may read it."""
    return log_row(visit.log_index, seen, visit.lang, visit.seat)


def waiting_told(visit: Visit) -> list[Waiting]:
    """Tell what was taken back and waits to be recorded again, as the viewer may read it."""
    actions = tell_again.waiting(visit)
    own = len(tell_again.own_run(visit, actions))
    rows = [row_of(visit, visit.entries[(each.seq or 1) - 1]) for each in actions]
    return [waiting(row, yours=i < own) for i, row in enumerate(rows)]


def case_told(visit: Visit, laid: LaidOpen | Refused) -> Response[Any]:
    """Tell a dispute laid open, or that there is no such entry or topic."""
    if not isinstance(laid, Refused):
        return Response(case(laid, visit.state, visit.lang))
    reason, told = no_case(visit.game.id, laid, visit.lang)
    return Response(Failed(message=visit.say(reason, **told), error=reason), status_code=404)


def answered(visit: Visit, outcome: Outcome, event: Event | None = None) -> Response[Any]:
    """Tell what came of a write; of an event that was refused, which earlier entry could be amended."""
    match outcome:
        case Refused():
            now = visit.reread()
            earlier = () if event is None else told_wrongly(now, event, outcome)
            refusal = acts.amendable(refused_told(now, outcome), now.log_index, earlier, now.lang)
            return Response(refusal, status_code=422)
        case Conflict(seen, revision):
            return Response(Stale(seen=seen, revision=revision, now=now_of(visit.reread())), status_code=409)
        case Recorded():
            told = written(visit, outcome)
            return Response(told, status_code=202 if told.verdict == "asked" else 200)
    return Response(Noted(revision=outcome.revision), status_code=202)


def written(visit: Visit, recorded: Recorded) -> Accepted:
    """Tell what was recorded, as its teller may read it; said alike whenever it is asked again."""
    is_new = visit.moment.revision == recorded.first - 1
    before = visit.state if is_new else replay(visit.log, recorded.first - 1).state
    if isinstance(recorded, Retold):
        after = replay(visit.log, recorded.revision).state
        return acts.told_again(before, after, recorded, visit.secrets, visit.seat, visit.lang)
    events = (visit.secrets.seen(None, fact.event, visit.seat) for fact in recorded.facts)
    return acts.accepted(before, recorded, events, visit.lang)


def again_answered(visit: Visit, outcome: Outcome) -> Response[Any]:
    """Tell what came of telling again; of a refusal, what waits."""
    now = visit.reread()
    waiting = tell_again.waiting(now)
    if not isinstance(outcome, Refused) or not waiting or not tell_again.is_stuck(outcome):
        return answered(visit, outcome)
    told, revision = refused_told(now, outcome), now.moment.revision
    stuck = acts.not_told_again(outcome, told, now.state, revision, waiting, now.secrets, now.seat, now.lang)
    return Response(stuck, status_code=422)


def refused_told(visit: Visit, refused: Refused) -> Refusal:
    """Tell a refusal."""
    acting = visit.game.acting(visit.state)
    whole = visit.link.role == SCREEN
    instead = instead_at(visit.game, visit.state, visit.lang) if whole else possible_to(visit)
    return acts.refusal(refused, dict(visit.state.names), visit.lang, acting, instead)


def line_answered(visit: Visit, outcome: Outcome, line: str) -> Response[Any]:
    """Tell what came of a line; of one that cannot be read, what could stand there."""
    if not isinstance(outcome, Refused) or outcome.rules:
        return answered(visit, outcome)
    now = visit.reread()
    told = acts.with_expected(
        refused_told(now, outcome), now.game, now.state, line, now.lang, open_to(now), now.seat
    )
    return Response(told, status_code=422)
