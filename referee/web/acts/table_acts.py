"""What is said about the game, the same for pages and API: acts, and changes asked of all."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec.structs import replace

from events.base import TABLE, Event
from events.table import DisputeOpened, HouseRuled, TakenBack
from referee.kernel.game import NotationError
from referee.kernel.registry import codec_for
from referee.kernel.shared import ASKED_OF_ALL, BY_OTHER_WAYS, OF_THE_WHOLE_TABLE
from referee.kernel.table import Proposal
from referee.kernel.verdict import Accepted, Refused
from referee.service.desk import consent
from referee.service.disputes.lay_open import last_act
from referee.service.table import REFEREE_DEALS, Recorded, Table
from referee.web.acts.visit import Visit
from referee.web.acts.write_once import Outcome, Writing, once, past
from referee.web.door.seat_links import DEVICE, SCREEN, SEAT

NOT_YOURS = Refused("web.not_your_seat", ("TAB-SEAT-01",))

Read = Callable[[], Event | Refused]


def read_event(visit: Visit, text: str) -> Event:
    """Read an action told as JSON. Raises MalformedError."""
    return codec_for(visit.game.id).event(text.encode("utf-8", "replace"))


def read_line(visit: Visit, text: str) -> Event | Refused:
    """Read an action told in notation."""
    try:
        event: Event = visit.game.parse(visit.state, text)
    except NotationError as error:
        return Refused(error.reason, (), error.args_)
    return event


def tell(visit: Visit, how: Writing, read: Read) -> Outcome:
    """Record what somebody did or the table showed; ask the table where it concerns all.

    What is told is read only where it is new: a line means something in one position alone.
    """

    def told(table: Table) -> Outcome:
        event = read()
        if isinstance(event, ASKED_OF_ALL):
            return ask_all(visit, table, event, how)
        if (refused := event if isinstance(event, Refused) else forbidden(visit, table, event)) is not None:
            return past(table, how) or refused
        named = {*consent.parties(visit.game, event)}
        if not named <= {*speaks_for(visit)}:
            return ask_some(visit, table, event, how)
        return table.submit(event, seen=how.seen, key=how.asked)

    return once(visit, how, told)


def forbidden(visit: Visit, table: Table, event: Event) -> Refused | None:
    """Refuse what is not this link's to say, in words that no card changes."""
    if visit.link.role == SEAT and table.is_dealt(event):
        return REFEREE_DEALS
    if consent.parties(visit.game, event):
        return None if speaks_for(visit) else NOT_YOURS
    return None if may_tell(visit, event) else NOT_YOURS


def may_tell(visit: Visit, event: Event) -> bool:
    """Whether this link may say this: its own seat's acts, and what the table shows."""
    if isinstance(event, BY_OTHER_WAYS):
        return False
    if isinstance(event, OF_THE_WHOLE_TABLE):
        return set(voices(visit)) == set(visit.state.seats)
    if visit.link.role != SEAT and event in visit.game.legal(visit.state, TABLE):
        return True
    seat = event.by if isinstance(event, DisputeOpened) else getattr(event, "seat", None)
    if seat is not None:
        return seat in speaks_for(visit) or is_seen_by_all(visit, event)
    if any(event in visit.game.legal(visit.state, each) for each in speaks_for(visit)):
        return True
    verdict = visit.game.decide(visit.state, event)
    return not isinstance(verdict, Accepted) or verdict.facts[0].kind == "observation"


def is_seen_by_all(visit: Visit, event: Event) -> bool:
    """Whether the screen in the middle may say this of a seat: what the table saw, cards unread."""
    return visit.link.role == SCREEN and event in visit.game.legal(visit.state, TABLE)


def speaks_for(visit: Visit) -> tuple[str, ...]:
    """List the seats a link may act for: its own, or those nobody has on a phone."""
    if visit.link.role == SEAT:
        return (str(visit.seat),)
    if visit.link.role == DEVICE and visit.seat is not None:
        return tuple(seat for seat in visit.open_to_device() if seat == visit.seat)
    return visit.open_to_device()


def voices(visit: Visit) -> tuple[str, ...]:
    """List whose word a link gives where the table is asked: the screen in the middle gives everybody's."""
    return tuple(visit.state.seats) if visit.link.role == SCREEN else speaks_for(visit)


def speaks_for_some(visit: Visit, waiting: Proposal) -> tuple[str, ...]:
    """List the seats a link answers for where only some are asked: nobody else says what they hold."""
    return tuple(seat for seat in speaks_for(visit) if seat in (*waiting.of, waiting.agreed[0]))


def ask_all(visit: Visit, table: Table, change: Any, how: Writing) -> Outcome:
    """Ask the table; what needs nobody's leave, or is asked by the whole table, is recorded at once."""
    own = voices(visit)
    if not own:
        return NOT_YOURS
    if (late := past(table, how)) is not None:
        return late
    if set(own) == set(table.state.seats):
        everybody = replace(change, agreed=table.state.seats)
        return table.submit(everybody, seen=how.seen, key=how.asked)
    return consent.propose(table, own[0], replace(change, agreed=()), seen=how.seen, key=how.asked)


def ask_some(visit: Visit, table: Table, event: Event, how: Writing) -> Outcome:
    """Put an act to the seats whose hidden cards it names."""
    if (late := past(table, how)) is not None:
        return late
    return consent.propose(table, speaks_for(visit)[0], event, seen=how.seen, key=how.asked)


def reply(visit: Visit, how: Writing, proposal: str, said: Literal["agree", "object", "withdraw"]) -> Outcome:
    """Agree to what the table is asked, object to it, or withdraw it.

    Each seat a link speaks for says so in an entry of its own, under a part of the key.
    """

    def replied(table: Table) -> Outcome:
        agrees, waiting = said == "agree", consent.waiting_for(table.state, proposal)
        own = voices(visit) if waiting is None or not waiting.of else speaks_for_some(visit, waiting)
        if said == "withdraw" or (said == "object" and visit.link.role != SEAT):
            own = tuple(seat for seat in own if waiting is None or seat == waiting.agreed[0])
        if not own:
            return NOT_YOURS
        parts = {seat: how.part(seat).asked for seat in own}
        is_new = all(table.answer_to(part) is None for part in parts.values())
        if is_new and (late := past(table, how)) is not None:
            return late
        given = [consent.answer(table, proposal, seat, agrees=agrees, key=parts[seat]) for seat in own]
        done = [each for each in given if isinstance(each, Recorded)]
        return table.keep(how.asked, done[-1]) if done else given[0]

    return once(visit, how, replied)


def take_back(visit: Visit, how: Writing, to: int | None, reason: str) -> Outcome:
    """Ask to take back to an entry; the last action where none is named."""

    def undone(table: Table) -> Outcome:
        target = before_last_act(table) if to is None else to
        if target is None:
            return past(table, how) or Refused("table.opening_stands", ("TAB-BACK-01",))
        return ask_all(visit, table, TakenBack(target, reason), how)

    return once(visit, how, undone)


def before_last_act(table: Table) -> int | None:
    """Find the entry to go back to that takes the last action back; None where there is none."""
    story = table.history.story
    i = story.index(last_act(story))
    return story.told[i - 1].end if i else None


def house_rule(visit: Visit, how: Writing, option: str, value: str, reason: str) -> Outcome:
    """Ask for a house rule."""
    switch = visit.game.charter.switches.get(option)
    meant: Any = None if switch is None else switch.read(value)
    return tell(visit, how, lambda: HouseRuled(option, value if meant is None else meant, reason))
