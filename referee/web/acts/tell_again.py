"""What take-backs undid, recorded again as it was by whoever may say it, up to the first that is refused."""

from referee.kernel.verdict import Refused
from referee.service.commands import undo
from referee.service.logs.effective import Action
from referee.service.tables.request import KEY_USED, NOT_YOURS, Request
from referee.service.tables.table import NOTHING_WAITS, Table
from referee.web.acts.actor_of_link import actor_of
from referee.web.acts.request_context import RequestContext
from referee.web.acts.table_acts import command
from referee.web.acts.write_once import Outcome


def waiting(context: RequestContext) -> tuple[Action, ...]:
    """List what waits to be recorded again, as it was."""
    return context.log_index.waiting


def own_run(context: RequestContext, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Take of some actions the first ones, as far as a link may record them again."""
    return undo.own_prefix(table_of(context), actor_of(context), actions)


def refusal_now(context: RequestContext, told: Action) -> Refused | None:
    """Say why an action could not be recorded again now, as far as the viewer may know."""
    return undo.judge_reapplying(table_of(context), told, context.seat)


def record_again(context: RequestContext, request: Request, *, skip: bool, drop: bool) -> Outcome:
    """Record again what waits, as far as this link may; `skip` drops the first of it, `drop` all."""
    return command(context, request, undo.reapply, skip=skip, drop=drop)


def is_stuck(refused: Refused) -> bool:
    """Whether telling again was refused because the first that waits is not possible."""
    return refused not in (NOTHING_WAITS, NOT_YOURS, KEY_USED)


def table_of(context: RequestContext) -> Table:
    """Give the table of a link."""
    return context.seated.table
