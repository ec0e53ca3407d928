"""What needs more than one seat: changes, put to everybody; acts that name cards of several, put to those.

A seat's word is judged by what that seat may know, so that nobody learns by proposing what another
holds; what all have said is judged whole, and refused without words that only some may read.
"""

from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import Event
from events.codec import MalformedError, codec_for
from events.table import ChangeProposed, Corrected, HouseRuled, ProposalAnswered, TakenBack
from referee.kernel.game import Game
from referee.kernel.table import Proposal, still_asked
from referee.kernel.verdict import Refused, Verdict
from referee.service.amending import is_free
from referee.service.replay import replay
from referee.service.retelling import entries_of
from referee.service.table import QUIET, Answer, Asked, Recorded, Table

Change = TakenBack | Corrected | HouseRuled  # type: ignore[type-arg]

CANNOT = Refused("table.cannot_be_made", ("TAB-BACK-02",))
"""All agreed, and the referee still sees something against it that they may not know."""


def propose(table: Table, by: str, change: Event, **how: Any) -> Answer:
    """Make a change at once where that is free, else put it to the others; `how` as in `Table.submit`.

    Refused where the change itself could not be made, as far as its proposer can know. A seat
    alone at its table needs nobody.

    Rules: TAB-BACK-02
    """
    verdict = judged_by(table, change, by)
    if isinstance(verdict, Refused):
        return verdict
    if isinstance(change, TakenBack) and is_free(table, by, change.to):
        return table.submit(replace(change, agreed=(by,)), **how)
    text = msgspec.json.encode(change).decode()
    return table.submit(ChangeProposed(free_id(table), by, text, parties(table.game, change)), **how)


def parties(game: Game, event: Event) -> tuple[str, ...]:
    """Name the seats whose hidden cards an act names, each of whom has to say it; none of most."""
    return game.parties(event) if game.parties else ()


def judged_by(table: Table, event: Event, seat: str) -> Verdict:
    """Decide an event on what a seat may know, writing nothing."""
    known = table.game.known
    if known is None or isinstance(event, TakenBack):
        return table.judge(event)
    return table.game.decide(known(table.state, seat), event)


def answer(table: Table, proposal: str, by: str, *, agrees: bool, **how: Any) -> Answer:
    """Agree or object, the proposer to withdraw; with the last agreement the change is made.

    The change has a key of its own, so that a service cut off between the last agreement and the
    change makes it, once, when the answer is sent again.

    Rules: TAB-BACK-02
    """
    waiting = waiting_for(table.state, proposal)
    if waiting is not None and agrees and (refused := judge_agreement(table, waiting, by)):
        return refused
    given = table.submit(ProposalAnswered(proposal, by, agrees), **how)
    if not isinstance(given, Recorded) or not agrees:
        return given
    if waiting is None:
        waiting = waiting_for(replay(table.log, given.first - 1).state, proposal)
    change = change_of(table.game.id, waiting)
    if waiting is None or change is None or still_asked(table.state, waiting) - {by}:
        return given
    made: Any = replace(change, agreed=table.state.seats) if isinstance(change, Change) else change
    return table.submit(made, key=Asked(f"made {proposal}", proposal))


def judge_agreement(table: Table, waiting: Proposal, by: str) -> Refused | None:
    """Refuse to agree to an act that a seat knows to be impossible, or that the game has passed by.

    Rules: TAB-BACK-02, LIF-INFO-04
    """
    act = change_of(table.game.id, waiting)
    if act is None or isinstance(act, Change) or by not in waiting.of:
        return None
    if has_gone_on(table, waiting):
        return Refused("table.proposal_past", ("TAB-BACK-02",), {"proposal": waiting.id})
    verdict = judged_by(table, act, by)
    if isinstance(verdict, Refused):
        return verdict
    is_last = not still_asked(table.state, waiting) - {by}
    return CANNOT if is_last and isinstance(table.judge(act), Refused) else None


def has_gone_on(table: Table, waiting: Proposal) -> bool:
    """Tell whether anything happened in the game since a proposal was made."""
    since: list[Event] = []
    for entry in reversed(entries_of(table.log)):
        if isinstance(entry.event, ChangeProposed) and entry.event.id == waiting.id:
            break
        since.append(entry.event)
    return any(not isinstance(event, QUIET) for event in since)


def waiting_for(state: Any, proposal: str) -> Proposal | None:
    """Find a proposal that waits for answers."""
    return next((each for each in state.proposals if each.id == proposal), None)


def change_of(game: str, proposal: Proposal | None) -> Event | None:
    """Read the change, or the act of several seats, that somebody proposed; None where it is neither."""
    try:
        change = codec_for(game).event(proposal.change.encode("utf-8", "replace")) if proposal else None
    except MalformedError:
        return None
    is_change = isinstance(change, Change) or bool(proposal and proposal.of)
    return change if is_change else None


def free_id(table: Table) -> str:
    """Number the proposals of a table by its revision: no two are alike."""
    return f"P{table.revision + 1}"
