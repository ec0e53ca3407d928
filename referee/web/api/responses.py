"""Responses of the API: the answers of the service, as the viewer of a link may read them."""

from collections.abc import Mapping
from typing import Any

from litestar import Response
from msgspec import to_builtins

from events.base import TABLE, Event
from events.stores.protocol import Conflict
from referee.kernel.verdict import Refused
from referee.service.answers import verdicts
from referee.service.answers.catching_up import make_worked_out
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
from referee.service.catch_up.catch_up import CaughtUp
from referee.service.disputes.find import AnalysedDispute
from referee.service.logs.log_index import VisibleEntry
from referee.service.logs.replay import replay
from referee.service.tables.open_acts import acts_of_table, sort_acts
from referee.service.tables.request import Reapplied, Recorded
from referee.web.access.links import SCREEN
from referee.web.acts import table_acts
from referee.web.acts.request_context import RequestContext
from referee.web.acts.table_acts import Outcome, find_earlier_mistakes
from referee.web.pages.parts import connections
from referee.web.pages.proposals import proposal_words


def _possible_acts(context: RequestContext) -> tuple[Possible, ...]:
    """Return what a link may do now, and what the table may show; for the screen, what anybody may do."""
    return possible_now(context.game, context.state, _open_acts(context), context.lang)


def _open_acts(context: RequestContext) -> tuple[Event, ...]:
    game, state = context.game, context.state
    if context.link.role == SCREEN:
        return acts_of_table(game, state)
    return sort_acts(game, (e for seat in (context.seat, TABLE) if seat for e in game.legal(state, seat)))


def describe_table(context: RequestContext) -> Now:
    """Return a table as a link may see it."""
    return Now(
        **position_of(context.game, context.state, context.moment.revision, context.seat),
        table=context.link.table,
        role=context.link.role,
        seat=context.seat,
        lang=context.lang,
        connected=connections(context),
        view=to_builtins(context.view, str_keys=True),
        possible=_possible_acts(context),
        asked=_describe_proposals(context),
    )


def _describe_proposals(context: RequestContext) -> tuple[Asking, ...]:
    return tuple(
        make_asking(context.state, each, changes, proposal_words(context, changes))
        for each, changes in context.proposals
    )


def log_rows(context: RequestContext, since: int) -> list[LogRow]:
    """Return the entries after a revision, as the viewer may read them."""
    return [describe_entry(context, each) for each in context.entries if each.entry.seq > since]


def describe_entry(context: RequestContext, seen: VisibleEntry) -> LogRow:
    """Return an entry as the viewer may read it."""
    return make_log_row(context.log_index, seen, context.lang, context.seat)


def describe_waiting(context: RequestContext) -> list[Waiting]:
    """Return what was undone and waits to be reapplied, as the viewer may read it."""
    actions = context.log_index.waiting
    own = len(table_acts.own_prefix(context, actions))
    rows = [describe_entry(context, context.entries[(each.seq or 1) - 1]) for each in actions]
    return [make_waiting(row, yours=i < own) for i, row in enumerate(rows)]


def case_response(context: RequestContext, laid: AnalysedDispute | Refused) -> Response[Any]:
    """Return the analysis of a dispute; status 404 where there is no such entry or topic."""
    if not isinstance(laid, Refused):
        return Response(make_case(laid, context.state, context.lang))
    reason, args = explain_no_case(context.game.id, laid, context.lang)
    return Response(Failed(message=context.say(reason, **args), error=reason), status_code=404)


def make_response(context: RequestContext, outcome: Outcome, event: Event | None = None) -> Response[Any]:
    """Return what came of a write: recorded (200), asked or noted (202), stale (409), refused (422).

    For a refused `event` it says which earlier entry could be amended.
    """
    match outcome:
        case Refused():
            now = context.reread()
            earlier = () if event is None else find_earlier_mistakes(now, event, outcome)
            refusal = verdicts.add_amendable(
                _describe_refusal(now, outcome), now.log_index, earlier, now.lang
            )
            return Response(refusal, status_code=422)
        case Conflict(seen, revision):
            return Response(
                Stale(seen=seen, revision=revision, now=describe_table(context.reread())), status_code=409
            )
        case Recorded():
            recorded = _describe_recorded(context, outcome)
            return Response(recorded, status_code=202 if recorded.verdict == "asked" else 200)
    return Response(Noted(revision=outcome.revision), status_code=202)


def caught_up_response(context: RequestContext, came: CaughtUp, facts: Mapping[str, Any]) -> Response[Any]:
    """Return what came of telling `facts`: recorded, or what to ask (200), proposed (202), stale, refused."""
    answer = came.answer
    if isinstance(answer, Refused | Conflict):
        return make_response(context, answer)
    before = context.state if answer is None else _state_before(context, answer)
    viewer = context.seat
    known = context.game.known(before, viewer)
    body = make_worked_out(known, came, facts, context.lang, viewer)
    return Response(body, status_code=202 if came.verdict == "proposed" else 200)


def _state_before(context: RequestContext, recorded: Recorded) -> Any:
    """Return the state before what was recorded, just now or long ago."""
    is_new = context.moment.revision == recorded.first - 1
    return context.state if is_new else replay(context.log, recorded.first - 1).state


def _describe_recorded(context: RequestContext, recorded: Recorded) -> Accepted:
    """Return what was recorded, as the viewer may read it; the same whenever it is asked again."""
    before = _state_before(context, recorded)
    if isinstance(recorded, Reapplied):
        after = replay(context.log, recorded.revision).state
        return verdicts.make_told_again(before, after, recorded, context.secrets, context.seat, context.lang)
    events = (context.secrets.redact(None, judged.event, context.seat) for judged in recorded.judged)
    return verdicts.make_accepted(before, recorded, events, context.lang)


def reapply_response(context: RequestContext, outcome: Outcome) -> Response[Any]:
    """Return what came of reapplying; where the first action is not possible, with what waits."""
    now = context.reread()
    waiting = now.log_index.waiting
    if not isinstance(outcome, Refused) or not waiting or not table_acts.is_stuck(outcome):
        return make_response(context, outcome)
    refused, revision = _describe_refusal(now, outcome), now.moment.revision
    stuck = verdicts.make_not_told_again(
        outcome, refused, now.state, revision, waiting, now.secrets, now.seat, now.lang
    )
    return Response(stuck, status_code=422)


def _describe_refusal(context: RequestContext, refused: Refused) -> Refusal:
    acting = context.game.acting(context.state)
    whole = context.link.role == SCREEN
    instead = instead_at(context.game, context.state, context.lang) if whole else _possible_acts(context)
    return verdicts.make_refusal(refused, dict(context.state.names), context.lang, acting, instead)


def line_response(context: RequestContext, outcome: Outcome, line: str) -> Response[Any]:
    """Return what came of a line; where it cannot be parsed, with what could stand there."""
    if not isinstance(outcome, Refused) or outcome.rules:
        return make_response(context, outcome)
    now = context.reread()
    failed = verdicts.add_expected(
        _describe_refusal(now, outcome), now.game, now.state, line, now.lang, _open_acts(now), now.seat
    )
    return Response(failed, status_code=422)
