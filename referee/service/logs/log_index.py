"""A log read once and kept in step: entries, states, what is in force, taken back, secret."""

from bisect import bisect_right
from collections.abc import Sequence
from threading import RLock
from typing import Any, overload

import msgspec
from msgspec.structs import replace

from events.base import Event, type_of
from events.codec import Codec, MalformedError
from events.envelope import Entry, in_force
from events.stores.protocol import NO_HEAD, Head, hash_in
from events.table import TakenBack
from referee.kernel.game import Game
from referee.kernel.registry import codec_of_first_line, find_game
from referee.service.logs.chain import DamagedLogError, canonical, ended_wrongly, verified
from referee.service.logs.replay import IMPOSSIBLE, EmptyLogError, Replayed
from referee.service.logs.secrecy import FaceDown, Secrets
from referee.service.logs.sources import Log
from referee.service.timeline.retelling import Timeline, Told, waiting_in


class LogIndex:
    """A log as far as it was read; `keep_up` reads on, nothing twice. Several threads may ask.

    `entries` and `states` (what was believed after each) are in order of seq, from 1; `told` are
    the actions and take-backs with what followed from each; `backs` are (seq, to) of the
    take-backs, `kept` the seqs in force, `chapter_ends` those with which a round, race or day ended.
    """

    def __init__(self, log: Log, upto: int | None = None, *, forgiving: bool = False) -> None:
        """Read a log, up to an entry; with `forgiving` up to what is wrong with it: `trouble`.

        Raises EmptyLogError where there is no entry, DamagedLogError, NewerLogError, and
        MalformedError where the first is no opening.
        """
        self.log, self.head = log, NO_HEAD
        self.entries: list[Entry[Any]] = []
        self.states: list[Any] = []
        self.told: list[Told] = []
        self.backs: list[tuple[int, int]] = []
        self.kept: list[range] = []
        self.chapter_ends: list[int] = []
        self.trouble: DamagedLogError | None = None
        self._lock = RLock()
        self._timeline: tuple[int, Timeline] | None = None
        self._waiting: tuple[int, tuple[Told, ...]] | None = None
        self._begin(upto, forgiving=forgiving)

    def _begin(self, upto: int | None, *, forgiving: bool) -> None:
        first = next(verified(self.log.lines(1, 1), table=self.log.table), None)
        if first is None:
            head = self.log.head() or NO_HEAD
            raise ended_wrongly(0, head) if head.revision else EmptyLogError
        self.codec: Codec = codec_of_first_line(first)[0]
        self.game: Game = find_game(self.codec.game)
        self._hidden = FaceDown(self.game.sealed)
        try:
            self.keep_up(upto)
        except DamagedLogError as error:
            if not forgiving:
                raise
            self.trouble = error

    @property
    def revision(self) -> int:
        """Give the seq of the last entry read."""
        return self.head.revision

    @property
    def state(self) -> Any:
        """Give what is in force after the last entry read."""
        return self.states[-1]

    def keep_up(self, upto: int | None = None) -> bool:
        """Read what was written since, up to where the log ends now; say whether there was anything.

        Raises DamagedLogError where that is not as it was written; what came before it was read.
        """
        with self._lock:
            before, head = self.head, self.log.head()
            if head is not None and head == before:
                return False
            last = upto if head is None else min(head.revision, upto or head.revision)
            end = head if last is not None and head is not None and last == head.revision else None
            lines = verified(self.log.lines(before.revision + 1, last), end, before, self.log.table)
            try:
                for line in canonical(lines, before):
                    self._take(line)
            finally:
                self.kept = in_force(self.revision, self.backs)
            return self.head != before

    def _take(self, line: bytes) -> None:
        """Read one entry."""
        seq = self.revision + 1
        try:
            entry = self.codec.entry(line)
            state = self._state_after(entry.event)
        except MalformedError as error:
            from referee.kernel.vocabulary import explain_unreadable

            raise DamagedLogError(seq, "log.unreadable", why=explain_unreadable(error)) from error
        except IMPOSSIBLE as error:
            raise DamagedLogError(seq, "log.impossible") from error
        if entry.kind == "consequence" and self.told:
            last = self.told[-1]
            self.told[-1] = replace(last, consequences=(*last.consequences, entry.event))
        else:
            self.told.append(Told(seq, entry.event))
        if isinstance(entry.event, TakenBack):
            self.backs.append((seq, entry.event.to))
        if type_of(entry.event) in self.game.chapters:
            self.chapter_ends.append(seq)
        self._hidden.take(seq, entry.event)
        self.states.append(state)
        self.entries.append(entry)
        self.head = Head(seq, hash_in(line))

    def _state_after(self, event: Event) -> Any:
        """Apply an event; a take-back gives the state it went back to."""
        if isinstance(event, TakenBack):
            return self.states[event.to - 1] if 1 <= event.to <= self.revision else self.state
        return self.game.evolve(self.states[-1] if self.states else None, event)

    @property
    def replayed(self) -> Replayed:
        """Give the table as its log rebuilds it."""
        return Replayed(self.game, self.codec, self.state, self.head, tuple(self.backs))

    @property
    def secrets(self) -> Secrets:
        """Tell what the log hides."""
        with self._lock:
            return Secrets(self.game, dict(self._hidden.hidden), self._hidden.over)

    @property
    def timeline(self) -> Timeline:
        """Give the actions in force, the opening first."""
        with self._lock:
            if self._timeline is None or self._timeline[0] != self.revision:
                acts = (told for told in self.told if not isinstance(told.event, TakenBack))
                told = tuple(each for each in acts if self.is_in_force(each.seq or 0))
                states = (None, *(self.states[(each.end or 0) - 1] for each in told))
                self._timeline = self.revision, Timeline(self.game, told, states)
            return self._timeline[1]

    @property
    def waiting(self) -> tuple[Told, ...]:
        """List the actions that take-backs undid and that were not dealt with since, in order."""
        with self._lock:
            if self._waiting is None or self._waiting[0] != self.revision:
                self._waiting = self.revision, waiting_in(self.told) if self.backs else ()
            return self._waiting[1]

    def waiting_after(self, to: int) -> int:
        """Count what would be offered again if everything after entry `to` were taken back."""
        return len(waiting_in([*self.told, Told(self.revision + 1, TakenBack(to))]))

    def dropped_by(self, seq: int, event: TakenBack) -> tuple[Told, ...]:
        """List the acts that entry `seq`, this take-back, says not to tell again."""
        told = [each for each in self.told if (each.seq or 0) < seq]
        return waiting_in([*told, Told(seq, replace(event, dropped=0))])[: event.dropped]

    def is_in_force(self, seq: int) -> bool:
        """Whether an entry stands, as far as was read."""
        return any(seq in seqs for seqs in self.kept)

    def of(self, seq: int) -> Told:
        """Find the action an entry is, or followed from."""
        return self.told[bisect_right(self.told, seq, key=lambda told: told.seq or 0) - 1]

    def end_of(self, seq: int) -> int:
        """Find the last consequence of what an entry belongs to."""
        return self.of(seq).end or 0 if self.told else seq

    def before(self, seq: int) -> Any:
        """Give what was believed before an entry; None before the opening."""
        return self.states[seq - 2] if seq > 1 else None

    def seen(self, viewer: str | None = None, upto: int | None = None) -> "SeenLog":
        """Give the log up to an entry as an viewer may read it."""
        return SeenLog(self, viewer, self.revision if upto is None else min(upto, self.revision))


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """An entry as one viewer may read it; `before` and `after` are the states around it, as they are."""

    entry: Entry[Any]
    event: Event
    in_force: bool
    before: Any
    after: Any


