"""Everything that writes, the same for pages and API: who may say what, and what comes of it."""

from hashlib import blake2b
from typing import Any

import msgspec

from events.base import Event
from events.codec import codec_for
from events.envelope import encode
from events.table import Corrected, DisputeOpened, HouseRuled, TableOpened, TakenBack
from referee.kernel.game import NotationError
from referee.kernel.verdict import Accepted, Refused
from referee.service.disputes import open_dispute, settle
from referee.service.retelling import story_of
from referee.service.table import Answer
from referee.web.links import DEVICE, SCREEN, SEAT
from referee.web.pages.dispute import case_of, votes_on
from referee.web.proposals import Waiting, propose
from referee.web.visit import Visit

SHARED = (Corrected, HouseRuled, TakenBack)
"""What concerns all, and so is asked of all."""

NOT_YOURS = Refused("web.not_your_seat", ("TAB-SEAT-01",))

Outcome = Answer | Waiting


def key_of(visit: Visit, seen: int | None, event: Event) -> str | None:
    """Name a submission by what it is, so that a tap that is sent twice is one entry."""
    if seen is None:
        return None
    whose = visit.seat or visit.link.role
    return blake2b(f"{whose}\0{seen}\0".encode() + encode(event), digest_size=16).hexdigest()


def own_key(visit: Visit, key: str | None) -> str | None:
    """Keep the keys of seats apart."""
    return None if key is None else f"{visit.seat or visit.link.role}:{key}"


def read_event(visit: Visit, text: str) -> Event:
    """Read an action told as JSON. Raises MalformedError."""
    return codec_for(visit.game.id).event(text.encode("utf-8", "replace"))


def read_line(visit: Visit, text: str) -> Event | Refused:
    """Read an action told in notation."""
    try:
        event: Event = visit.game.parse(visit.state, text)
    except NotationError as error:
        return Refused(error.reason, (), error.args_)  # type: ignore[arg-type]
    return event


def tell(visit: Visit, event: Event, seen: int | None, key: str | None = None) -> Outcome:
    """Record what somebody did or the table showed; ask the table where it concerns all."""
    key = key or key_of(visit, seen, event)
    if isinstance(event, SHARED):
        return propose(visit.hub, visit.link, event, visit.moment.revision if seen is None else seen, key)
    if not may_tell(visit, event):
        return NOT_YOURS
    return visit.hub.submit(visit.link.table, event, seen=seen, key=key)


def may_tell(visit: Visit, event: Event) -> bool:
    """Whether this link may say this: its own seat's acts, and what the table shows."""
    if isinstance(event, TableOpened):
        return False
    seat = event.by if isinstance(event, DisputeOpened) else getattr(event, "seat", None)
    if seat is not None:
        return seat in speaks_for(visit)
    if any(event in visit.game.legal(visit.state, each) for each in speaks_for(visit)):
        return True
    verdict = visit.game.decide(visit.state, event)
    return not isinstance(verdict, Accepted) or verdict.facts[0].kind == "observation"


def speaks_for(visit: Visit) -> tuple[str, ...]:
    """List the seats a link may act for: its own, or those nobody has on a phone."""
    if visit.link.role == SEAT:
        return (str(visit.seat),)
    if visit.link.role == DEVICE and visit.seat is not None:
        return tuple(seat for seat in visit.open_to_device() if seat == visit.seat)
    return visit.open_to_device()


def take_back(visit: Visit, to: int | None, reason: str, seen: int) -> Outcome:
    """Ask to take back to an entry; the last action where none is named."""
    if to is None:
        story = story_of(visit.hub.seated(visit.link.table).table.log)
        if len(story.told) < 2:
            return Refused("table.opening_stands", ("TAB-BACK-01",))
        to = story.told[-2].end or 1
    return tell(visit, TakenBack(to, reason), seen)


def house_rule(visit: Visit, option: str, value: str, reason: str, seen: int) -> Outcome:
    """Ask for a house rule."""
    switch = visit.game.charter.switches.get(option)
    meant: Any = None if switch is None else switch.read(value)
    return tell(visit, HouseRuled(option, value if meant is None else meant, reason), seen)


def correct(visit: Visit, facts: dict[str, str], reason: str, seen: int) -> Outcome:
    """Ask to set facts by hand: those that differ from what the referee holds.

    Raises MalformedError where a fact cannot be what was typed.
    """
    from referee.service.whatif import flat

    now = msgspec.to_builtins(visit.game.position(visit.state, visit.seat))
    known = flat(now)
    changed = {path: read_value(text) for path, text in facts.items() if path in known}
    changed = {path: value for path, value in changed.items() if value != known[path]}
    if not changed:
        return Refused("web.nothing_changed")
    position: dict[str, Any] = {}
    for path, value in changed.items():
        top, *steps = path.split(".")
        position[top] = with_fact(position.get(top, now.get(top)), steps, value)
    raw = {"type": "corrected", "position": position, "reason": reason}
    return tell(visit, codec_for(visit.game.id).event(msgspec.json.encode(raw)), seen)


