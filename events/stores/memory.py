"""A store that keeps nothing: for tests, what-if and files read as tables."""

from collections.abc import Iterable, Iterator
from threading import Lock

from events.stores.protocol import (
    NO_HEAD,
    Appended,
    Batch,
    Closing,
    Conflict,
    Fault,
    Head,
    Marks,
    Refusal,
    Repeated,
    TableRow,
    hash_in,
    row_of,
)


class MemoryStore(Closing):
    """Logs in lists; gone when the program ends."""

    def __init__(self) -> None:
        """Start empty."""
        self._logs: dict[str, list[bytes]] = {}
        self._heads: dict[str, Head] = {}
        self._answers: dict[tuple[str, str], bytes] = {}
        self._refusals: dict[str, dict[str, Refusal]] = {}
        self._notes: dict[tuple[str, str], str] = {}
        self._lock = Lock()

    def append(self, batch: Batch) -> Appended | Conflict | Repeated:
        """Write a batch if its key is new and its expected head is the log's."""
        with self._lock:
            if batch.key is not None and (kept := self.answer(batch.table, batch.key)) is not None:
                return Repeated(kept)
            head = self.head(batch.table)
            if head != batch.expected:
                return Conflict(batch.expected.revision, head.revision)
            return self._write(batch)

    def _write(self, batch: Batch) -> Appended:
        head = batch.head
        if batch.lines:
            self._logs.setdefault(batch.table, []).extend(batch.lines)
            self._heads[batch.table] = head
        if batch.key is not None:
            self._answers[batch.table, batch.key] = batch.answer
        if batch.refusal is not None:
            self._refusals.setdefault(batch.table, {})[batch.refusal.reader] = batch.refusal
        return Appended(head)

    def create(self, table: str, lines: Iterable[bytes]) -> Appended | Conflict:
        """Write a whole new log; nothing where `lines` raises or the table exists."""
        log = list(lines)
        with self._lock:
            head = self.head(table)
            if head != NO_HEAD:
                return Conflict(0, head.revision)
            if log:
                self._logs[table] = log
                self._heads[table] = head = Head(len(log), hash_in(log[-1]))
            return Appended(head)

    def note(self, table: str, topic: str, body: str | None) -> None:
        """Keep what a table talks about (`topic`) beside its log, or forget it (None)."""
        self._notes.pop((table, topic), None)
        if body is not None:
            self._notes[table, topic] = body

    def noted(self, table: str, topic: str) -> str | None:
        """Read what a table talks about."""
        return self._notes.get((table, topic))

    def head(self, table: str) -> Head:
        """Give the head of a log."""
        return self._heads.get(table, NO_HEAD)

    def read(self, table: str, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Stream the lines of a log."""
        return iter(self._logs.get(table, [])[first - 1 : last])

    def answer(self, table: str, key: str) -> bytes | None:
        """Find the answer kept with a key."""
        return self._answers.get((table, key))

    def answers(self, table: str) -> tuple[bytes, ...]:
        """Give all answers kept with a table."""
        return tuple(answer for (of, _), answer in self._answers.items() if of == table)

    def refusals(self, table: str) -> tuple[Refusal, ...]:
        """Give what was refused last, by reader."""
        return tuple(refusal for _, refusal in sorted(self._refusals.get(table, {}).items()))

    def tables(self) -> tuple[TableRow, ...]:
        """List the tables by name."""
        logs = sorted(self._logs.items())
        return tuple(row_of(name, len(log), log[0]) for name, log in logs)

    def faults(self, table: str) -> Iterator[Fault]:  # noqa: ARG002 - as the protocol has it
        """Give none: nobody else can reach it."""
        return iter(())

    def marks(self, table: str) -> Marks:  # noqa: ARG002 - as the protocol has it
        """List none: nobody else can reach it."""
        return Marks()
