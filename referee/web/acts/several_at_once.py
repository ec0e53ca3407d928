"""Several acts that people do as one: the first cards dealt to everybody."""

import msgspec
from msgspec.structs import replace

from events.base import Event
from events.codec import DECODING, MalformedError
from referee.kernel.verdict import Refused
from referee.service.tables.request import Recorded, Request
from referee.web.acts import table_acts
from referee.web.acts.request_context import RequestContext
from referee.web.acts.write_once import Outcome

MOST = 12
"""Acts told together; no table has more seats than eight."""


def tell_together(context: RequestContext, request: Request, first: table_acts.Read, others: str) -> Outcome:
    """Tell several events one after the other, each under a part of the key; stop at a refusal.

    `others` are those after the first as a JSON list. Raises MalformedError.
    """
    try:
        rest = msgspec.json.decode(others, type=list[msgspec.Raw])
    except DECODING as error:
        raise MalformedError(str(error)) from None
    events: list[Event | Refused] = [
        table_acts.read_event(context, bytes(raw).decode()) for raw in rest[:MOST]
    ]
    outcome = table_acts.tell(context, request, first)
    for n, event in enumerate(events):
        if not isinstance(outcome, Recorded):
            break
        now = context.reread()
        step = replace(request, seen=now.moment.revision, key=f"{request.key} {n}")
        outcome = table_acts.tell(now, step, lambda event=event: event)  # type: ignore[misc]
    return outcome
