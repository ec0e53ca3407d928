"""Every write once: named by a key, decided on a revision, answered the same for ever."""

from collections.abc import Callable

from events.envelope import blake2b
from referee.service.tables.request import Answer, Noted, Request
from referee.service.tables.table import Table
from referee.service.tables.table import decide_once as do_once
from referee.web.acts.actor_of_link import actor_of
from referee.web.acts.request_context import RequestContext

Outcome = Answer | Noted
"""What comes of a write: recorded, refused, past, or done beside the log."""


def request_of(context: RequestContext, seen: int | None, key: str, *asked: str | bytes) -> Request:
    """Make the request of a link, as yet without an actor: each place at the table has keys of its own.

    Where `seen` is None, it was decided on the moment of the visit.
    """
    whose = f"{context.link.role} {context.link.seat or ''}".strip()
    decided_on = context.moment.revision if seen is None else seen
    return Request(seen=decided_on, key=f"{whose}: {key}", digest=digest(*asked))


def digest(*parts: str | bytes) -> str:
    """Write down briefly what was asked, so that it is known when it comes again."""
    whole = b"\0".join(part.encode("utf-8", "replace") if isinstance(part, str) else part for part in parts)
    return blake2b(whole, digest_size=16).hexdigest()


def once(context: RequestContext, request: Request, act: Callable[[Table, Request], Outcome]) -> Outcome:
    """Do something at a table, unless it was done before; whoever watches is woken.

    `act` gets the request with the actor of the link, as the table is when it is decided.
    """
    seated, is_new = context.seated, False

    def done(table: Table) -> Outcome:
        nonlocal is_new
        is_new = True
        return act(table, request.with_actor(actor_of(context, table.state)))

    with seated.lock:
        outcome: Outcome = do_once(seated.table, request, done)
        if not is_new:
            return outcome
        if isinstance(outcome, Noted):
            context.live.links.count_write(context.link)
    context.live.wake(context.link.table)
    return outcome
