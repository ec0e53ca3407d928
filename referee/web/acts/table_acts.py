"""What people do at a table through a link, the same for pages and API: acts, commands, proposals, disputes.

Every write is done once: its request names it with a key, and the same key gets the same answer for ever.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from events.base import Event
from events.codec import DECODING, MalformedError, refuse_deep
from events.envelope import blake2b
from events.table import DisputeOpened
from referee.kernel.game import NotationError
from referee.kernel.registry import codec_for
from referee.kernel.verdict import Refused
from referee.l10n.wording import parse
from referee.service.catch_up import catch_up as service
from referee.service.catch_up.catch_up import CaughtUp
from referee.service.commands import undo, ways_round
from referee.service.commands.record import play_anyway, record_event
from referee.service.commands.record import record_ahead as record_ahead_at
from referee.service.commands.ways_round import EarlierMistake
from referee.service.disputes import settle
from referee.service.disputes.decision import delete_votes
from referee.service.disputes.find import AnalysedDispute, find_dispute, no_such_dispute, open_disputes
from referee.service.logs.effective import Action, NoSuchEntryError
from referee.service.tables.request import KEY_USED, NOT_YOURS, Actor, Answer, Noted, Place, Recorded, Request
from referee.service.tables.table import NOTHING_WAITS, Table, decide_once
from referee.web.access.links import DEVICE, SCREEN, SEAT, WATCH
from referee.web.acts.request_context import RequestContext

A = TypeVar("A")

Outcome = Answer | Noted
"""What comes of a write: recorded, refused, decided on a revision that is past, or done beside the log."""

ReadEvent = Callable[[], Event | Refused]
"""Reads what somebody submitted; Refused where its notation means nothing. Raises MalformedError."""

_PLACES: dict[str, Place] = {SEAT: "seat", DEVICE: "device", SCREEN: "middle", WATCH: "device"}

_MOST_TOGETHER = 12
"""How many acts are recorded together at most; no table has more seats than eight."""


def actor_of(context: RequestContext, state: Any = None) -> Actor:
    """Return the actor of a link, as a table is at `state`; None is the moment of the request.

    A link for watching speaks for nobody. A seat's phone speaks for its seat, a device for the seat it is
    with, else for all who have no phone. The screen in the middle records the acts of these too, and gives
    everybody's word where the table is asked: it asks those who have phones.
    """
    own = seats_acted_for(context, state)
    present = (context.state if state is None else state).present
    here = tuple(seat for seat in present if seat in own)
    if context.link.role != SCREEN:
        return Actor(seats=own, agrees_for=here, viewer=context.seat, place=_PLACES[context.link.role])
    asks = tuple(seat for seat in present if seat not in own)
    return Actor(seats=own, agrees_for=present, place="middle", asks=asks)


def seats_acted_for(context: RequestContext, state: Any = None) -> tuple[str, ...]:
    """Return the seats a link may act for: its own, or those nobody has on a phone; `state` as in `actor_of`.

    A seat that went home does not act: the others act for it, each on their own page or on that of the seat.
    """
    absent = (context.state if state is None else state).absent
    if context.link.role == SEAT:
        if context.is_lent:
            return (str(context.seat),)
        return () if context.seat in absent else (str(context.seat), *absent)
    if context.link.role == WATCH:
        return ()
    own = context.open_to_device(state)
    if context.link.role == DEVICE and context.seat is not None:
        return tuple(seat for seat in own if seat == context.seat)
    return own


def make_request(context: RequestContext, seen: int | None, key: str, *asked: str | bytes) -> Request:
    """Return the request of a link, as yet without an actor: each place at the table has keys of its own.

    `asked` is all that the request says. Where `seen` is None, it was decided on the moment of the request.
    """
    whose = f"{context.link.role} {context.link.seat or ''}".strip()
    decided_on = context.moment.revision if seen is None else seen
    return Request(seen=decided_on, key=f"{whose}: {key}", digest=digest(*asked))


def digest(*parts: str | bytes) -> str:
    """Return a digest of what was asked, in hex: the same key with another digest is refused."""
    whole = b"\0".join(part.encode("utf-8", "replace") if isinstance(part, str) else part for part in parts)
    return blake2b(whole, digest_size=16).hexdigest()


def write_once(context: RequestContext, request: Request, act: Callable[[Table, Request], A]) -> A:
    """Do something at a table, or return what came of it before; streams of the table are woken.

    `act` gets the request with the actor of the link, as the table is when it is decided.
    """
    seated, is_new = context.seated, False

    def act_anew(table: Table) -> A:
        nonlocal is_new
        is_new = True
        return act(table, request.with_actor(actor_of(context, table.state)))

    with seated.lock:
        outcome = decide_once(seated.table, request, act_anew)
        if not is_new:
            return outcome
        if isinstance(outcome, Noted):
            context.live.links.count_write(context.link)
    context.live.wake(context.link.table)
    return outcome


def run_command(
    context: RequestContext, request: Request, command: Callable[..., Outcome], *args: Any, **options: Any
) -> Outcome:
    """Run a command of the service once; it gets table and request before `args` and `options`."""
    return write_once(context, request, lambda table, request: command(table, request, *args, **options))


def parse_event(context: RequestContext, text: str) -> Event:
    """Parse an action submitted as JSON. Raises MalformedError."""
    return codec_for(context.game.id).event(text.encode("utf-8", "replace"))


def parse_events(context: RequestContext, text: str) -> tuple[Event, ...]:
    """Parse acts submitted as a JSON list: one with those it implies before it. Raises MalformedError."""
    try:
        refuse_deep(text.encode("utf-8", "replace"))
        rows = msgspec.json.decode(text, type=Annotated[list[msgspec.Raw], Meta(min_length=1, max_length=32)])
    except DECODING as error:
        raise MalformedError(str(error)) from None
    return tuple(parse_event(context, bytes(row).decode()) for row in rows)


def parse_line(context: RequestContext, text: str) -> Event | Refused:
    """Parse an action submitted in notation; Refused where it means nothing."""
    try:
        event: Event = parse(context.state, text, context.lang, context.seat)
    except NotationError as error:
        return Refused(error.reason, (), {**error.args_, "part_of": error.part_of})
    return event


def record(context: RequestContext, request: Request, read: ReadEvent, *, anyway: bool = False) -> Outcome:
    """Record what somebody did or the table showed; with `anyway` propose to play what is refused.

    `read` is called only where the request is new: a line means something in one position alone.
    """

    def record_read(table: Table, request: Request) -> Outcome:
        event = read()
        if isinstance(event, Refused):
            return table.find_conflict(request) or event
        return (play_anyway if anyway else record_event)(table, request, event)

    return write_once(context, request, record_read)


def record_ahead(context: RequestContext, request: Request, events: Sequence[Event]) -> Outcome:
    """Record an act, the last of `events`, with those that it implies."""
    return run_command(context, request, record_ahead_at, events)


def record_together(context: RequestContext, request: Request, first: ReadEvent, others: str) -> Outcome:
    """Record several events one after the other, each under a part of the key; stop at a refusal.

    `others` are those after the first as a JSON list. Return the last outcome. Raises MalformedError.
    """
    try:
        refuse_deep(others.encode("utf-8", "replace"))
        rest = msgspec.json.decode(others, type=list[msgspec.Raw])
    except DECODING as error:
        raise MalformedError(str(error)) from None
    events: list[Event | Refused] = [
        parse_event(context, bytes(raw).decode()) for raw in rest[:_MOST_TOGETHER]
    ]
    outcome = record(context, request, first)
    for n, event in enumerate(events):
        if not isinstance(outcome, Recorded):
            break
        now = context.reread()
        step = replace(request, seen=now.moment.revision, key=f"{request.key} {n}")
        outcome = record(now, step, lambda event=event: event)  # type: ignore[misc]
    return outcome


def catch_up(
    context: RequestContext,
    request: Request,
    facts: Mapping[str, Any],
    answers: Mapping[str, Any],
    reason: str = "",
) -> CaughtUp:
    """Record what was played, worked out from how the board stands now; the same key, the same answer.

    Other pages of the table are answered meanwhile.
    """
    table = context.seated.table
    actor = actor_of(context, table.state)
    came = service.catch_up(table, request.with_actor(actor), facts, answers, reason)
    if came.answer is not None:
        context.live.wake(context.link.table)
    return came


def ask_again(context: RequestContext, facts: Mapping[str, Any]) -> CaughtUp | None:
    """Return what has to be asked about how the board was said to stand, as the table stands now."""
    table = context.seated.table
    request = Request(actor_of(context, table.state), table.revision)
    return service.ask_again(table, request, facts)


def amend(context: RequestContext, request: Request, seq: int, read: ReadEvent) -> Outcome:
    """Put another act in the place of an entry; proposed to the others, unless it is one's own last act."""

    def amend_read(table: Table, request: Request) -> Outcome:
        event = read()
        if (late := table.find_conflict(request)) is not None or isinstance(event, Refused):
            return late or event  # type: ignore[return-value]
        try:
            return undo.amend(table, request, seq, event)
        except NoSuchEntryError:
            return Refused("table.no_such_entry", ("TAB-BACK-01",), {"to": seq, "last": table.revision})

    return write_once(context, request, amend_read)


