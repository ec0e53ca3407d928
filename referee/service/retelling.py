"""Tell a game again from some entry on, with something changed: the ground of amending and what-if."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from events.base import Event
from events.codec import codec_of_first_line
from events.effective import in_force
from events.envelope import Entry
from events.table import TakenBack
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.verdict import Accepted, Refused
from referee.service.logs import Log, proved
from referee.service.replay import EmptyLogError, take_backs


class Told(msgspec.Struct, frozen=True):
    """An action or observation of a log, in force: entry `seq`, and what followed from it.

    `seq` is None for one that stands in no log.
    """

    seq: int | None
    event: Event
    consequences: tuple[Event, ...] = ()

    @property
    def end(self) -> int | None:
        """Give the seq of its last consequence."""
        return None if self.seq is None else self.seq + len(self.consequences)


class Retelling(msgspec.Struct, frozen=True):
    """A story told again.

    `told` are the actions that were possible, with what now follows from them; `stuck` is the
    first that was not, `why` the refusal, `left` it and everything after it. `state` is the
    state after `told`.
    """

    state: Any
    told: tuple[Told, ...] = ()
    stuck: Told | None = None
    why: Refused | None = None
    left: tuple[Told, ...] = ()


class Story(msgspec.Struct, frozen=True):
    """A log as it is in force: its game, and its actions in order, the opening first."""

    game: Game
    told: tuple[Told, ...]

    def before(self, seq: int) -> Any:
        """Give the state before the action that entry `seq` belongs to; None before the opening."""
        state = None
        for told in self.told[: self.index(seq)]:
            state = fold(self.game, state, told)
        return state

    def index(self, seq: int) -> int:
        """Find the action that entry `seq` is, or follows from.

        Raises NoSuchEntryError where no such entry is in force.
        """
        for i, told in enumerate(self.told):
            if told.seq is not None and told.end is not None and told.seq <= seq <= told.end:
                return i
        raise NoSuchEntryError(seq)


class NoSuchEntryError(LookupError):
    """No entry of this seq is in force; `args[0]` is the seq."""


def story_of(log: Log) -> Story:
    """Read a log as it is in force. Raises EmptyLogError, DamagedLogError, MalformedError."""
    entries = entries_of(log)
    opened: Any = entries[0].event
    return Story(find_game(opened.game), tuple(grouped(kept_of(entries, take_backs(log)))))


def entries_of(log: Log) -> list[Entry[Any]]:
    """Decode every entry of a log. Raises EmptyLogError where there is none."""
    lines = list(proved(log))
    if not lines:
        raise EmptyLogError
    codec, _ = codec_of_first_line(lines[0])
    return [codec.entry(line) for line in lines]


def kept_of(entries: Sequence[Entry[Any]], backs: Iterable[tuple[int, int]]) -> Iterator[Entry[Any]]:
    """Leave out the entries that were taken back."""
    for seqs in in_force(len(entries), backs):
        yield from entries[seqs.start - 1 : seqs.stop - 1]


def grouped(entries: Iterable[Entry[Any]]) -> Iterator[Told]:
    """Gather each action with its consequences; take-backs change nothing but the log."""
    seq, event, consequences = 0, None, []
    for entry in entries:
        if entry.kind == "consequence":
            consequences.append(entry.event)
            continue
        if event is not None and not isinstance(event, TakenBack):
            yield Told(seq, event, tuple(consequences))
        seq, event, consequences = entry.seq, entry.event, []
    if event is not None and not isinstance(event, TakenBack):
        yield Told(seq, event, tuple(consequences))


def fold(game: Game, state: Any, told: Told) -> Any:
    """Apply an action and what followed from it."""
    for event in (told.event, *told.consequences):
        state = game.evolve(state, event)
    return state


def retell(game: Game, state: Any, actions: Sequence[Told], *, skip: bool = False) -> Retelling:
    """Judge actions again one by one from a state; stop at the first that is refused, or `skip` such."""
    told: list[Told] = []
    for i, action in enumerate(actions):
        verdict = game.decide(state, action.event)
        if isinstance(verdict, Accepted):
            state = verdict.state
            told.append(Told(action.seq, verdict.facts[0].event, tuple(f.event for f in verdict.facts[1:])))
        elif not skip:
            return Retelling(state, tuple(told), action, verdict, tuple(actions[i:]))
    return Retelling(state, tuple(told))