class SeenLog(Sequence[Seen]):
    """A log as one viewer may read it: each entry is looked at when it is asked for."""

    def __init__(self, log_index: LogIndex, viewer: str | None, upto: int) -> None:
        """Hold on to how the log stood at an entry, and to what is hidden now."""
        self._log_index, self._viewer, self._upto = log_index, viewer, upto
        self._secrets = log_index.secrets
        self._kept = in_force(upto, [(seq, to) for seq, to in log_index.backs if seq <= upto])

    def __len__(self) -> int:
        return self._upto

    @overload
    def __getitem__(self, key: int) -> Seen: ...
    @overload
    def __getitem__(self, key: slice) -> tuple[Seen, ...]: ...
    def __getitem__(self, key: int | slice) -> Seen | tuple[Seen, ...]:
        if isinstance(key, slice):
            return tuple(self[i] for i in range(*key.indices(self._upto)))
        i = key + self._upto if key < 0 else key
        if not 0 <= i < self._upto:
            raise IndexError(key)
        entry, states = self._log_index.entries[i], self._log_index.states
        return Seen(
            entry=entry,
            event=self._secrets.seen(entry.seq, entry.event, self._viewer),
            in_force=any(entry.seq in seqs for seqs in self._kept),
            before=states[i - 1] if i else None,
            after=states[i],
        )


def timeline_of(log: Log) -> Timeline:
    """Read a log as it is in force. Raises as `LogIndex` does."""
    return LogIndex(log).timeline


def secrets_of(log: Log) -> Secrets:
    """Find what a log hides, as far as it can be read."""
    return LogIndex(log, forgiving=True).secrets
