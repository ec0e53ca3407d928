"""A table in session: judge what is submitted, write what follows, answer the same thing twice alike."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import wraps
from itertools import accumulate, chain
from threading import RLock
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import msgspec

from events.base import REFEREE, TABLE, Event, type_of
from events.envelope import Entry, encode, make_entry
from events.stores.protocol import (
    NO_HEAD,
    Appended,
    Batch,
    Conflict,
    Head,
    Refusal,
    Repeated,
    Store,
    StoreError,
    hash_in,
)
from events.table import PositionTold, TableClosed, TableOpened, TakenBack
from referee.kernel.chance import NOT_AS_SEEDED
from referee.kernel.game import Game, make_thorough
from referee.kernel.shared import QUIET
from referee.kernel.table import judge_open, judge_people, judge_table_event, judge_table_name
from referee.kernel.verdict import Accepted, Inferred, JudgedEvent, Refused, Verdict
from referee.service.logs.chain import DamagedLogError, verified
from referee.service.logs.effective import Action, still_waiting, waiting_in
from referee.service.logs.log_index import LogIndex
from referee.service.logs.reapply import NOT_POSSIBLE, Reapplier, infer, judge_position, mark_by_itself
from referee.service.logs.replay import Replayed, replay, seed_of
from referee.service.logs.sources import StoredLog
from referee.service.notices import format_hours, notify
from referee.service.tables.clock import Clock, notify_of_gap, utc_now
from referee.service.tables.refusals import make_refusal
from referee.service.tables.request import (
    ANONYMOUS,
    KEY_USED,
    Answer,
    Noted,
    Progress,
    Recorded,
    Request,
    StoredAnswer,
    StoredProgress,
    decode_answer,
    digest_of,
    make_recorded,
    stored_answer,
)


def author_of(judged: JudgedEvent) -> str:
    """Return who an entry is by: the seat of an action, TABLE, or REFEREE for a consequence."""
    if judged.kind == "consequence":
        return REFEREE
    if judged.kind == "observation":
        return TABLE
    return getattr(judged.event, "seat", TABLE)


def encode_entries(
    table: str, at: datetime, facts: Iterable[JudgedEvent], head: Head = NO_HEAD, source: int | None = None
) -> tuple[list[bytes], Head]:
    """Encode an action and its consequences as entries after `head`; return the lines and the new head.

    `source` is the entry of the action that this one was inferred from; None where it was told itself.
    """
    seq, digest = head.revision, head.hash
    action, lines = seq + 1, []
    for judged in facts:
        seq += 1
        follows = judged.kind == "consequence"
        by, cause = (REFEREE, action) if follows else (author_of(judged), source)
        line, digest = make_entry(seq, table, at, by, judged.kind, cause, judged.event, digest)
        lines.append(line)
    return lines, Head(seq, digest)


def _causes(actions: Sequence[tuple[JudgedEvent, ...]], head: int) -> Iterable[int | None]:
    """Yield for each action after entry `head` the entry it was inferred from; None where it was told."""
    starts = list(accumulate(map(len, actions), initial=head + 1))
    firsts = [(start, facts[0]) for start, facts in zip(starts, actions, strict=False)]
    positions = [start for start, first in firsts if isinstance(first.event, PositionTold)]
    sources = [start for start, first in firsts if first.inferred in {None, "worked_out"}]
    for start, first in firsts:
        match first.inferred:
            case "implied":
                yield next((seq for seq in sources if seq > start), None)
            case "forced":
                yield next((seq for seq in reversed(sources) if seq < start), head or None)
            case "worked_out":
                yield next(seq for seq in reversed(positions) if seq < start)
            case _:
                yield None


P = ParamSpec("P")
O = TypeVar("O")  # noqa: E741 - an outcome


_MOST_INFERRED = 60
"""So many entries back an act is looked for that was inferred."""


def _stands_for(event: Event, recorded: Event) -> bool:
    """Return whether an event equals a recorded one in all fields that it does not leave out."""
    return type(event) is type(recorded) and all(
        getattr(event, field.name) in (None, field.default, getattr(recorded, field.name))
        for field in msgspec.structs.fields(type(event))
    )


class GoneOnError(Exception):
    """Others wrote after the head that a decision is based on; `Table.decide` decides anew."""


REFEREE_DEALS = Refused("table.referee_deals", ("TAB-CHANCE-01",))
"""One reason whatever was dealt, so that nobody can try out what the cards may be."""

NOTHING_WAITS = Refused("table.nothing_to_offer", ("TAB-BACK-01",))


class Table:
    """One table of a store, its state held ready; catches up when another process wrote.

    Every method raises StoreError where the disk fails, DamagedLogError where the log is not
    as it was written.
    """

    def __init__(self, store: Store, name: str, replayed: Replayed, clock: Clock) -> None:
        """Take a table as it was just replayed; see `load_table` and `open_table`."""
        self.store, self.name, self.clock = store, name, clock
        self.sees_all = False
        """Whoever sits here hears all that is said: one terminal in the middle of the table."""
        self.game: Game = replayed.game
        self.state: Any = replayed.state
        self.head = replayed.head
        self.codec = replayed.codec
        self._written: tuple[Head | None, datetime | None] = (None, None)
        self._sealed = replayed.game.concurrent | {"secret_sealed"}
        self._seed = seed_of(self.log, self.codec) if replayed.game.deal else None
        self.lock = RLock()
        self._is_deciding = False
        self._log_index: LogIndex | None = None
        self._left: tuple[int, Any] = (-1, None)

    @property
    def revision(self) -> int:
        """Return the seq of the last entry."""
        return self.head.revision

    @property
    def log(self) -> StoredLog:
        """Return the table's log."""
        return StoredLog(self.store, self.name)

    @property
    def log_index(self) -> LogIndex:
        """Return the log as it was read: once, and then on from there; during a decision, up to its head."""
        with self.lock:
            upto = self.revision if self._is_deciding else None
            if self._log_index is None:
                self._log_index = LogIndex(self.log, upto)
            elif upto is None or self._log_index.revision < upto:
                self._log_index.catch_up(upto)
            if self._is_deciding and self._log_index.head != self.head:
                raise GoneOnError
            return self._log_index

    def decide(self, decision: Callable[[], O], *, afresh: bool = True) -> O:
        """Decide on one head of the log, and write after that head or not at all.

        Whatever is read meanwhile is of that head. Where others wrote first, all of it is decided anew, so
        `decision` appends at most once. It begins by reading on, unless `afresh` is False. A decision made
        within another is part of it.
        """
        with self.lock:
            if self._is_deciding:
                return decision()
            if afresh:
                self.catch_up()
            while True:
                self._is_deciding, head = True, self.head
                try:
                    return decision()
                except GoneOnError:
                    if self.head == head:
                        self.go_on()
                finally:
                    self._is_deciding = False

    @property
    def ends_in_talk(self) -> bool:
        """Return whether the last entry is talk beside the game (`QUIET`)."""
        last = next(self.log.lines(self.revision, self.revision), None)
        return last is not None and isinstance(self.codec.carried(last), QUIET)

    def before(self, seq: int) -> Any:
        """Return the state before an entry: at hand for what was written last, else out of the log."""
        revision, state = self._left
        return state if revision == seq - 1 else self.log_index.state_before(seq)

    def judge(self, event: Event) -> Verdict:
        """Decide an event on the state as it is, writing nothing."""
        if isinstance(event, TakenBack):
            return self._judge_back(event)
        verdict = self.game.decide(self.state, event)
        if isinstance(event, TableClosed) and event.seed is not None and isinstance(verdict, Accepted):
            return self._judge_seed(event.seed) or verdict
        return verdict

    def _judge_seed(self, seed: str) -> Refused | None:
        """Refuse a seed that does not give all that was thrown and dealt, naming the first that differs.

        Rules: TAB-CHANCE-01
        """
        log_index = self.log_index
        for entry, before in zip(log_index.entries[1:], log_index.states, strict=False):
            if self.game.dealer.differs_from_seed(before, entry.event, seed) is not None:
                return Refused("table.not_of_seed", NOT_AS_SEEDED.rules, {"n": entry.seq})
        return None

    def submit(
        self, event: Event, request: Request = ANONYMOUS, implied: Sequence[Event] | None = None
    ) -> Answer:
        """Judge an event and write it with its consequences, all or nothing.

        Before an event that is not possible yet are written those it implies (see `Untold`): `implied`, or
        (None) the only ones that make it possible. Whether the actor may act for the event's seat is not
        checked: see `record_event`. Conflict where the game has gone on since `request.seen`; talk (`QUIET`)
        does not count, nor, for an event that is laid face down or sealed, those of other seats.
        """
        is_past = request.seen not in {None, self.head.revision}
        return self.decide(lambda: self._submit(event, request, implied), afresh=is_past)

    def _submit(self, event: Event, request: Request, implied: Sequence[Event] | None) -> Answer:
        """Judge and write an event as `submit`, within one decision."""
        if refused := self.unsayable(self.state, event):
            return refused
        event = self.as_said(self.state, event)
        request = request.with_digest(event)
        if request.seen not in {None, self.head.revision}:
            if (before := self.answer_to(request)) is not None:
                return before  # type: ignore[return-value]
            if (conflict := self.find_conflict(request, event)) is not None:
                return conflict
        verdict = self.judge(event)
        if isinstance(verdict, Refused) or implied:
            steps = infer(self.game, self.state, event, implied)
            if steps:
                return self.write(tuple(each.judged for each in steps), steps[-1].state, request)
        if isinstance(verdict, Refused):
            return self._find_inferred(event, request) or self.refuse(event, verdict, request)
        return self.write((verdict.judged,), verdict.state, request)

    def _find_inferred(self, event: Event, request: Request) -> Recorded | None:
        """Return as recorded a refused event that was inferred from the last act told; None where none was.

        Whoever tells all is answered as if it had not been inferred.
        """
        lines = self.log.lines(max(1, self.revision - _MOST_INFERRED), self.revision)
        uninferred = 0
        for entry in reversed(
            [entry for entry in map(self.codec.entry, lines) if entry.kind != "consequence"]
        ):
            is_inferred = entry.cause is not None and _stands_for(event, entry.event)
            if is_inferred and self._inferred(entry) != "worked_out":
                verdict = self.game.decide(self.before(entry.seq), entry.event)
                if not isinstance(verdict, Accepted):
                    return None
                recorded = Recorded(entry.seq, entry.seq + len(verdict.judged) - 1, verdict.judged)
                return self._store_recorded(recorded, request)
            uninferred += entry.cause is None and not isinstance(entry.event, QUIET)
            if uninferred > 1 or isinstance(entry.event, TakenBack):
                return None
        return None

    def _store_recorded(self, recorded: Recorded, request: Request) -> Recorded:
        """Store under the request's key that it asked for what is recorded already."""
        if request.key is not None:
            kept = encode(stored_answer(request.digest, recorded))
            batch = Batch(table=self.name, expected=self.head, key=request.key, answer=kept)
            if isinstance(self.store.append(batch), Conflict):
                raise GoneOnError
        return recorded

    def is_dealt(self, event: Event) -> bool:
        """Return whether an event says what only a referee who deals can know here.

        Rules: TAB-CHANCE-01
        """
        return self.game.dealer.is_dealt(self.state, event)

    def unsayable(self, state: Any, event: Event) -> Refused | None:
        """Return why an event is refused that only a referee who deals can know; None where it is not.

        Rules: TAB-CHANCE-01
        """
        if self._seed is None or not self.game.dealer.is_dealt(state, event):
            return None
        return REFEREE_DEALS

    def as_said(self, state: Any, event: Event) -> Event:
        """Return an event as it is judged: without the result of its throw, where the referee throws."""
        return self.game.dealer.unclaimed(state, event)

    def owed(self, state: Any) -> Event | None:
        """Return what comes next by itself: what the referee rolls or deals, or the only act possible.

        None where people have to say what comes.
        """
        return _next_by_itself(self.game, state, self._seed)

    def deal(self) -> int:
        """Write what comes by itself where an older log lacks it; return how many entries that took.

        What comes after an act is written with it.
        """
        before = self.revision
        while self.decide(self._deal_now, afresh=False):
            pass
        return self.revision - before

    def _deal_now(self) -> bool:
        """Write what comes by itself; return whether anything did."""
        return self.owed(self.state) is not None and self.write((), self.state) is not None

    def answer_to(self, request: Request) -> Recorded | Refused | Noted | None:
        """Return the answer a request got before; None where it is new, or has no key."""
        kept = None if request.key is None else self.store.answer(self.name, request.key)
        return None if kept is None else self._read_answer(request, kept)

    def store_answer(self, request: Request, answer: Refused | Noted) -> Recorded | Refused | Noted:
        """Store an answer that wrote no entry under the request's key; return the answer the key got first.

        What was noted beside the log is stored wherever the log ends; GoneOnError where others wrote since a
        refusal was decided.
        """
        refused, noted = (None, answer) if isinstance(answer, Noted) else (answer, None)
        kept = StoredAnswer(request.digest, refused=refused, noted=noted)
        while True:
            batch = Batch(table=self.name, expected=self.head, key=request.key, answer=encode(kept))
            result = self.store.append(batch)
            if not isinstance(result, Conflict):
                return self._read_answer(request, result.answer) if isinstance(result, Repeated) else answer
            if not isinstance(answer, Noted):
                raise GoneOnError
            self.go_on()

    def stand_still(self) -> None:
        """Raise GoneOnError where others wrote since the head held."""
        if self.store.head(self.name) != self.head:
            raise GoneOnError

    def catch_up(self) -> bool:
        """Read what others wrote; return whether there was anything. Nothing is read during a decision."""
        with self.lock:
            return not self._is_deciding and self._read_on()

    def _read_on(self) -> bool:
        """Read what others wrote, applied to the state; return whether there was anything.

        Where that holds a take-back, the whole log is replayed.
        """
        before = self.head
        if self._log_index is not None:
            self._log_index.catch_up()
            self.state, self.head = self._log_index.state, self._log_index.head
            return self.head != before
        lines = list(verified(self.log.lines(before.revision + 1), after=before, table=self.name))
        events = [self.codec.carried(line) for line in lines]
        if any(isinstance(event, TakenBack) for event in events):
            replayed = replay(self.log, verify=True)
            self.state, self.head = replayed.state, replayed.head
            return True
        for event in events:
            self.state = self.game.evolve(self.state, event)
        if lines:
            self.head = Head(before.revision + len(lines), hash_in(lines[-1]))
        return bool(lines)

    def go_on(self) -> None:
        """Read what others wrote, during a decision, too.

        Raises DamagedLogError where nobody wrote, and the log has another end.
        """
        if self.store.head(self.name).revision < self.revision:
            raise DamagedLogError(self.revision, "log.gone_back")
        if not self._read_on():
            raise DamagedLogError(self.head.revision, "log.other_end")

    def write(
        self,
        actions: Sequence[tuple[JudgedEvent, ...]],
        state: Any,
        request: Request = ANONYMOUS,
        rest: Progress | None = None,
    ) -> Recorded | Refused:
        """Append actions decided on the head held, each with its consequences, in one batch.

        `state` is the state after all of them. `rest` says how far reapplying came, where the last of them
        were reapplied; None: none were to be. What then comes by itself is in the same batch, and in nobody's
        answer. Raises GoneOnError where others wrote first: see `decide`.
        """
        dealt, state = _go_by_itself(self.game, state, self._seed)
        before = head = self.head
        lines: list[bytes] = []
        at, steps = self.time_now(), (*actions, *dealt)
        for facts, source in zip(steps, _causes(steps, before.revision), strict=True):
            written, head = encode_entries(self.name, at, facts, head, source)
            lines += written
        every = tuple(chain.from_iterable(actions))
        recorded = make_recorded(before.revision + 1, before.revision + len(every), every, rest)
        kept = b"" if request.key is None else encode(stored_answer(request.digest, recorded))
        result = self.store.append(
            Batch(table=self.name, expected=before, lines=tuple(lines), key=request.key, answer=kept)
        )
        if isinstance(result, Appended):
            self._left = before.revision, self.state
            self.state, self.head, self._written = state, head, (head, at)
            return recorded
        if isinstance(result, Conflict) or request.key is None:
            raise GoneOnError
        return self._read_answer(request, result.answer)  # type: ignore[return-value]

    def time_now(self) -> datetime:
        """Return the time of what is written next: never before the last entry, however clocks jump."""
        head, last = self._written
        if head is not self.head:
            line = next(self.log.lines(self.revision, self.revision), None)
            last = None if line is None else self.codec.entry(line).at
        now = self.clock()
        if last is None:
            return now
        if now >= last:
            if self.clock is utc_now:
                notify_of_gap(self.name, last, now)
            return now
        notify("table.clock_set_back", table=self.name, time=format_hours(last - now))
        return last

    def refuse(self, event: Event, refused: Refused, request: Request = ANONYMOUS) -> Refused | Recorded:
        """Answer with a refusal; raise GoneOnError where others wrote first, so that it is judged again.

        The refusal is stored, so that the table can argue about it; it is the answer all the same where the
        disk is full or read only.
        """
        refusal = make_refusal(self.game, self.state, self.revision, event, refused, self.clock)
        if request.key is not None:
            return self._keep_refusal(request, refused, refusal)
        if refusal is not None:
            with suppress(StoreError):
                result = self.store.append(Batch(table=self.name, expected=self.head, refusal=refusal))
                if isinstance(result, Conflict):
                    raise GoneOnError
                return refused
        self.stand_still()
        return refused

    def _keep_refusal(
        self, request: Request, refused: Refused, refusal: Refusal | None
    ) -> Refused | Recorded:
        """Store a refusal under the request's key; return it, or the answer the key got before.

        `refusal` is what is stored for the table to argue about (None: nothing). Raises GoneOnError.
        """
        reader = None if refusal is None else refusal.reader
        kept = encode(StoredAnswer(request.digest, revision=self.revision, refused=refused, reader=reader))
        batch = Batch(table=self.name, expected=self.head, key=request.key, answer=kept, refusal=refusal)
        result = self.store.append(batch)
        match result:
            case Repeated(answer):
                return self._read_answer(request, answer)  # type: ignore[return-value]
            case Conflict():
                raise GoneOnError
        return refused

    def _read_answer(self, request: Request, kept: bytes) -> Recorded | Refused | Noted:
        """Decode a stored answer; KEY_USED where the key names another request."""
        answer = decode_answer(kept)
        if answer.request != request.digest:
            return KEY_USED
        if answer.refused is not None or answer.noted is not None:
            return answer.refused or answer.noted  # type: ignore[return-value]
        lines = self.log.lines(answer.first, answer.revision)
        entries = [self.codec.entry(line) for line in lines]
        facts = tuple(
            JudgedEvent(e.event, e.kind, rules, self._inferred(e))
            for e, rules in zip(entries, answer.rules, strict=True)
        )
        rest = None if answer.rest is None else self._read_rest(answer.rest)
        return make_recorded(answer.first, answer.revision, facts, rest)

    def _inferred(self, entry: Entry[Any]) -> Inferred | None:
        """Return how an action was inferred; None for one that was told, and for a consequence."""
        if entry.cause is None or entry.kind == "consequence":
            return None
        if entry.cause > entry.seq:
            return "implied"
        line = next(self.log.lines(entry.cause, entry.cause))
        return "worked_out" if isinstance(self.codec.carried(line), PositionTold) else "forced"

    def _read_rest(self, kept: StoredProgress) -> Progress:
        """Return stored progress with the actions that are left, their events read from the log."""
        left = ((seq, next(self.log.lines(seq, seq))) for seq in kept.left)
        actions = tuple(Action(seq, self.codec.carried(line)) for seq, line in left)
        return Progress(kept.again, kept.why, actions)

    def hides(self, viewer: str | None) -> bool:
        """Return whether the game has anything that a seat (None: everybody) may not know.

        False for everybody's view at a table that sees all.
        """
        if self.sees_all and viewer is None:
            return False
        return not self.game.is_open

    def may_read_all(self, viewer: str | None, *, waiting: bool = False) -> bool:
        """Return whether a viewer (None: everybody) may read all in force, and so know the state.

        With `waiting`, what waits to be reapplied, too.
        """
        if not self.hides(viewer):
            return True
        log_index = self.log_index
        actions = (*log_index.effective.actions, *(log_index.waiting if waiting else ()))
        return not any(
            log_index.secrets.hides((each.seq or 1) + n, event, viewer)
            for each in actions
            for n, event in enumerate(each.events)
        )

    def known(self, viewer: str | None, upto: int | None = None) -> Any:
        """Return the state, or that after entry `upto`, without what a seat (None: everybody) cannot know."""
        return self.game.known(self.state if upto is None else self.log_index.states[upto - 1], viewer)

    def find_conflict(self, request: Request, *events: Event) -> Conflict | None:
        """Catch up; return Conflict where the game has gone on since `request.seen`.

        For `events`, what each of them may follow does not count: see `submit`. None: no conflict.
        """
        self.catch_up()
        if request.seen is None or all(self._may_follow(event, request.seen) for event in events or (None,)):
            return None
        return Conflict(request.seen, self.revision)

    def is_past(self, seen: int) -> bool:
        """Return whether the game has gone on since a revision, by more than talk."""
        return not self._may_follow(None, seen)

    def _may_follow(self, event: Event | None, seen: int) -> bool:
        """Return whether an event (None: any) decided on `seen` may be judged on what is now.

        False for a revision that the log has not reached.
        """
        if seen >= self.head.revision:
            return seen == self.head.revision
        is_sealed = event is not None and type_of(event) in self._sealed
        seat = getattr(event, "seat", None)
        since = (self.codec.entry(line) for line in self.log.lines(seen + 1, self.head.revision))
        return all(
            isinstance(entry.event, QUIET)
            or (is_sealed and entry.kind == "consequence")
            or (is_sealed and type_of(entry.event) in self._sealed and entry.by != seat)
            for entry in since
        )

    def _judge_back(self, event: Any) -> Verdict:
        """Judge a take-back; what stays is whole: see `LogIndex.last_kept`.

        Rules: TAB-BACK-01
        """
        refused = judge_open(self.state) or judge_table_event(self.game.ruleset, self.state, event)
        if refused:
            return refused
        log_index = self.log_index
        to = log_index.last_kept(event.to)
        is_present = to == self.head.revision and event.dropped
        if not log_index.is_in_force(to) or (to >= self.head.revision and not is_present):
            return Refused("table.no_such_entry", ("TAB-BACK-01",), {"to": event.to, "last": self.revision})
        event = msgspec.structs.replace(event, to=to)
        if event.dropped and event.dropped > log_index.waiting_after(to):
            return NOTHING_WAITS
        facts = (JudgedEvent(event, "observation", ("TAB-BACK-01", "TAB-BACK-02")),)
        return Accepted(facts, log_index.states[to - 1])


