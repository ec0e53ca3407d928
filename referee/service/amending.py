"""Take back and go on: what was undone is offered again, one action replaced, the rest told again."""

import msgspec

from events.base import Event, type_of
from referee.kernel.verdict import Refused
from referee.service.replay import take_backs
from referee.service.retelling import Retelling, Told, entries_of, grouped, kept_of, retell, story_of
from referee.service.table import Recorded, Table

NOTHING = Refused("table.nothing_to_offer", ("TAB-BACK-01",))


class Amended(msgspec.Struct, frozen=True):
    """What an amendment wrote: entries up to `revision`, `again` actions told again as they were.

    `stuck` is the first old action the new state does not allow, `why` its refusal, `left` it and
    everything after it: to be skipped, amended or house-ruled.
    """

    revision: int
    again: int
    stuck: Told | None = None
    why: Refused | None = None
    left: tuple[Told, ...] = ()


def amend(
    table: Table, seq: int, event: Event, reason: str = "", agreed: tuple[str, ...] = ()
) -> Amended | Refused:
    """Replace the action that entry `seq` belongs to, and tell the rest again as far as it goes.

    Nothing is written where the new action is refused. Raises NoSuchEntryError.
    """
    story = story_of(table.log)
    i = story.index(seq)
    if i == 0:
        return Refused("table.opening_stands", ("TAB-BACK-01",))
    verdict = table.game.decide(story.before(seq), event)
    if isinstance(verdict, Refused):
        return verdict
    kept = story.told[i - 1].end or 1
    taken_back = table.take_back(kept, reason, agreed)
    if not isinstance(taken_back, Recorded):
        return taken_back if isinstance(taken_back, Refused) else NOTHING
    table.submit(event)
    return go_on(table, story.told[i + 1 :])


def go_on(table: Table, actions: tuple[Told, ...]) -> Amended:
    """Submit actions again one by one, up to the first that is refused."""
    for i, action in enumerate(actions):
        answer = table.submit(action.event)
        if isinstance(answer, Refused):
            return Amended(table.revision, i, action, answer, actions[i:])
    return Amended(table.revision, len(actions))


def offered(table: Table) -> tuple[Told, ...]:
    """List the actions the last take-back undid that were not dealt with since, in order.

    What was done since stands for them one by one: told again as it was (those passed over
    were skipped), or something else in place of the next.
    """
    entries = entries_of(table.log)
    backs = take_backs(table.log)
    if not backs:
        return ()
    seq, to = backs[-1]
    before = kept_of(entries[: seq - 1], backs[:-1])
    undone = [told for told in grouped(before) if (told.seq or 0) > to]
    for told in grouped(entries[seq:]):
        later = [i for i, action in enumerate(undone) if action.event == told.event]
        undone = undone[later[0] + 1 :] if later else undone[1:]
    return tuple(undone)


def tell_again(table: Table, *, skip: bool = False) -> Amended | Refused:
    """Submit again what the last take-back undid, as far as it goes; `skip` passes the first over."""
    actions = offered(table)
    if not actions:
        return NOTHING
    return go_on(table, actions[1:] if skip else actions)


def rehearse(table: Table) -> Retelling:
    """Say how far what was undone could be told again, writing nothing."""
    return retell(table.game, table.state, offered(table))


def shown_since(table: Table, to: int) -> tuple[Event, ...]:
    """List what entries after `to` revealed for good: secrets and chance that cannot be unseen."""
    entries = entries_of(table.log)[to:]
    return tuple(entry.event for entry in entries if type_of(entry.event) in table.game.reveals)


def is_free(table: Table, seat: str, to: int) -> bool:
    """Whether a seat may take back to `to` unasked: only its own acts since, nothing revealed.

    Rules: TAB-BACK-02
    """
    entries = entries_of(table.log)[to:]
    own = all(entry.by == seat for entry in entries if entry.kind != "consequence")
    return own and not shown_since(table, to)
