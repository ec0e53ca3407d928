"""An earlier entry that may have been told wrongly: how it is amended, typed and answered."""

from shlex import quote
from typing import TYPE_CHECKING

from cli.frame.session import Session
from cli.tables.actors import actor_of

if TYPE_CHECKING:
    from events.base import Event
    from referee.kernel.verdict import Refused
    from referee.service.answers.verdicts import Refusal
    from referee.service.commands.actor import Actor
    from referee.service.commands.changes.earlier import Earlier
    from referee.service.tables.table import Table


def earlier_entries(
    session: Session, at: "Table", refused: "Refused", event: "Event | None", actor: "Actor | None" = None
) -> "tuple[Earlier, ...]":
    """Find what could be amended so that a refused act is possible."""
    from referee.service.commands.changes.earlier import told_wrongly

    if event is None or at.state.closed:
        return ()
    return told_wrongly(at, actor or actor_of(session, at), event, refused)


def earlier_words(session: Session, at: "Table", earlier: "tuple[Earlier, ...]") -> list[str]:
    """Write the commands that amend an entry."""
    typed = [(each.seq, session.notate(at.log_index.state_before(each.seq), each.event)) for each in earlier]
    lines = [f"  referee amend {quote(at.name)} {seq} {quote(line)}" for seq, line in typed]
    return [session.say("case.told_wrongly"), *lines] if lines else []


def with_earlier(session: Session, said: "Refusal", at: "Table", earlier: "tuple[Earlier, ...]") -> "Refusal":
    """Add to a refusal, as it is answered, the entries that could be amended."""
    from referee.service.answers.verdicts import add_amendable

    return add_amendable(said, at.log_index, earlier, session.lang)
