"""Changes that need everybody: free for one's own last act, else proposed, and any seat may object."""

from typing import Any

import msgspec
from msgspec.structs import replace

from events.codec import MalformedError, codec_for
from events.table import ChangeProposed, Corrected, HouseRuled, ProposalAnswered, TakenBack
from referee.kernel.table import Proposal
from referee.kernel.verdict import Refused
from referee.service.amending import is_free
from referee.service.replay import replay
from referee.service.table import Answer, Asked, Recorded, Table

Change = TakenBack | Corrected | HouseRuled  # type: ignore[type-arg]


def propose(table: Table, by: str, change: Change, **how: Any) -> Answer:
    """Make a change at once where that is free, else put it to the others; `how` as in `Table.submit`.

    Refused where the change itself could not be made. A seat alone at its table needs nobody.

    Rules: TAB-BACK-02
    """
    verdict = table.judge(change)
    if isinstance(verdict, Refused):
        return verdict
    if isinstance(change, TakenBack) and is_free(table, by, change.to):
        return table.submit(replace(change, agreed=(by,)), **how)
    text = msgspec.json.encode(change).decode()
    return table.submit(ChangeProposed(free_id(table), by, text), **how)


def answer(table: Table, proposal: str, by: str, *, agrees: bool, **how: Any) -> Answer:
    """Agree or object, the proposer to withdraw; with the last agreement the change is made.

    The change has a key of its own, so that a service cut off between the last agreement and the
    change makes it, once, when the answer is sent again.

    Rules: TAB-BACK-02
    """
    waiting = waiting_for(table.state, proposal)
    given = table.submit(ProposalAnswered(proposal, by, agrees), **how)
    if not isinstance(given, Recorded) or not agrees:
        return given
    if waiting is None:
        waiting = waiting_for(replay(table.log, given.first - 1).state, proposal)
    change = change_of(table.game.id, waiting)
    if waiting is None or change is None or {*waiting.agreed, by} != set(table.state.seats):
        return given
    return table.submit(replace(change, agreed=table.state.seats), key=Asked(f"made {proposal}", proposal))


def waiting_for(state: Any, proposal: str) -> Proposal | None:
    """Find a proposal that waits for answers."""
    return next((each for each in state.proposals if each.id == proposal), None)


def change_of(game: str, proposal: Proposal | None) -> Change | None:
    """Read the change somebody proposed; None where it cannot be read as one."""
    try:
        change = codec_for(game).event(proposal.change.encode("utf-8", "replace")) if proposal else None
    except MalformedError:
        return None
    return change if isinstance(change, Change) else None


def free_id(table: Table) -> str:
    """Number the proposals of a table by its revision: no two are alike."""
    return f"P{table.revision + 1}"
