"""A table in session: judge what is submitted, write what follows, answer the same thing twice alike."""

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import wraps
from itertools import chain
from threading import RLock
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

import msgspec

from events.base import Event, type_of
from events.envelope import encode
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
from events.table import TableClosed, TableOpened, TakenBack
from referee.kernel.chance import NOT_AS_SEEDED
from referee.kernel.game import Game, make_thorough
from referee.kernel.shared import QUIET
from referee.kernel.table import judge_open, judge_people, judge_table_event, judge_table_name
from referee.kernel.verdict import Accepted, JudgedEvent, Refused, Verdict
from referee.service.logs.chain import DamagedLogError, verified
from referee.service.logs.effective import Action
from referee.service.logs.replay import EmptyLogError, Replayed, iter_states, replay, seed_of
from referee.service.logs.sources import StoredLog
from referee.service.tables.clock import Clock, notify_of_gap, utc_now
from referee.service.tables.scribe import in_envelopes
from referee.service.tables.submissions import (
    KEY_USED,
    Answer,
    KeptAnswer,
    KeptRest,
    Noted,
    Recorded,
    Rest,
    Submission,
    digest_of,
    kept_of,
    read_kept,
    recorded_as,
)

if TYPE_CHECKING:
    from referee.service.logs.log_index import LogIndex

P = ParamSpec("P")
O = TypeVar("O")  # noqa: E741 - an outcome


