"""Tell a game again from some entry on, with something changed: the ground of amending and what-if."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import msgspec

from events.base import Event
from events.table import DisputeOpened, TakenBack
from referee.kernel.game import Game
from referee.kernel.registry import codec_for
from referee.kernel.shared import PROPOSING, SHARED_RULES, renumber
from referee.kernel.verdict import Accepted, JudgedEvent, Refused, Verdict


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
    """A timeline told again.

    `told` are the actions that were possible, with what now follows from them; `stuck` is the
    first that was not, `why` the refusal, `left` it and everything after it. `state` is the
    state after `told`.
    """

    state: Any
    told: tuple[Told, ...] = ()
    stuck: Told | None = None
    why: Refused | None = None
    left: tuple[Told, ...] = ()


class Timeline:
    """A log as it is in force: its game, and its actions in order, the opening first.

    `states` are those known already: before the first action (None), then after each.
    """

    def __init__(self, game: Game, told: tuple[Told, ...], states: Sequence[Any] = (None,)) -> None:
        self.game, self.told = game, told
        self._states = list(states)

    def state(self, i: int) -> Any:
        """Give the state before the `i`-th action, or after the last; each is made once."""
        for told in self.told[len(self._states) - 1 : i]:
            self._states.append(fold(self.game, self._states[-1], told))
        return self._states[i]

    @property
    def end(self) -> Any:
        """Give the state in force now."""
        return self.state(len(self.told))

    def before(self, seq: int) -> Any:
        """Give the state before the action that entry `seq` belongs to; None before the opening."""
        return self.state(self.index(seq))

    def after(self, seq: int) -> Any:
        """Give the state after the action that entry `seq` belongs to, and what followed from it."""
        return self.state(self.index(seq) + 1)

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


def fold(game: Game, state: Any, told: Told) -> Any:
    """Apply an action and what followed from it."""
    for event in (told.event, *told.consequences):
        state = game.evolve(state, event)
    return state


def retell(game: Game, state: Any, actions: Sequence[Told], *, skip: bool = False) -> Retelling:
    """Judge actions again one by one from a state; stop at the first that is refused, or `skip` such."""
    return Teller(game, state).tell_all(actions, skip=skip)


class Keeper(Protocol):
    """The table that keeps a game which is told again for good, and not only in thought."""

    @property
    def revision(self) -> int:
        """Give the seq of the last entry."""

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
        self.steps: list[tuple[JudgedEvent, ...]] = []
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
        if self._is_passed_over(action.event):
            return None
        verdict = self._judge(action.event)
        if isinstance(verdict, Refused):
            return None if self._is_derived_now(action.event) else verdict
        self._note_place(action, self._place)
        self._accept(action.seq, verdict)
        self._see(action)
        return None

    def drop(self, n: int) -> None:
        """Write that the first `n` acts that still wait are not told again."""
        back = TakenBack((self._place or 1) - 1, dropped=n)
        fact = JudgedEvent(back, "observation", SHARED_RULES[TakenBack])
        self._accept(None, Accepted((fact,), self.state))

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
        event = renumber(event, codec_for(self.game.id), lambda seq, _: self._moved.get(seq, seq))
        return self.game.decide(self.state, self._keeper.as_said(self.state, event))

    def _accept(self, seq: int | None, verdict: Accepted) -> None:
        first, *consequences = verdict.judged
        self.state = verdict.state
        self.told.append(Told(seq, first.event, tuple(judged.event for judged in consequences)))
        self.steps.append(verdict.judged)
        self._derived = Counter(type(judged.event) for judged in consequences)
        if self._place is not None:
            self._place += len(verdict.judged)

    def _is_passed_over(self, event: Event) -> bool:
        """Whether only a referee who deals could say an event, which owes none such now."""
        return self._keeper is not None and self._keeper.unsayable(self.state, event) is not None

    def _is_derived_now(self, event: Event) -> bool:
        """Whether the table saw something once that the referee now derived just before."""
        if getattr(event, "seat", None) is not None or not self._derived[type(event)]:
            return False
        self._derived[type(event)] -= 1
        return True

    def _see(self, action: Told) -> None:
        """Let the table see what once followed from an action by itself, and no longer does."""
        missing = Counter(map(type, action.consequences)) - self._derived
        for event in action.consequences:
            if missing[type(event)]:
                verdict = self.game.decide(self.state, event)
                if isinstance(verdict, Accepted):
                    self._accept(None, verdict)

    def _note_place(self, action: Told, place: int | None) -> None:
        if place is not None and action.seq is not None and action.end is not None:
            self._moved |= dict.fromkeys(range(action.seq, action.end + 1), place)


def worth_telling(actions: Iterable[Told]) -> tuple[Told, ...]:
    """Leave proposals and their answers out of actions to tell again: what they asked about is gone."""
    return tuple(told for told in actions if not isinstance(told.event, PROPOSING))


def waiting_in(every: Iterable[Told]) -> tuple[Told, ...]:
    """List what is offered again after these actions and take-backs.

    It waits until it is dropped, or told again: an action uses up the first that waits if it is the same.
    """
    waiting = Waiting()
    for told in every:
        waiting.take(told)
    return waiting.now


class Waiting:
    """What is offered again as a log goes on; `offered` is that before the last take-back dropped any."""

    def __init__(self) -> None:
        self.now: tuple[Told, ...] = ()
        self.offered: tuple[Told, ...] = ()
        self._kept: list[Told] = []

    def take(self, told: Told) -> None:
        """Go on by an action or a take-back."""
        if isinstance(told.event, TakenBack):
            to = told.event.to
            self.offered = (*worth_telling(t for t in self._kept if (t.seq or 0) > to), *self.now)
            self.now = self.offered[told.event.dropped :]
            self._kept = [t for t in self._kept if (t.seq or 0) <= to]
        else:
            self._kept.append(told)
            self.now = left_after(self.now, told.event)


def left_after(waiting: tuple[Told, ...], event: Event) -> tuple[Told, ...]:
    """Return what still waits after `event` was told."""
    return waiting[1:] if waiting and is_same(waiting[0].event, event) else waiting


def is_same(was: Event, now: Event) -> bool:
    """Whether an event is another told again: a dispute names its entry by where that stands now."""
    if isinstance(was, DisputeOpened) and isinstance(now, DisputeOpened):
        return was.id == now.id
    return was == now
