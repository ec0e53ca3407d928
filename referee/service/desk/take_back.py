"""Take back: to an entry, or the last action; what was shown stays known."""

from events.table import TakenBack
from referee.kernel.shared import TALK
from referee.kernel.verdict import Refused
from referee.service.answers import Asked
from referee.service.desk.consent import ask
from referee.service.desk.voice import Voice
from referee.service.table import Answer, Table

NOTHING = Refused("table.nothing_to_take_back", ("TAB-BACK-01",))
"""Before the first action there is nothing to go back to."""


def take_back(
    table: Table,
    voice: Voice,
    to: int | None = None,
    reason: str = "",
    *,
    agreed: tuple[str, ...] = (),
    seen: int | None = None,
    key: str | Asked | None = None,
) -> Answer:
    """Take back to an entry; the last action, where none is named. `agreed`, `seen` and `key` as in `ask`."""
    with table.lock:
        late = table.late(seen)
        target = before_last_act(table) if to is None else to
        if target is None:
            return late or NOTHING
        return ask(table, voice, TakenBack(target, reason), agreed=agreed, seen=seen, key=key)


def before_last_act(table: Table) -> int | None:
    """Find the entry to go back to that takes the last action back; None where there is none.

    What was said about the game since goes with it. What the referee dealt is no action: it would
    deal the same again.
    """
    told = table.history.story.told
    for i in range(len(told) - 1, 0, -1):
        event = told[i].event
        if not isinstance(event, TALK) and not table.is_dealt(event):
            return told[i - 1].end
    return None