class GoneOnError(Exception):
    """Others wrote after the head that something is being decided on: it is decided anew."""


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
        self.codec = self._codec = replayed.codec
        self._written: tuple[Head | None, datetime | None] = (None, None)
        self._sealed = replayed.game.concurrent | {"secret_sealed"}
        self._seed = seed_of(self.log, self._codec) if replayed.game.deal else None
        self.lock = RLock()
        self._is_deciding = False
        self._log_index: LogIndex | None = None
        self._left: tuple[int, Any] = (-1, None)

    @property
    def revision(self) -> int:
        """Give the seq of the last entry."""
        return self.head.revision

    @property
    def log(self) -> StoredLog:
        """Give the table's log."""
        return StoredLog(self.store, self.name)

    @property
    def log_index(self) -> "LogIndex":
        """Give the log as it was read: once, and then on from there; of a decision, up to its head."""
        from referee.service.logs.log_index import LogIndex

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
        """Whether the last entry is said beside the game (`QUIET`)."""
        last = next(self.log.lines(self.revision, self.revision), None)
        return last is not None and isinstance(self.codec.carried(last), QUIET)

    def before(self, seq: int) -> Any:
        """Give what was believed before an entry: at hand for what was written last, else out of the log."""
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
        """Refuse a seed that did not give all that was thrown and dealt, naming the first that differs.

        Rules: TAB-CHANCE-01
        """
        log_index = self.log_index
        for entry, before in zip(log_index.entries[1:], log_index.states, strict=False):
            if self.game.dealer.differs_from_seed(before, entry.event, seed) is not None:
                return Refused("table.not_of_seed", NOT_AS_SEEDED.rules, {"n": entry.seq})
        return None

    def submit(self, event: Event, *, seen: int | None = None, key: str | Submission | None = None) -> Answer:
        """Judge an event and write it with its consequences, all or nothing.

        `seen` is the revision it was decided on: where the game has gone on since, the answer
        is Conflict, unless the event is sealed (a card laid face down, a seal) and all that came since
        are sealed ones of other seats; what is said beside the game (`QUIET`) is no going on. None
        means: whatever is now. `key` names the submission: the same key gets the same answer for
        ever, and is refused for another event (or, where it comes as `Submission`, another request).
        """
        is_past = seen is not None and seen != self.head.revision
        return self.decide(lambda: self._submit(event, seen, key), afresh=is_past)

    def _submit(self, event: Event, seen: int | None, key: str | Submission | None) -> Answer:
        if refused := self.unsayable(self.state, event):
            return refused
        event = self.as_said(self.state, event)
        asked = Submission(key, digest_of(event)) if isinstance(key, str) else key
        if seen is not None and seen != self.head.revision:
            if (kept := self.answer_to(asked)) is not None:
                return kept  # type: ignore[return-value]
            if not self._may_follow(event, seen):
                return Conflict(seen, self.head.revision)
        verdict = self.judge(event)
        if isinstance(verdict, Refused):
            return self.refuse(event, verdict, asked)
        return self.write((verdict.judged,), verdict.state, asked)

    def is_dealt(self, event: Event) -> bool:
        """Tell whether an event says what only a referee who deals can say here, wherever its seed is kept.

        Rules: TAB-CHANCE-01
        """
        return self.game.dealer.is_dealt(self.state, event)

    def unsayable(self, state: Any, event: Event) -> Refused | None:
        """Refuse what nobody but a referee who deals from the seed of this table can say.

        Rules: TAB-CHANCE-01
        """
        if self._seed is None or not self.game.dealer.is_dealt(state, event):
            return None
        return REFEREE_DEALS

    def as_said(self, state: Any, event: Event) -> Event:
        """Leave out of a submission what is not its seat's to say."""
        return self.game.dealer.unclaimed(state, event)

    def owed(self, state: Any) -> Event | None:
        """Give what the referee has to roll or deal next from its seed."""
        return owed_at(self.game, state, self._seed)

    def deal(self) -> int:
        """Roll and deal what an older log still owes; give how many entries that took.

        What is owed after an act is written with it.
        """
        before = self.revision
        while self.decide(self._deal_now, afresh=False):
            pass
        return self.revision - before

    def _deal_now(self) -> bool:
        """Roll and deal what is owed; say whether anything was."""
        return self.owed(self.state) is not None and self.write((), self.state) is not None

    def answer_to(self, asked: Submission | None) -> Recorded | Refused | Noted | None:
        """Give the answer a submission got before; None where it is new."""
        kept = None if asked is None else self.store.answer(self.name, asked.key)
        return None if kept is None or asked is None else self._read_answer(asked, kept)

    def keep(self, asked: Submission, answer: Recorded | Refused | Noted) -> Recorded | Refused | Noted:
        """Keep what was answered without an entry of its own; whatever the key got first stands.

        What was noted beside the log is done, wherever the log ends; anything else is decided anew there.
        """
        match answer:
            case Refused():
                kept = KeptAnswer(asked.request, refused=answer)
            case Noted():
                kept = KeptAnswer(asked.request, noted=answer)
            case Recorded():
                kept = kept_of(asked.request, answer)
        while True:
            batch = Batch(table=self.name, expected=self.head, key=asked.key, answer=encode(kept))
            result = self.store.append(batch)
            if not isinstance(result, Conflict):
                return self._read_answer(asked, result.answer) if isinstance(result, Repeated) else answer
            if not isinstance(answer, Noted):
                raise GoneOnError
            self.go_on()

    def stand_still(self) -> None:
        """Raise GoneOnError where others wrote since the head that something is being decided on."""
        if self.store.head(self.name) != self.head:
            raise GoneOnError

    def take_back(self, to: int, reason: str = "", agreed: tuple[str, ...] = (), **how: Any) -> Answer:
        """Put everything after entry `to` (and what followed from it) out of force; `how` as in `submit`."""
        return self.submit(TakenBack(to=to, reason=reason, agreed=agreed), **how)

    def catch_up(self) -> bool:
        """Read what others wrote; say whether there was anything. Nothing is read during a decision."""
        with self.lock:
            return not self._is_deciding and self._read_on()

    def _read_on(self) -> bool:
        before = self.head
        if self._log_index is not None:
            return self._follow(self._log_index)
        lines = verified(self.log.lines(before.revision + 1), after=before, table=self.name)
        steps = iter_states(
            self.game, lines, self._codec.carrying, self._state_after, self.state, before.revision
        )
        last = deque(enumerate(steps, before.revision + 1), maxlen=1)
        for seq, (line, _, state) in last:
            self.state, self.head = state, Head(seq, hash_in(line))
        return bool(last)

    def _state_after(self, seq: int, _: Any) -> Any:
        return replay(self.log, seq).state

    def go_on(self) -> None:
        """Read what others wrote, in a decision, too; raise where nobody did, and the log has another end."""
        if self.store.head(self.name).revision < self.revision:
            raise DamagedLogError(self.revision, "log.gone_back")
        if not self._read_on():
            raise DamagedLogError(self.head.revision, "log.other_end")

    def _follow(self, log_index: "LogIndex") -> bool:
        """Stand where the log read so far stands."""
        before = self.head
        log_index.catch_up()
        self.state, self.head = log_index.state, log_index.head
        return self.head != before

    def write(
        self,
        actions: Sequence[tuple[JudgedEvent, ...]],
        state: Any,
        asked: Submission | None = None,
        rest: Rest | None = None,
    ) -> Recorded | Refused:
        """Append actions decided on the head held, each with its consequences, in one batch.

        `state` is the state after all of them; `rest` says how far the old ones came that end them. What
        the referee then owes from its seed is in the same batch, and in nobody's answer. Raises GoneOnError
        where others wrote first: see `decide`.
        """
        dealt, state = dealt_from(self.game, state, self._seed)
        before = head = self.head
        lines: list[bytes] = []
        at = self.time_now()
        for facts in (*actions, *dealt):
            written, head = in_envelopes(self.name, at, facts, head)
            lines += written
        every = tuple(chain.from_iterable(actions))
        recorded = recorded_as(before.revision + 1, before.revision + len(every), every, rest)
        kept = b"" if asked is None else encode(kept_of(asked.request, recorded))
        key = None if asked is None else asked.key
        result = self.store.append(
            Batch(table=self.name, expected=before, lines=tuple(lines), key=key, answer=kept)
        )
        if isinstance(result, Appended):
            self._left = before.revision, self.state
            self.state, self.head, self._written = state, head, (head, at)
            return recorded
        if isinstance(result, Conflict) or asked is None:
            raise GoneOnError
        return self._read_answer(asked, result.answer)  # type: ignore[return-value]

    def time_now(self) -> datetime:
        """Tell the time of what is written next: never earlier than the entry before, however clocks jump."""
        head, last = self._written
        if head is not self.head:
            line = next(self.log.lines(self.revision, self.revision), None)
            last = None if line is None else self._codec.entry(line).at
        now = self.clock()
        if last is None:
            return now
        if now >= last:
            if self.clock is utc_now:
                notify_of_gap(self.name, last, now)
            return now
        from referee.service.notices import hours_of, notify

        notify("table.clock_set_back", table=self.name, time=hours_of(last - now))
        return last

    def refuse(self, event: Event, refused: Refused, asked: Submission | None = None) -> Refused | Recorded:
        """Answer with a refusal; raise GoneOnError where others wrote first, so that it is judged again.

        The refusal is remembered, so that the table can argue about it. A disk that is full or read
        only cannot do so, and the refusal is told all the same.
        """
        from referee.service.disputes.remember import refusal_of

        refusal = refusal_of(self, event, refused)
        if asked is not None:
            return self._keep_refusal(asked, refused, refusal)
        if refusal is not None:
            with suppress(StoreError):
                result = self.store.append(Batch(table=self.name, expected=self.head, refusal=refusal))
                if isinstance(result, Conflict):
                    raise GoneOnError
                return refused
        self.stand_still()
        return refused

    def _keep_refusal(
        self, asked: Submission, refused: Refused, refusal: Refusal | None
    ) -> Refused | Recorded:
        reader = None if refusal is None else refusal.reader
        kept = encode(KeptAnswer(asked.request, revision=self.revision, refused=refused, reader=reader))
        batch = Batch(table=self.name, expected=self.head, key=asked.key, answer=kept, refusal=refusal)
        result = self.store.append(batch)
        match result:
            case Repeated(answer):
                return self._read_answer(asked, answer)  # type: ignore[return-value]
            case Conflict():
                raise GoneOnError
        return refused

    def _read_answer(self, asked: Submission, kept: bytes) -> Recorded | Refused | Noted:
        """Give a kept answer again; a key used for something else is refused."""
        answer = read_kept(kept)
        if answer.request != asked.request:
            return KEY_USED
        if answer.refused is not None or answer.noted is not None:
            return answer.refused or answer.noted  # type: ignore[return-value]
        lines = self.log.lines(answer.first, answer.revision)
        entries = [self._codec.entry(line) for line in lines]
        facts = tuple(
            JudgedEvent(e.event, e.kind, rules) for e, rules in zip(entries, answer.rules, strict=True)
        )
        rest = None if answer.rest is None else self._read_rest(answer.rest)
        return recorded_as(answer.first, answer.revision, facts, rest)

    def _read_rest(self, kept: KeptRest) -> Rest:
        """Read how far old actions came; those left stand in the log as they were told first."""
        left = ((seq, next(self.log.lines(seq, seq))) for seq in kept.left)
        return Rest(kept.again, kept.why, tuple(Action(seq, self._codec.carried(line)) for seq, line in left))

    def hides(self, viewer: str | None) -> bool:
        """Whether the state holds anything that a seat, or everybody (None), may not know."""
        if self.sees_all and viewer is None:
            return False
        return not self.game.is_open

    def known(self, viewer: str | None, upto: int | None = None) -> Any:
        """Give the state, or the one after an entry, without what a seat, or everybody, cannot know."""
        return self.game.known(self.state if upto is None else self.log_index.states[upto - 1], viewer)

    def late(self, seen: int | None) -> Conflict | None:
        """Catch up; say so where the game has gone on since a revision, if one is named."""
        self.catch_up()
        return Conflict(seen, self.revision) if seen is not None and self.is_past(seen) else None

    def is_past(self, seen: int) -> bool:
        """Tell whether the game has gone on since a revision."""
        return not self._may_follow(None, seen)

    def gone_on(self, events: Sequence[Event], seen: int) -> Conflict | None:
        """Catch up; say so where what came since a revision is more than some events may follow."""
        self.catch_up()
        follow = all(self._may_follow(event, seen) for event in events)
        return None if follow else Conflict(seen, self.revision)

    def _may_follow(self, event: Event | None, seen: int) -> bool:
        """Tell whether an event decided on `seen` may be judged on what is now."""
        if seen >= self.head.revision:
            return seen == self.head.revision
        is_sealed = event is not None and type_of(event) in self._sealed
        seat = getattr(event, "seat", None)
        since = (self._codec.entry(line) for line in self.log.lines(seen + 1, self.head.revision))
        return all(
            isinstance(entry.event, QUIET)
            or (is_sealed and entry.kind == "consequence")
            or (is_sealed and type_of(entry.event) in self._sealed and entry.by != seat)
            for entry in since
        )

    def _judge_back(self, event: Any) -> Verdict:
        """Judge a take-back; what followed from entry `to` stays with it.

        Rules: TAB-BACK-01
        """
        refused = judge_open(self.state) or judge_table_event(self.game.ruleset, self.state, event)
        if refused:
            return refused
        log_index = self.log_index
        to = log_index.end_of(event.to) if log_index.is_in_force(event.to) else event.to
        is_present = to == self.head.revision and event.dropped
        if not log_index.is_in_force(to) or (to >= self.head.revision and not is_present):
            return Refused("table.no_such_entry", ("TAB-BACK-01",), {"to": event.to, "last": self.revision})
        event = msgspec.structs.replace(event, to=to)
        if event.dropped and event.dropped > log_index.waiting_after(to):
            return NOTHING_WAITS
        facts = (JudgedEvent(event, "observation", ("TAB-BACK-01", "TAB-BACK-02")),)
        return Accepted(facts, log_index.states[to - 1])