def one_decision(command: Callable[Concatenate[Table, P], O]) -> Callable[Concatenate[Table, P], O]:
    """Decorate a command of a table, which then reads one head of its log, and writes after that head.

    See `Table.decide`.
    """

    @wraps(command)
    def decided(table: Table, /, *args: P.args, **how: P.kwargs) -> O:
        return table.decide(lambda: command(table, *args, **how))

    return decided


def _next_by_itself(game: Game, state: Any, seed: str | None) -> Event | None:
    """Return what the referee owes from its seed (None: it has none), else the only act possible.

    None where there is neither.
    """
    if game.deal and seed is not None and (owed := game.deal(state, seed)) is not None:
        return owed
    return None if state is None or state.closed else game.forced(state)


def _go_by_itself(game: Game, state: Any, seed: str | None) -> tuple[list[tuple[JudgedEvent, ...]], Any]:
    """Roll and deal what is owed at a state, and do what alone is possible, until people must say more.

    Return the events of each step, and the state after them.
    """
    steps: list[tuple[JudgedEvent, ...]] = []
    while (event := _next_by_itself(game, state, seed)) is not None:
        verdict = game.decide(state, event)
        if isinstance(verdict, Refused):
            break
        steps.append(mark_by_itself(game, state, verdict).judged)
        state = verdict.state
    return steps, state


