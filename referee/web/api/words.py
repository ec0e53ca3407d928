"""What the API tells: the answers of the service, as the link that asks may see them."""

from typing import Any

from litestar import Response
from msgspec import to_builtins

from events.base import TABLE, Event
from events.stores.protocol import Conflict
from referee.kernel.verdict import Refused
from referee.service.answers import verdicts
from referee.service.answers.tables import (
    Asking,
    LogRow,
    Now,
    Possible,
    Waiting,
    instead_at,
    make_asking,
    make_log_row,
    make_waiting,
    position_of,
    possible_now,
)
from referee.service.answers.verdicts import (
    Accepted,
    Failed,
    Noted,
    Refusal,
    Stale,
    explain_no_case,
    make_case,
)
from referee.service.disputes.find import AnalysedDispute
from referee.service.logs.log_index import VisibleEntry
from referee.service.logs.replay import replay
from referee.service.tables.open_acts import acts_of_table, sort_acts
from referee.service.tables.request import Reapplied, Recorded
from referee.web.access.seat_links import SCREEN
from referee.web.acts import tell_again
from referee.web.acts.request_context import RequestContext
from referee.web.acts.table_acts import told_wrongly
from referee.web.acts.write_once import Outcome
from referee.web.pages.parts import connections
from referee.web.pages.proposals import proposal_words


def possible_to(context: RequestContext) -> tuple[Possible, ...]:
    """List what the link may do now, and what the table may tell; to the table's screen, what anybody may."""
    return possible_now(context.game, context.state, open_to(context), context.lang)


def open_to(context: RequestContext) -> tuple[Event, ...]:
    """List what a link may do now; see `possible_to`."""
    game, state = context.game, context.state
    if context.link.role == SCREEN:
        return acts_of_table(game, state)
    return sort_acts(game, (e for seat in (context.seat, TABLE) if seat for e in game.legal(state, seat)))


def now_of(context: RequestContext) -> Now:
    """Tell a table as a link may see it."""
    return Now(
        **position_of(context.game, context.state, context.moment.revision, context.seat),
        table=context.link.table,
        role=context.link.role,
        seat=context.seat,
        lang=context.lang,
        connected=connections(context),
        view=to_builtins(context.view, str_keys=True),
        possible=possible_to(context),
        asked=asked_of(context),
    )


def asked_of(context: RequestContext) -> tuple[Asking, ...]:
    """Tell what the table is asked."""
    return tuple(
        make_asking(context.state, each, changes, proposal_words(context, changes))
        for each, changes in context.proposals
    )


def told(context: RequestContext, since: int) -> list[LogRow]:
    """Tell the entries after a revision."""
    return [row_of(context, each) for each in context.entries if each.entry.seq > since]


def row_of(context: RequestContext, seen: VisibleEntry) -> LogRow:
    """Tell an entry as the viewer may read it."""
    return make_log_row(context.log_index, seen, context.lang, context.seat)


def waiting_told(context: RequestContext) -> list[Waiting]:
    """Tell what was taken back and waits to be recorded again, as the viewer may read it."""
    actions = tell_again.waiting(context)
    own = len(tell_again.own_run(context, actions))
    rows = [row_of(context, context.entries[(each.seq or 1) - 1]) for each in actions]
    return [make_waiting(row, yours=i < own) for i, row in enumerate(rows)]


def case_told(context: RequestContext, laid: AnalysedDispute | Refused) -> Response[Any]:
    """Tell a dispute laid open, or that there is no such entry or topic."""
    if not isinstance(laid, Refused):
        return Response(make_case(laid, context.state, context.lang))
    reason, told = explain_no_case(context.game.id, laid, context.lang)
    return Response(Failed(message=context.say(reason, **told), error=reason), status_code=404)


def answered(context: RequestContext, outcome: Outcome, event: Event | None = None) -> Response[Any]:
    """Tell what came of a write; of an event that was refused, which earlier entry could be amended."""
    match outcome:
        case Refused():
            now = context.reread()
            earlier = () if event is None else told_wrongly(now, event, outcome)
            refusal = verdicts.add_amendable(refused_told(now, outcome), now.log_index, earlier, now.lang)
            return Response(refusal, status_code=422)
        case Conflict(seen, revision):
            return Response(
                Stale(seen=seen, revision=revision, now=now_of(context.reread())), status_code=409
            )
        case Recorded():
            told = written(context, outcome)
            return Response(told, status_code=202 if told.verdict == "asked" else 200)
    return Response(Noted(revision=outcome.revision), status_code=202)


def written(context: RequestContext, recorded: Recorded) -> Accepted:
    """Tell what was recorded, as its teller may read it; said alike whenever it is asked again."""
    is_new = context.moment.revision == recorded.first - 1
    before = context.state if is_new else replay(context.log, recorded.first - 1).state
    if isinstance(recorded, Reapplied):
        after = replay(context.log, recorded.revision).state
        return verdicts.make_told_again(before, after, recorded, context.secrets, context.seat, context.lang)
    events = (context.secrets.redact(None, judged.event, context.seat) for judged in recorded.judged)
    return verdicts.make_accepted(before, recorded, events, context.lang)


def again_answered(context: RequestContext, outcome: Outcome) -> Response[Any]:
    """Tell what came of telling again; of a refusal, what waits."""
    now = context.reread()
    waiting = tell_again.waiting(now)
    if not isinstance(outcome, Refused) or not waiting or not tell_again.is_stuck(outcome):
        return answered(context, outcome)
    told, revision = refused_told(now, outcome), now.moment.revision
    stuck = verdicts.make_not_told_again(
        outcome, told, now.state, revision, waiting, now.secrets, now.seat, now.lang
    )
    return Response(stuck, status_code=422)


def refused_told(context: RequestContext, refused: Refused) -> Refusal:
    """Tell a refusal."""
    acting = context.game.acting(context.state)
    whole = context.link.role == SCREEN
    instead = instead_at(context.game, context.state, context.lang) if whole else possible_to(context)
    return verdicts.make_refusal(refused, dict(context.state.names), context.lang, acting, instead)


def line_answered(context: RequestContext, outcome: Outcome, line: str) -> Response[Any]:
    """Tell what came of a line; of one that cannot be read, what could stand there."""
    if not isinstance(outcome, Refused) or outcome.rules:
        return answered(context, outcome)
    now = context.reread()
    told = verdicts.add_expected(
        refused_told(now, outcome), now.game, now.state, line, now.lang, open_to(now), now.seat
    )
    return Response(told, status_code=422)