def one_decision(command: Callable[Concatenate[Table, P], O]) -> Callable[Concatenate[Table, P], O]:
    """Have a command of a table read one head of its log, and write after that head: see `Table.decide`."""

    @wraps(command)
    def decided(table: Table, /, *args: P.args, **how: P.kwargs) -> O:
        return table.decide(lambda: command(table, *args, **how))

    return decided


def owed_at(game: Game, state: Any, seed: str | None) -> Event | None:
    """Give what a referee has to roll or deal next from the seed of a table."""
    return game.deal(state, seed) if game.deal and seed is not None else None


def dealt_from(game: Game, state: Any, seed: str | None) -> tuple[list[tuple[JudgedEvent, ...]], Any]:
    """Roll and deal all that is owed at a state: the facts of each step, and the state after them."""
    steps: list[tuple[JudgedEvent, ...]] = []
    while (owed := owed_at(game, state, seed)) is not None:
        verdict = game.decide(state, owed)
        if isinstance(verdict, Refused):
            break
        steps.append(verdict.judged)
        state = verdict.state
    return steps, state


def load_table(
    store: Store, name: str, clock: Clock = utc_now, *, sees_all: bool = False, whole: bool = False
) -> Table:
    """Sit down at a table of a store, its log proved on the way.

    With `sees_all`, whoever sits here is told at once what cannot all be true; everybody else is judged
    by what their own seat may know. With `whole` the log is read once for looking back, too. Raises
    EmptyLogError where there is no such table, DamagedLogError, NewerLogError, StoreError.
    """
    log_index = None
    if whole:
        from referee.service.logs.log_index import LogIndex

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
    lines, head = in_envelopes(name, at, verdict.judged)
    kept = kept_of(digest_of(opened), Recorded(1, head.revision, verdict.judged))
    for facts in dealt_from(game, verdict.state, seed)[0]:
        dealt, head = in_envelopes(name, at, facts, head)
        lines += dealt
    batch = Batch(table=name, expected=NO_HEAD, lines=tuple(lines), key=key, answer=encode(kept))
    result = store.append(batch)
    if isinstance(result, Conflict):
        return Refused("table.already_open", ("TAB-OPEN-05",))
    if isinstance(result, Repeated) and read_kept(result.answer).request != kept.request:
        return KEY_USED
    return load_table(store, name, clock, sees_all=sees_all)


__all__ = ["Answer", "Clock", "EmptyLogError", "Recorded", "Table", "load_table", "open_table", "utc_now"]