def load_table(
    store: Store, name: str, clock: Clock = utc_now, *, sees_all: bool = False, whole: bool = False
) -> Table:
    """Return a table of a store; its log is proved on the way.

    With `sees_all`, events are judged on all cards, so that contradictions show at once; else by what each
    seat may know. With `whole` the log index is read at once, too. Raises EmptyLogError where there is no
    such table, DamagedLogError, NewerLogError, StoreError.
    """
    log_index = None
    if whole:
        log_index = LogIndex(StoredLog(store, name))
    replayed = log_index.replayed if log_index else replay(StoredLog(store, name), verify=True)
    if sees_all:
        replayed = msgspec.structs.replace(replayed, game=make_thorough(replayed.game))
    table = Table(store, name, replayed, clock)
    table.sees_all = sees_all
    table._log_index = log_index  # noqa: SLF001 - what was read with it
    return table


def open_table(
    store: Store,
    name: str,
    opened: TableOpened,
    game: Game,
    *,
    key: str | None = None,
    clock: Clock = utc_now,
    sees_all: bool = False,
) -> Table | Refused:
    """Open a new table; a name that is taken is refused, unless by the same submission (`key`).

    `sees_all` as in `load_table`.

    Rules: TAB-OPEN-02, TAB-OPEN-05
    """
    verdict = judge_table_name(name) or game.decide(None, opened)
    if not isinstance(verdict, Refused):
        verdict = judge_people(opened) or verdict
    if isinstance(verdict, Refused):
        return verdict
    at, seed = clock(), cast("TableOpened", verdict.judged[0].event).seed
    lines, head = encode_entries(name, at, verdict.judged)
    kept = stored_answer(digest_of(opened), Recorded(1, head.revision, verdict.judged))
    steps = _go_by_itself(game, verdict.state, seed)[0]
    for facts, source in zip(steps, _causes(steps, head.revision), strict=True):
        dealt, head = encode_entries(name, at, facts, head, source)
        lines += dealt
    batch = Batch(table=name, expected=NO_HEAD, lines=tuple(lines), key=key, answer=encode(kept))
    result = store.append(batch)
    if isinstance(result, Conflict):
        return Refused("table.already_open", ("TAB-OPEN-05",))
    if isinstance(result, Repeated) and decode_answer(result.answer).request != kept.request:
        return KEY_USED
    return load_table(store, name, clock, sees_all=sees_all)


