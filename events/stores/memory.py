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
    """Logs in lists, gone when the program ends; what each method does stands at `Store`."""

    def __init__(self) -> None:
        self._logs: dict[str, list[bytes]] = {}
        self._heads: dict[str, Head] = {}
        self._answers: dict[tuple[str, str], bytes] = {}
        self._refusals: dict[str, dict[str, Refusal]] = {}
        self._notes: dict[tuple[str, str], str] = {}
        self._lock = Lock()

    def append(self, batch: Batch) -> Appended | Conflict | Repeated:
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
        self._notes.pop((table, topic), None)
        if body is not None:
            self._notes[table, topic] = body

    def noted(self, table: str, topic: str) -> str | None:
        return self._notes.get((table, topic))

    def head(self, table: str) -> Head:
        return self._heads.get(table, NO_HEAD)

    def read(self, table: str, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        return iter(self._logs.get(table, [])[first - 1 : last])

    def answer(self, table: str, key: str) -> bytes | None:
        return self._answers.get((table, key))

    def answers(self, table: str) -> tuple[bytes, ...]:
        return tuple(answer for (of, _), answer in self._answers.items() if of == table)

    def refusals(self, table: str) -> tuple[Refusal, ...]:
        return tuple(refusal for _, refusal in sorted(self._refusals.get(table, {}).items()))

    def tables(self) -> tuple[TableRow, ...]:
        logs = sorted(self._logs.items())
        return tuple(row_of(name, len(log), log[0]) for name, log in logs)

    def faults(self, table: str) -> Iterator[Fault]:  # noqa: ARG002 - as the protocol has it
        """Return none: nobody else can reach it."""
        return iter(())

    def marks(self, table: str) -> Marks:  # noqa: ARG002 - as the protocol has it
        """Return none: nobody else can reach it."""
        return Marks()
