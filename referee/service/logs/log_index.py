"""A log that is read once and kept in step: entries, states, what is in force, taken back, hidden."""

from bisect import bisect_right
from collections.abc import Sequence
from threading import RLock
from typing import Any, overload

import msgspec
from msgspec.structs import replace

from events.base import Event, type_of
from events.codec import Codec
from events.envelope import Entry, in_force
from events.stores.protocol import NO_HEAD, Head, hash_in
from events.table import PositionTold, TakenBack
from referee.kernel.game import Game
from referee.kernel.registry import codec_of_first_line, find_game
from referee.service.logs.chain import DamagedLogError, canonical, ended_wrongly, verified
from referee.service.logs.effective import Action, EffectiveLog, waiting_in
from referee.service.logs.replay import EmptyLogError, Replayed, iter_states
from referee.service.logs.secrecy import FaceDown, LogSecrets
from referee.service.logs.sources import Log


class LogIndex:
    """A log as far as it was read; `catch_up` reads on, nothing twice. Several threads may use it.

    `entries` and `states` (what was believed after each) are in order of seq, from 1; `actions` are all
    actions, observations and take-backs with their consequences; `backs` are (seq, to) of the take-backs,
    `in_force` the seqs in force, `chapter_ends` those with which a round, race or day ended. `trouble` is
    the damage at which a forgiving reading stopped, None where there is none.
    """

    def __init__(self, log: Log, upto: int | None = None, *, forgiving: bool = False) -> None:
        """Read a log up to entry `upto` (None: the last); with `forgiving` only up to its first damage.

        Raises EmptyLogError where there is no entry, DamagedLogError, NewerLogError, and
        MalformedError where the first is no opening.
        """
        self.log, self.head = log, NO_HEAD
        self.entries: list[Entry[Any]] = []
        self.states: list[Any] = []
        self.actions: list[Action] = []
        self.backs: list[tuple[int, int]] = []
        self.in_force: list[range] = []
        self.chapter_ends: list[int] = []
        self._worked_out: dict[int, int] = {}
        self.trouble: DamagedLogError | None = None
        self._lock = RLock()
        self._effective: tuple[int, EffectiveLog] | None = None
        self._waiting: tuple[int, tuple[Action, ...]] | None = None
        self._begin(upto, forgiving=forgiving)

    def _begin(self, upto: int | None, *, forgiving: bool) -> None:
        """Read the first entry, and with it codec and game; then catch up. Raises as the constructor."""
        first = next(verified(self.log.lines(1, 1), table=self.log.table), None)
        if first is None:
            head = self.log.head() or NO_HEAD
            raise ended_wrongly(0, head) if head.revision else EmptyLogError
        self.codec: Codec = codec_of_first_line(first)[0]
        self.game: Game = find_game(self.codec.game)
        self._hidden = FaceDown(self.game)
        try:
            self.catch_up(upto)
        except DamagedLogError as error:
            if not forgiving:
                raise
            self.trouble = error

    @property
    def revision(self) -> int:
        """Return the seq of the last entry read."""
        return self.head.revision

    @property
    def state(self) -> Any:
        """Return the state after the last entry read."""
        return self.states[-1]

    def catch_up(self, upto: int | None = None) -> bool:
        """Read what was written since, up to entry `upto` (None: the last); return whether there was any.

        Raises DamagedLogError where that is not as it was written; what came before it was read.
        """
        with self._lock:
            before, head = self.head, self.log.head()
            if head is not None and head == before:
                return False
            until = upto if head is None else min(head.revision, upto or head.revision)
            end = head if until is not None and head is not None and until == head.revision else None
            lines = verified(self.log.lines(before.revision + 1, until), end, before, self.log.table)
            lines, last = canonical(lines, before), self.states[-1] if self.states else None
            steps = iter_states(self.game, lines, self.codec.entry, self._state_after, last, self.revision)
            try:
                for _, line, entry, state in steps:
                    self._take(line, entry, state)
            finally:
                self.in_force = in_force(self.revision, self.backs)
            return self.head != before

    def _state_after(self, to: int, state: Any) -> Any:
        """Return the state after entry `to`; `state` where no such entry was read."""
        return self.states[to - 1] if 1 <= to <= self.revision else state

    def _take(self, line: bytes, entry: Entry[Any], state: Any) -> None:
        """Add the next entry to all that the index holds; `state` is the one after it."""
        seq, event = self.revision + 1, entry.event
        if entry.kind == "consequence" and self.actions:
            last = self.actions[-1]
            self.actions[-1] = replace(last, consequences=(*last.consequences, event))
        else:
            told = self._told_before(entry)
            self.actions.append(Action(seq, event, cause=entry.cause, is_worked_out=told is not None))
            if told is not None:
                self._worked_out[told] = seq
        if isinstance(event, TakenBack):
            self.backs.append((seq, event.to))
        if type_of(event) in self.game.chapters:
            self.chapter_ends.append(seq)
        self._hidden.take(seq, event)
        self.states.append(state)
        self.entries.append(entry)
        self.head = Head(seq, hash_in(line))

    def _told_before(self, entry: Entry[Any]) -> int | None:
        """Return the entry of the position told that an action was worked out from; None for any other."""
        if entry.cause is None or not 1 <= entry.cause <= self.revision:
            return None
        return entry.cause if isinstance(self.entries[entry.cause - 1].event, PositionTold) else None

    @property
    def replayed(self) -> Replayed:
        """Return the table as the log rebuilds it."""
        return Replayed(self.game, self.codec, self.state, self.head)

    @property
    def secrets(self) -> LogSecrets:
        """Return what the log hides as far as it was read."""
        with self._lock:
            return self._hidden.secrets

    @property
    def effective(self) -> EffectiveLog:
        """Return the log in force; made once for each revision."""
        with self._lock:
            if self._effective is None or self._effective[0] != self.revision:
                acts = (each for each in self.actions if not isinstance(each.event, TakenBack))
                actions = tuple(each for each in acts if self.is_in_force(each.seq or 0))
                states = (None, *(self.states[(each.end or 0) - 1] for each in actions))
                self._effective = self.revision, EffectiveLog(self.game, actions, states)
            return self._effective[1]

    @property
    def waiting(self) -> tuple[Action, ...]:
        """Return the actions that take-backs undid and that may be reapplied, in order; see `Waiting`."""
        with self._lock:
            if self._waiting is None or self._waiting[0] != self.revision:
                self._waiting = self.revision, waiting_in(self.actions) if self.backs else ()
            return self._waiting[1]

    def waiting_after(self, to: int) -> int:
        """Return how many actions would wait if everything after entry `to` were taken back."""
        return len(waiting_in([*self.actions, Action(self.revision + 1, TakenBack(to))]))

    def dropped_by(self, seq: int, event: TakenBack) -> tuple[Action, ...]:
        """Return the actions that the take-back `event`, entry `seq`, drops instead of letting them wait."""
        before = [each for each in self.actions if (each.seq or 0) < seq]
        return waiting_in([*before, Action(seq, replace(event, dropped=0))])[: event.dropped]

    def is_in_force(self, seq: int) -> bool:
        """Return whether an entry is in force, as far as was read."""
        return any(seq in seqs for seqs in self.in_force)

    def action_at(self, seq: int) -> Action:
        """Return the action that an entry is, or is a consequence of."""
        return self.actions[bisect_right(self.actions, seq, key=lambda each: each.seq or 0) - 1]

    def source_of(self, seq: int) -> int | None:
        """Return the entry of the position told that entry `seq` was worked out from; None where it was not.

        What followed from an act that was worked out has the source of that act.
        """
        cause = self.action_at(seq).cause
        told = cause is not None and cause < seq and isinstance(self.entries[cause - 1].event, PositionTold)
        return cause if told else None

    def end_of(self, seq: int) -> int:
        """Return the seq of the last consequence of the action that an entry belongs to."""
        return self.action_at(seq).end or 0 if self.actions else seq

    def last_kept(self, to: int) -> int:
        """Return the last entry that stays where people go back to entry `to`, itself where not in force.

        What followed from that entry stays with it; a position told is never parted from its acts.
        """
        if not self.is_in_force(to):
            return to
        for told, last in self._worked_out.items():
            if told <= to < last:
                return told - 1
        return self.end_of(to)

    def state_before(self, seq: int) -> Any:
        """Return what was believed before an entry; None before the opening."""
        return self.states[seq - 2] if seq > 1 else None

    def view(self, viewer: str | None = None, upto: int | None = None) -> "VisibleLog":
        """Return the log up to entry `upto` (None: the last) as a viewer (None: everybody) may read it."""
        return VisibleLog(self, viewer, self.revision if upto is None else min(upto, self.revision))


class VisibleEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry as one viewer may read it: `event` is redacted, `before` and `after` are states with secrets.

    `before` is None for the opening. `source` is as of `LogIndex.source_of`.
    """

    entry: Entry[Any]
    event: Event
    in_force: bool
    before: Any
    after: Any
    source: int | None = None

    @property
    def is_worked_out(self) -> bool:
        """Return whether it is an act that nobody told, worked out from how the board stood."""
        return self.source is not None and self.entry.kind != "consequence"


class VisibleLog(Sequence[VisibleEntry]):
    """A log as one viewer may read it, up to an entry; entries are redacted when they are asked for.

    What is in force is as it was at that entry; what is hidden is as it was when this was made.
    """

    def __init__(self, log_index: LogIndex, viewer: str | None, upto: int) -> None:
        self._log_index, self._viewer, self._upto = log_index, viewer, upto
        self._secrets = log_index.secrets
        self._in_force = in_force(upto, [(seq, to) for seq, to in log_index.backs if seq <= upto])

    def __len__(self) -> int:
        return self._upto

    @overload
    def __getitem__(self, key: int) -> VisibleEntry: ...
    @overload
    def __getitem__(self, key: slice) -> tuple[VisibleEntry, ...]: ...
    def __getitem__(self, key: int | slice) -> VisibleEntry | tuple[VisibleEntry, ...]:
        if isinstance(key, slice):
            return tuple(self[i] for i in range(*key.indices(self._upto)))
        i = key + self._upto if key < 0 else key
        if not 0 <= i < self._upto:
            raise IndexError(key)
        entry, states = self._log_index.entries[i], self._log_index.states
        return VisibleEntry(
            entry=entry,
            event=self._secrets.redact(entry.seq, entry.event, self._viewer),
            in_force=any(entry.seq in seqs for seqs in self._in_force),
            before=states[i - 1] if i else None,
            after=states[i],
            source=self._log_index.source_of(entry.seq),
        )


def effective_log(log: Log) -> EffectiveLog:
    """Return a log as it is in force. Raises as `LogIndex` does."""
    return LogIndex(log).effective


def secrets_of(log: Log) -> LogSecrets:
    """Return what a log hides, as far as it can be read. Raises EmptyLogError, NewerLogError."""
    return LogIndex(log, forgiving=True).secrets