@one_decision
def submit_together(
    table: Table,
    firm: Sequence[Event],
    rest: Sequence[Action] = (),
    request: Request = ANONYMOUS,
    *,
    reapplies: bool = True,
) -> Answer:
    """Write events that must all stand, then reapply old actions up to the first refused; or write nothing.

    Refused where one of `firm` is; one of them may be a take-back to an entry that was there before. `rest`
    are actions to reapply after them: the first that then wait, or, one by one, what stands in their place.
    All is judged on what is now, whatever `request.seen` is. The answer is Reapplied; Recorded where nothing
    was to be reapplied (not `reapplies`).
    """
    request = request.with_digest(tuple(firm))
    if (answer := table.answer_to(request)) is not None:
        return answer  # type: ignore[return-value]
    teller = Reapplier(table.game, table.state, table=table)
    for event in firm:
        if (refused := teller.apply_new(event)) is not None:
            return table.refuse(event, refused, request)
    if (refused := teller.complete_told()) is not None:
        return table.refuse(next(e for e in firm if isinstance(e, PositionTold)), refused, request)
    waiting, before = _waiting_after(table, firm), len(teller.steps)
    reapplied = teller.reapply_all(rest)
    again = len(rest) - len(reapplied.left)
    left = waiting
    for facts in teller.steps[before:]:
        left = still_waiting(left, facts[0].event)
    if (handled := again - (len(waiting) - len(left))) > 0 and waiting:
        teller.drop(handled)
    came = Progress(again, reapplied.why, reapplied.left) if reapplies else None
    return table.write(teller.steps, teller.state, request, came)