def with_fact(part: Any, steps: list[str], value: Any) -> Any:
    """Copy a part of a position with one fact in it changed."""
    if not steps:
        return value
    inner = part if isinstance(part, dict) else {}
    return {**inner, steps[0]: with_fact(inner.get(steps[0]), steps[1:], value)}


def read_value(text: str) -> Any:
    """Read a value: JSON where it is JSON, else the word itself; nothing is nothing."""
    if not text.strip():
        return None
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text.strip()


def ask(visit: Visit, at: int | None, topic: str, question: str) -> Outcome:
    """Put a question about an entry on record."""
    found = case_of(visit, at, topic or None)
    if found is None:
        return Refused(
            "table.no_such_entry", ("TAB-BACK-01",), {"to": at or 0, "last": visit.moment.revision}
        )
    seated = visit.hub.seated(visit.link.table)
    with seated.lock:
        seated.table.catch_up()
        _, answer = open_dispute(seated.table, found[1], visit.seat or "table", question)
    visit.hub.wake(visit.link.table)
    return answer


def vote(visit: Visit, dispute: str, decision: str) -> Outcome | None:
    """Vote on a dispute; more than half of the seats settle it, the table's screen does so at once.

    None: the vote is noted, and the others are waited for.
    """
    story = story_of(visit.hub.seated(visit.link.table).table.log)
    opened: Any = next(
        (t.event for t in story.told if isinstance(t.event, DisputeOpened) and t.event.id == dispute), None
    )
    if opened is None or dispute not in visit.state.open_disputes:
        return Refused("table.no_such_dispute", ("TAB-DISP-02",), {"dispute": dispute})
    votes = votes_on(visit, dispute)
    seats = visit.state.seats
    voters = seats if visit.link.role == SCREEN else (str(visit.seat),) if visit.seat else ()
    votes |= dict.fromkeys(voters, decision)
    for_it = [seat for seat in seats if votes.get(seat) == decision]
    if len(for_it) * 2 <= len(seats):
        visit.hub.links.note(visit.link.table, f"votes {dispute}", msgspec.json.encode(votes).decode())
        visit.hub.wake(visit.link.table)
        return None
    return decide(visit, opened, decision, for_it)


def decide(visit: Visit, opened: Any, decision: str, for_it: list[str]) -> Outcome:
    """Settle a dispute as the table decided."""
    found = case_of(visit, opened.at, opened.topic or None)
    if found is None:
        return Refused(
            "table.no_such_entry", ("TAB-BACK-01",), {"to": opened.at, "last": visit.moment.revision}
        )
    case = found[1]
    edition = any(p.decision == decision and visit.state.edition in p.editions for p in case.possibilities)
    seated = visit.hub.seated(visit.link.table)
    with seated.lock:
        seated.table.catch_up()
        basis = "edition" if edition else "table"
        answer = settle(seated.table, opened.id, case, decision, basis, ", ".join(for_it))
    visit.hub.links.note(visit.link.table, f"votes {opened.id}", None)
    visit.hub.wake(visit.link.table)
    return answer


def reissue(visit: Visit, role: str, seat: str | None) -> str | Refused:
    """Give out a new link for a seat or a device; the old one is dead. Only the table may."""
    if visit.link.role != SCREEN or (seat is not None and seat not in visit.state.seats):
        return NOT_YOURS
    return visit.hub.issue(visit.link.table, role, seat)


def all_links(hub: Any, table: str, seats: tuple[str, ...]) -> dict[str, str]:
    """Give out the links of a new table, its screen's first."""
    found = {SCREEN: hub.issue(table, SCREEN)}
    return found | {seat: hub.issue(table, SEAT, seat) for seat in seats}


def rematch(visit: Visit) -> str | Refused:
    """Open the next table for the same people, by the same rules; give its name."""
    hub, link = visit.hub, visit.link
    if link.table in hub.rematches:
        return hub.rematches[link.table]
    opened: Any = story_of(hub.seated(link.table).table.log).told[0].event
    name = hub.free_name(opened.game)
    again = msgspec.structs.replace(opened, rules_version=None, seed_hash=None, seed=None)
    answer = hub.open(name, seeded(again))
    if isinstance(answer, Refused):
        return answer
    hub.rematches[link.table] = name
    all_links(hub, name, opened.seats)
    hub.issue(name, DEVICE)
    hub.wake(link.table)
    return name


def seeded(opened: TableOpened) -> TableOpened:
    """Commit the referee to a seed where it rolls and deals."""
    if opened.chance != "referee":
        return opened
    from secrets import token_hex

    from referee.kernel.chance import commitment

    seed = token_hex(16)
    return msgspec.structs.replace(opened, seed=seed, seed_hash=commitment(seed))