def find_earlier_mistakes(
    context: RequestContext, event: Event, refused: Refused
) -> tuple[EarlierMistake, ...]:
    """Return what could stand in the place of an earlier entry, so that a refused act is possible."""
    seated = context.seated
    with seated.lock:
        return ways_round.find_earlier_mistakes(seated.table, actor_of(context), event, refused)


def find_last_act(context: RequestContext) -> Action | None:
    """Return the action that would be taken back; None where there is none, or the link may not ask."""
    if context.state.closed or not actor_of(context).agrees_for:
        return None
    return undo.find_last_act(context.seated.table)


def own_prefix(context: RequestContext, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the first of some undone actions, as far as a link may reapply them."""
    return undo.own_prefix(context.seated.table, actor_of(context), actions)


def count_fresh(context: RequestContext) -> int:
    """Return how many of the undone actions, from the first, were undone after the last act of the game."""
    return undo.count_fresh(context.seated.table)


def judge_reapplying(context: RequestContext, action: Action) -> Refused | None:
    """Return why an action could not be reapplied now, as far as the viewer may know; None where it could."""
    return undo.judge_reapplying(context.seated.table, action, context.seat)


def is_stuck(refused: Refused) -> bool:
    """Return whether reapplying was refused because the first action that waits is not possible."""
    return refused not in (NOTHING_WAITS, NOT_YOURS, KEY_USED)


def ask_question(
    context: RequestContext, request: Request, at: int | None, topic: str, question: str, act: str = ""
) -> Outcome:
    """Open a dispute: about entry `at`, about `act` as JSON, which was refused, or about the last of these.

    `topic` may be empty. Raises MalformedError where `act` is no event.
    """

    def ask(table: Table, request: Request) -> Outcome:
        if (late := table.find_conflict(request)) is not None:
            return late
        refused = codec_for(table.game.id).event(act.encode("utf-8", "replace")) if act else None
        found = find_dispute(table, context.seat, at=at, topic=topic or None, act=refused)
        if isinstance(found, Refused):
            return found
        return settle.put_question(table, request, found, question)[1]

    return write_once(context, request, ask)


def vote(context: RequestContext, request: Request, dispute: str, decision: str) -> Outcome:
    """Vote on a dispute; more than half of the seats settle it.

    Where all sit round one screen, it decides at once; else it votes for those who have no phone.
    """

    def cast(table: Table, request: Request) -> Outcome:
        if (late := table.find_conflict(request)) is not None:
            return late
        opened = open_disputes(table.log_index.effective).get(dispute)
        # as everybody may see it: what the table decides rests on that
        found = no_such_dispute(dispute) if opened is None else find_dispute(table, None, opened=opened)
        if isinstance(found, Refused):
            return found
        actor = request.actor
        if actor.is_tables(table.state) and not actor.asks_of(table.state):
            return decide(table, request, found)
        votes = dict.fromkeys(voters(context), decision)
        return settle.vote(table, request, found, votes, context.lang)

    def decide(table: Table, request: Request, found: AnalysedDispute) -> Outcome:
        made = settle.read_decision(table, found, decision, "", context.lang)
        if isinstance(made, Refused):
            return made
        answer = settle.settle(table, dispute, found.analysis, made, request)
        if isinstance(answer, Recorded):
            delete_votes(table, dispute)
        return answer

    return write_once(context, request, cast)


def voters(context: RequestContext) -> tuple[str, ...]:
    """Return the seats a link votes for: none that votes on a phone of its own."""
    actor = actor_of(context)
    return tuple(seat for seat in actor.agrees_for if seat not in actor.asks)


def analyse(
    context: RequestContext,
    at: int | None,
    topic: str | None,
    opened: DisputeOpened | None = None,
    *,
    act: str = "",
) -> AnalysedDispute | Refused:
    """Return a dispute as the viewer may see it: `opened`, else `act` as JSON or entry `at`, else the last.

    The last is a refusal or an act; so it is as well where `act` is no event.
    """
    seated, asked = context.seated, None
    with suppress(MalformedError):
        asked = parse_event(context, act) if act else None
    with seated.lock:
        return find_dispute(seated.table, context.seat, at=at, topic=topic, act=asked, opened=opened)
