"""Every write once: named by a key, decided on a revision, answered the same for ever."""

from collections.abc import Callable

import msgspec

from events.envelope import blake2b
from referee.service.commands.once import once as do_once
from referee.service.tables.submissions import Answer, Noted, Submission
from referee.service.tables.table import Table
from referee.web.acts.request_context import RequestContext

Outcome = Answer | Noted
"""What comes of a write: recorded, refused, past, or done beside the log."""


class Writing(msgspec.Struct, frozen=True):
    """What every write says: the revision it was decided on, and what names it."""

    seen: int
    asked: Submission

    def part(self, name: str) -> "Writing":
        """Name a part of this write, which is a submission of its own."""
        return Writing(self.seen, Submission(f"{self.asked.key} {name}", self.asked.request))


def writing(context: RequestContext, seen: int | None, key: str, *request: str | bytes) -> Writing:
    """Name a write of a link: each place at the table has keys of its own."""
    whose = f"{context.link.role} {context.link.seat or ''}".strip()
    decided_on = context.moment.revision if seen is None else seen
    return Writing(decided_on, Submission(f"{whose}: {key}", digest(*request)))


def digest(*parts: str | bytes) -> str:
    """Write down briefly what was asked, so that it is known when it comes again."""
    whole = b"\0".join(part.encode("utf-8", "replace") if isinstance(part, str) else part for part in parts)
    return blake2b(whole, digest_size=16).hexdigest()


def once(context: RequestContext, how: Writing, act: Callable[[Table], Outcome]) -> Outcome:
    """Do something at a table, unless it was done before; whoever watches is woken."""
    seated, is_new = context.seated, False

    def done(table: Table) -> Outcome:
        nonlocal is_new
        is_new = True
        return act(table)

    with seated.lock:
        outcome: Outcome = do_once(seated.table, how.asked, done)
        if not is_new:
            return outcome
        if isinstance(outcome, Noted):
            context.live.links.count_write(context.link)
    context.live.wake(context.link.table)
    return outcome
