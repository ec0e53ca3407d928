"""What needs more than one seat: changes, put to everybody; acts that name cards of several, put to those.

A seat's word is judged by what that seat may know, so that nobody learns by proposing what another
holds; what all have said is judged whole, and refused without words that only some may read.
"""

from typing import Any, cast

from msgspec.structs import replace

from events.base import Event
from events.changes import read_changes, write_changes
from events.codec import MalformedError
from events.table import ChangeProposed, ProposalAnswered, TakenBack
from referee.kernel.game import Game
from referee.kernel.registry import codec_for
from referee.kernel.shared import ASKED_OF_ALL, QUIET
from referee.kernel.table import Proposal, still_asked
from referee.kernel.verdict import Refused, Verdict
from referee.service.desk.tell_again import change_together, is_free
from referee.service.replay import replay
from referee.service.table import Answer, Asked, Recorded, Table
from referee.service.together import rehearsed

CANNOT = Refused("table.cannot_be_made", ("TAB-BACK-02",))
"""All agreed, and the referee still sees something against it that they may not know."""


def propose(table: Table, by: str, *changes: Event, **how: Any) -> Answer:
    """Make a change at once where that is free, else put it to the others; `how` as in `Table.submit`.

    Several changes are made together: the first takes back, the last is put before what was undone
    or in the place of the first of it, and the rest is told again. Refused where a change could
    not be made, as far as its proposer can know. A seat alone at its table needs nobody.

    Rules: TAB-BACK-02
    """
    if len(changes) > 1:
        return propose_together(table, by, changes, **how)
    (change,) = changes
    verdict = judged_by(table, change, by)
    if isinstance(verdict, Refused):
        return verdict
    if isinstance(change, TakenBack):
        change = cast("TakenBack", verdict.facts[0].event)  # what followed from the entry named stays with it
        if is_free(table, by, change.to):
            return table.submit(replace(change, agreed=(by,)), **how)
    return table.submit(asked(table, by, (change,), parties(table.game, change)), **how)


def propose_together(table: Table, by: str, changes: tuple[Event, ...], **how: Any) -> Answer:
    """Make changes together at once where they only amend one's own last act, else put them to the others.

    Rules: TAB-BACK-02
    """
    if isinstance(refused := rehearsed(table, changes, by), Refused):
        return refused
    back, last = changes[0], changes[-1]
    is_own = isinstance(back, TakenBack) and getattr(last, "seat", None) == by
    if is_own and is_free(table, by, back.to):  # type: ignore[attr-defined]
        return change_together(table, agreed_by(changes, (by,)), **how)
    return table.submit(asked(table, by, changes), **how)


def asked(table: Table, by: str, changes: tuple[Event, ...], of: tuple[str, ...] = ()) -> ChangeProposed:
    """Write a proposal."""
    return ChangeProposed(free_id(table), by, write_changes(changes), of)


def agreed_by(changes: tuple[Event, ...], seats: tuple[str, ...]) -> tuple[Event, ...]:
    """Note who agreed to changes; an act of a seat names nobody."""
    return tuple(replace(c, agreed=seats) if isinstance(c, ASKED_OF_ALL) else c for c in changes)


def parties(game: Game, event: Event) -> tuple[str, ...]:
    """Name the seats whose hidden cards an act names, each of whom has to say it; none of most."""
    return game.parties(event) if game.parties else ()


def judged_by(table: Table, event: Event, seat: str) -> Verdict:
    """Decide an event on what a seat may know, writing nothing."""
    if isinstance(event, TakenBack):
        return table.judge(event)
    return table.game.decide(table.game.known(table.state, seat), event)


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
    changes = changes_of(table.game.id, waiting)
    if waiting is None or not changes or still_asked(table.state, waiting) - {by}:
        return given
    made, key = agreed_by(changes, table.state.seats), Asked(f"made {proposal}", proposal)
    answered = table.submit(*made, key=key) if len(made) == 1 else change_together(table, made, key=key)
    return answered if table.game.is_open or not isinstance(answered, Refused) else CANNOT


def judge_agreement(table: Table, waiting: Proposal, by: str) -> Refused | None:
    """Refuse to agree to an act that a seat knows to be impossible, or that the game has passed by.

    Rules: TAB-BACK-02, LIF-INFO-04
    """
    act = change_of(table.game.id, waiting)
    if act is None or isinstance(act, ASKED_OF_ALL) or by not in waiting.of:
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
    for entry in reversed(table.history.entries):
        if isinstance(entry.event, ChangeProposed) and entry.event.id == waiting.id:
            break
        since.append(entry.event)
    return any(not isinstance(event, QUIET) for event in since)


def waiting_for(state: Any, proposal: str) -> Proposal | None:
    """Find a proposal that waits for answers."""
    return next((each for each in state.proposals if each.id == proposal), None)


def change_of(game: str, proposal: Proposal | None) -> Event | None:
    """Read what somebody proposed, the last of several changes; None where it cannot be read as such."""
    changes = changes_of(game, proposal)
    return changes[-1] if changes else None


def changes_of(game: str, proposal: Proposal | None) -> tuple[Event, ...]:
    """Read the changes, or the act of several seats, that somebody proposed; none where it is neither."""
    try:
        changes = read_changes(codec_for(game), proposal.change) if proposal else ()
    except MalformedError:
        return ()
    is_change = len(changes) > 1 or any(isinstance(each, ASKED_OF_ALL) for each in changes)
    return changes if is_change or (proposal is not None and proposal.of) else ()


def free_id(table: Table) -> str:
    """Number the proposals of a table by its revision: no two are alike."""
    return f"P{table.revision + 1}"
