"""Tell a game again from some entry on, with something changed: the ground of amending and what-if."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

import msgspec

from events.base import Event
from events.effective import in_force
from events.envelope import Entry
from events.table import TakenBack
from referee.kernel.game import Game
from referee.kernel.registry import codec_of_first_line, find_game
from referee.kernel.shared import renumbered
from referee.kernel.verdict import Accepted, Fact, Refused, Verdict
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

    def after(self, seq: int) -> Any:
        """Give the state after the action that entry `seq` belongs to, and what followed from it."""
        return fold(self.game, self.before(seq), self.told[self.index(seq)])

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
    return (told for told in gathered(entries) if not isinstance(told.event, TakenBack))


def gathered(entries: Iterable[Entry[Any]]) -> Iterator[Told]:
    """Gather each action, and each take-back, with its consequences."""
    seq, event, consequences = 0, None, []
    for entry in entries:
        if entry.kind == "consequence":
            consequences.append(entry.event)
            continue
        if event is not None:
            yield Told(seq, event, tuple(consequences))
        seq, event, consequences = entry.seq, entry.event, []
    if event is not None:
        yield Told(seq, event, tuple(consequences))


def fold(game: Game, state: Any, told: Told) -> Any:
    """Apply an action and what followed from it."""
    for event in (told.event, *told.consequences):
        state = game.evolve(state, event)
    return state


def retell(game: Game, state: Any, actions: Sequence[Told], *, skip: bool = False) -> Retelling:
    """Judge actions again one by one from a state; stop at the first that is refused, or `skip` such."""
    return Teller(game, state).tell_all(actions, skip=skip)


class Keeper(Protocol):
    """Where a game is told again for good, and not in thought: the table that keeps it."""

    revision: int

    def judge(self, event: Event) -> Verdict:
        """Decide an event on the state as it is."""

    def owed(self, state: Any) -> Event | None:
        """Give what the referee has to roll or deal next."""

    def as_said(self, state: Any, event: Event) -> Event:
        """Leave out of a submission what is not its seat's to say."""

    def unsayable(self, state: Any, event: Event) -> Refused | None:
        """Refuse what nobody but the referee can say."""


class Teller:
    """Tells actions again, and keeps what came of them.

    What the table saw and the referee now derives is passed over; what the referee derived and
    the table now has to see is told as it was. `lead` is what followed from the event before the
    first action. A `keeper` deals what is due, and its next entry is where the telling begins.
    """

    def __init__(
        self, game: Game, state: Any, lead: Sequence[Event] = (), *, keeper: Keeper | None = None
    ) -> None:
        """Start from a state."""
        self.game, self.state, self._keeper = game, state, keeper
        self.told: list[Told] = []
        self.steps: list[tuple[Fact, ...]] = []
        self._place = None if keeper is None else keeper.revision + 1
        self._derived = Counter(map(type, lead))
        self._moved: dict[int, int] = {}

    def tell_all(self, actions: Sequence[Told], *, skip: bool = False) -> Retelling:
        """Tell actions in order, up to the first that is refused, unless those are to be skipped."""
        for i, action in enumerate(actions):
            refused = self.tell(action)
            if refused is not None and not skip:
                return Retelling(self.state, tuple(self.told), action, refused, tuple(actions[i:]))
        self.deal()
        return Retelling(self.state, tuple(self.told))

    def say(self, event: Event) -> Refused | None:
        """Tell something new; say why not where it is refused."""
        if isinstance(event, TakenBack) and self._keeper is not None:
            verdict = self._keeper.judge(event)
        else:
            self.deal()
            verdict = self._judge(event)
        if isinstance(verdict, Refused):
            return verdict
        self._accept(None, verdict)
        return None

    def tell(self, action: Told) -> Refused | None:
        """Tell one action; say why not where it is refused."""
        if (dealt := self.deal(action.event)) is not None:
            self._note_place(action, dealt)
            return None
        verdict = self._judge(action.event)
        if isinstance(verdict, Refused):
            return None if self._is_derived_now(action.event) else verdict
        self._note_place(action, self._place)
        self._accept(action.seq, verdict)
        self._see(action)
        return None

    def deal(self, wanted: Event | None = None) -> int | None:
        """Deal what the referee owes up to an event such as `wanted`; give its place if it was dealt."""
        while self._keeper is not None and (owed := self._keeper.owed(self.state)) is not None:
            place, verdict = self._place, self.game.decide(self.state, owed)
            if isinstance(verdict, Refused):
                return None
            self._accept(None, verdict)
            if type(owed) is type(wanted):
                return place
        return None

    def _judge(self, event: Event) -> Verdict:
        if self._keeper is None:
            return self.game.decide(self.state, event)
        if refused := self._keeper.unsayable(self.state, event):
            return refused
        event = renumbered(event, self.game.id, lambda seq, _: self._moved.get(seq, seq))
        return self.game.decide(self.state, self._keeper.as_said(self.state, event))

    def _accept(self, seq: int | None, verdict: Accepted) -> None:
        first, *consequences = verdict.facts
        self.state = verdict.state
        self.told.append(Told(seq, first.event, tuple(fact.event for fact in consequences)))
        self.steps.append(verdict.facts)
        self._derived = Counter(type(fact.event) for fact in consequences)
        if self._place is not None:
            self._place += len(verdict.facts)

    def _is_derived_now(self, event: Event) -> bool:
        """Whether the table saw something once that the referee now derived just before."""
        if getattr(event, "seat", None) is not None or not self._derived[type(event)]:
            return False
        self._derived[type(event)] -= 1
        return True

    def _see(self, action: Told) -> None:
        """Let the table see what followed once from an action, and does so no more by itself."""
        missing = Counter(map(type, action.consequences)) - self._derived
        for event in action.consequences:
            if missing[type(event)]:
                verdict = self.game.decide(self.state, event)
                if isinstance(verdict, Accepted):
                    self._accept(None, verdict)

    def _note_place(self, action: Told, place: int | None) -> None:
        if place is not None and action.seq is not None and action.end is not None:
            self._moved |= dict.fromkeys(range(action.seq, action.end + 1), place)