def _waiting_after(table: Table, firm: Sequence[Event]) -> tuple[Action, ...]:
    """Return what waits to be reapplied once the events `firm` stand."""
    if not table.log_index.waiting and not any(isinstance(event, TakenBack) for event in firm):
        return ()
    return waiting_in([*table.log_index.actions, *(Action(table.revision + 1, event) for event in firm)])


@one_decision
def submit_as_one(table: Table, events: Sequence[Event], request: Request = ANONYMOUS) -> Answer:
    """Write events that are one act, all or nothing, wherever each of them could follow what came since.

    Where no revision is named, they are judged on what is now. So cards that are sealed and laid at
    the same moment never refuse one another.
    """
    if (answer := table.answer_to(request)) is not None:
        return answer  # type: ignore[return-value]
    if (conflict := table.find_conflict(request, *events)) is not None:
        return conflict
    return submit_together(table, events, request=request, reapplies=False)


def judge_together(
    table: Table, firm: Sequence[Event], viewer: str | None = None, *, sees_all: bool = False
) -> Refused | None:
    """Return why events cannot stand together, as far as a seat (None: everybody) may know; None: they can.

    With `sees_all` they are judged on everything, hidden cards included.
    """
    teller, hides = Reapplier(table.game, table.state, table=table), not sees_all and table.hides(viewer)
    known, told = (table.known(viewer) if hides else None), None
    for event in firm:
        if not hides or isinstance(event, TakenBack):
            if (refused := teller.apply_new(event)) is not None:
                return refused
            known = table.game.known(teller.state, viewer) if hides else None
            continue
        told = event if isinstance(event, PositionTold) else told
        verdict = table.game.decide(known, event)
        if isinstance(verdict, Refused):
            if not (steps := infer(table.game, known, event)):
                return verdict if told is None else NOT_POSSIBLE
            verdict = steps[-1]
        known = verdict.state
    if told is not None and told is not firm[-1]:
        return judge_position(table.game, known, told)
    return teller.complete_told()


A = TypeVar("A")


def decide_once(table: Table, request: Request, act: Callable[[Table], A]) -> A:
    """Return what `act` answers, or what the request's key was answered before: one decision.

    What `act` records is stored with the key by itself; what it refuses or notes beside the log is stored
    here, if there is a key. A Conflict is not stored: it has to be decided again. See `Table.decide`.
    """

    def decision() -> A:
        if (before := table.answer_to(request)) is not None:
            return cast("A", before)
        answer = act(table)
        if request.key is not None and isinstance(answer, Refused | Noted):
            return cast("A", table.store_answer(request, answer))
        return answer

    return table.decide(decision)
