"""Every act once: what was asked under a key before gets the answer it got then."""

from collections.abc import Callable
from typing import TypeVar, cast

from referee.kernel.verdict import Refused
from referee.service.tables.request import Answer, Noted, Request
from referee.service.tables.table import Table

O = TypeVar("O", Answer, Answer | Noted)  # noqa: E741 - an outcome


def once(table: Table, request: Request, act: Callable[[Table], O]) -> O:
    """Do something at a table, unless it was done before: one decision, as in `Table.decide`.

    What `act` records carries the key itself, in one step with its entries; what it refuses or
    notes beside the log is kept with the key here, if there is one. A write
    decided on what is past is not kept: it has to be decided again.
    """

    def done() -> O:
        if (before := table.answer_to(request)) is not None:
            return cast("O", before)
        outcome = act(table)
        if request.key is not None and isinstance(outcome, Refused | Noted):
            return cast("O", table.keep(request, outcome))
        return outcome

    return table.decide(done)
