"""Reapply actions on a state, one after the other, where something before them has changed."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from events.base import Event
from events.table import TakenBack
from referee.kernel.game import Game
from referee.kernel.registry import codec_for
from referee.kernel.shared import SHARED_RULES, renumber
from referee.kernel.verdict import Accepted, JudgedEvent, Refused, Verdict
from referee.service.logs.effective import Action


class ReapplyResult(msgspec.Struct, frozen=True):
    """What came of actions that were reapplied.

    `actions` were possible, with what follows from them now; `state` is the state after them. `stuck` is
    the first that was refused, `why` the refusal, `left` it and everything after it; None, None and () where
    none was.
    """

    state: Any
    actions: tuple[Action, ...] = ()
    stuck: Action | None = None
    why: Refused | None = None
    left: tuple[Action, ...] = ()


def reapply(game: Game, state: Any, actions: Sequence[Action], *, skip: bool = False) -> ReapplyResult:
    """Return what comes of actions judged one by one from `state`, up to the first refused; see `Reapplier`.

    `skip` passes over those that are refused.
    """
    return Reapplier(game, state).reapply_all(actions, skip=skip)


class _TableInSession(Protocol):
    """The table whose log the actions will be written to: `Table` has all of it."""

    @property
    def revision(self) -> int:
        """The seq of the last entry."""

    def judge(self, event: Event) -> Verdict:
        """Judge an event on the state of the table."""

    def owed(self, state: Any) -> Event | None:
        """Return what the referee has to roll or deal next; None where it owes nothing."""

    def as_said(self, state: Any, event: Event) -> Event:
        """Return a submission without what is not its seat's to say."""

    def unsayable(self, state: Any, event: Event) -> Refused | None:
        """Refuse what only the referee can say."""


class Reapplier:
    """Reapplies actions from `state` on, and collects them with what follows from them now.

    An observation that the referee now derives by itself is passed over; a consequence that the referee no
    longer derives is judged as an observation of the table. `lead` are the consequences of the event before
    the first action. A `table` deals what is due, and the actions are meant for its log, from its next
    entry on; without one (None) nothing is written, and nothing dealt.
    """

    def __init__(
        self, game: Game, state: Any, lead: Sequence[Event] = (), *, table: _TableInSession | None = None
    ) -> None:
        self.game, self.state, self._table = game, state, table
        self.actions: list[Action] = []
        self.steps: list[tuple[JudgedEvent, ...]] = []
        self._place = None if table is None else table.revision + 1
        self._derived = Counter(map(type, lead))
        self._moved: dict[int, int] = {}

    def reapply_all(self, actions: Sequence[Action], *, skip: bool = False) -> ReapplyResult:
        """Reapply actions in order, up to the first that is refused; `skip` passes over such."""
        for i, action in enumerate(actions):
            refused = self.reapply(action)
            if refused is not None and not skip:
                return ReapplyResult(self.state, tuple(self.actions), action, refused, tuple(actions[i:]))
        self.deal()
        return ReapplyResult(self.state, tuple(self.actions))

    def apply_new(self, event: Event) -> Refused | None:
        """Apply something that was not recorded before; return the refusal, if any."""
        if isinstance(event, TakenBack) and self._table is not None:
            verdict = self._table.judge(event)
        else:
            self.deal()
            verdict = self._judge(event)
        if isinstance(verdict, Refused):
            return verdict
        self._accept(None, verdict)
        return None

    def reapply(self, action: Action) -> Refused | None:
        """Reapply one action; return the refusal, if any."""
        if (dealt := self.deal(action.event)) is not None:
            self._note_place(action, dealt)
            return None
        if self._table is not None and self._table.unsayable(self.state, action.event):
            return None  # only a referee who deals could say it, and it owes none such now
        verdict = self._judge(action.event)
        if isinstance(verdict, Refused):
            return None if self._is_derived_now(action.event) else verdict
        self._note_place(action, self._place)
        self._accept(action.seq, verdict)
        self._observe_missing(action)
        return None

    def drop(self, n: int) -> None:
        """Add a take-back that drops the first `n` actions that still wait."""
        back = TakenBack((self._place or 1) - 1, dropped=n)
        fact = JudgedEvent(back, "observation", SHARED_RULES[TakenBack])
        self._accept(None, Accepted((fact,), self.state))

    def deal(self, wanted: Event | None = None) -> int | None:
        """Deal what the referee owes, up to the first event of the type of `wanted` (None: all of it).

        Return the entry that event will have; None where it was not dealt.
        """
        while self._table is not None and (owed := self._table.owed(self.state)) is not None:
            place, verdict = self._place, self.game.decide(self.state, owed)
            if isinstance(verdict, Refused):
                return None
            self._accept(None, verdict)
            if type(owed) is type(wanted):
                return place
        return None

    def _judge(self, event: Event) -> Verdict:
        if self._table is None:
            return self.game.decide(self.state, event)
        if refused := self._table.unsayable(self.state, event):
            return refused
        event = renumber(event, codec_for(self.game.id), lambda seq, _: self._moved.get(seq, seq))
        return self.game.decide(self.state, self._table.as_said(self.state, event))

    def _accept(self, seq: int | None, verdict: Accepted) -> None:
        first, *consequences = verdict.judged
        self.state = verdict.state
        self.actions.append(Action(seq, first.event, tuple(judged.event for judged in consequences)))
        self.steps.append(verdict.judged)
        self._derived = Counter(type(judged.event) for judged in consequences)
        if self._place is not None:
            self._place += len(verdict.judged)

    def _is_derived_now(self, event: Event) -> bool:
        # The table saw it once, and the referee now derived it just before.
        if getattr(event, "seat", None) is not None or not self._derived[type(event)]:
            return False
        self._derived[type(event)] -= 1
        return True

    def _observe_missing(self, action: Action) -> None:
        missing = Counter(map(type, action.consequences)) - self._derived
        for event in action.consequences:
            if missing[type(event)]:
                verdict = self.game.decide(self.state, event)
                if isinstance(verdict, Accepted):
                    self._accept(None, verdict)

    def _note_place(self, action: Action, place: int | None) -> None:
        if place is not None and action.seq is not None and action.end is not None:
            self._moved |= dict.fromkeys(range(action.seq, action.end + 1), place)
