"""Changes that need everybody: free for one's own last act, else proposed, and any seat may object."""

import msgspec
from msgspec.structs import replace

from events.codec import codec_for
from events.table import ChangeProposed, Corrected, HouseRuled, ProposalAnswered, TakenBack
from referee.kernel.verdict import Refused
from referee.service.amending import is_free
from referee.service.table import Answer, Recorded, Table

Change = TakenBack | Corrected | HouseRuled  # type: ignore[type-arg]


def propose(table: Table, by: str, change: Change, *, key: str | None = None) -> Answer:
    """Make a change at once where that is free, else put it to the others.

    Refused where the change itself could not be made. A seat alone at its table needs nobody.

    Rules: TAB-BACK-02
    """
    verdict = table.judge(change)
    if isinstance(verdict, Refused):
        return verdict
    if isinstance(change, TakenBack) and is_free(table, by, change.to):
        return table.submit(replace(change, agreed=(by,)), key=key)
    text = msgspec.json.encode(change).decode()
    return table.submit(ChangeProposed(free_id(table), by, text), key=key)


def answer(table: Table, proposal: str, by: str, *, agrees: bool, key: str | None = None) -> Answer:
    """Agree or object; with the last agreement the change is made.

    Rules: TAB-BACK-02
    """
    waiting = next((p for p in table.state.proposals if p.id == proposal), None)
    given = table.submit(ProposalAnswered(proposal, by, agrees), key=key)
    everybody = waiting is not None and agrees and {*waiting.agreed, by} == set(table.state.seats)
    if not everybody or waiting is None or not isinstance(given, Recorded):
        return given
    change = codec_for(table.game.id).event(waiting.change.encode())
    return table.submit(replace(change, agreed=table.state.seats))  # type: ignore[type-var]


def free_id(table: Table) -> str:
    """Number the proposals of a table by its revision: no two are alike."""
    return f"P{table.revision + 1}"
