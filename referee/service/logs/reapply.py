"""Reapply actions on a state, one after the other, where something before them has changed."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from events.base import Event
from events.table import PositionTold, TakenBack
from referee.kernel.game import Game
from referee.kernel.registry import codec_for
from referee.kernel.shared import SHARED_RULES, renumber
from referee.kernel.verdict import Accepted, Inferred, JudgedEvent, Refused, Verdict
from referee.service.logs.effective import Action, count_together


def infer(
    game: Game, state: Any, event: Event, implied: Sequence[Event] | None = None
) -> tuple[Accepted, ...]:
    """Return a refused event as it is accepted after what it implies, each judged on the one before.

    `implied` comes before it; None: the only events that make it possible. Empty where nothing does.
    """
    before = game.implied(state, event) if implied is None else implied
    steps: list[Accepted] = []
    for each in (*before, event) if before else ():
        verdict = game.decide(state, each)
        if isinstance(verdict, Refused):
            return ()
        state = verdict.state
        steps.append(verdict if each is event else mark_inferred(verdict, "implied"))
    return tuple(steps)


def mark_inferred(verdict: Accepted, inferred: Inferred) -> Accepted:
    """Return a verdict whose action nobody told."""
    first, *rest = verdict.judged
    return replace(verdict, judged=(replace(first, inferred=inferred), *rest))


def mark_by_itself(game: Game, state: Any, verdict: Accepted) -> Accepted:
    """Return the verdict on what came by itself at `state`: forced, unless the referee rolled or dealt it."""
    is_dealt = game.dealer.is_dealt(state, verdict.judged[0].event)
    return verdict if is_dealt else mark_inferred(verdict, "forced")


NOT_POSSIBLE = Refused("catchup.not_possible", SHARED_RULES[PositionTold])
"""One of the acts worked out from a position told is refused, where they were the right ones once."""


def judge_position(game: Game, state: Any, told: PositionTold[Any]) -> Refused | None:
    """Return why a position that was told is not that of a state; None where it is.

    Rules: TAB-TOLD-01
    """
    from referee.service.catch_up.told import Told, facts_told  # 1 ms of a cold start

    differing = Told(game, facts_told(game, told.position)).differing(state)
    return Refused("catchup.not_so", SHARED_RULES[PositionTold]) if differing else None


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
        """Return what comes next by itself; None where people have to say what comes."""

    def as_said(self, state: Any, event: Event) -> Event:
        """Return an event as it is judged: without the result of its throw, where the referee throws."""

    def unsayable(self, state: Any, event: Event) -> Refused | None:
        """Refuse an event that only a referee who deals can know; None for any other."""

    def may_read_all(self, viewer: str | None, *, waiting: bool = False) -> bool:
        """Return whether a viewer (None: everybody) may read all that is in force, or also what waits."""


class Reapplier:
    """Reapplies actions from `state` on, and collects them with what follows from them now.

    An observation that the referee now derives by itself is passed over; a consequence that the referee no
    longer derives is judged as an observation of the table. `lead` are the consequences of the event before
    the first action. With a `table` what comes by itself does, and entry numbers are counted from the
    table's next entry on; without one (None) nothing comes by itself. Nothing is written.

    Acts worked out from a position told are reapplied with it where they still lead there. Where they do
    not, those that now do are put in their place if they are the only ones, else the position is refused.
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
        self._told: tuple[PositionTold[Any], int] | None = None

    def reapply_all(self, actions: Sequence[Action], *, skip: bool = False) -> ReapplyResult:
        """Reapply actions in order, up to the first that is refused; `skip` passes over such."""
        i = 0
        while i < len(actions):
            first, *worked_out = actions[i : i + count_together(actions, i)]
            is_told = isinstance(first.event, PositionTold)
            refused = self._reapply_told(first, worked_out) if is_told else self.reapply(first)
            if refused is not None and not skip:
                return ReapplyResult(self.state, tuple(self.actions), first, refused, tuple(actions[i:]))
            i += 1 + len(worked_out)
        self.deal()
        return ReapplyResult(self.state, tuple(self.actions))

    def apply_new(self, event: Event) -> Refused | None:
        """Apply an event that was not recorded before; return its refusal, None where it was accepted.

        What comes after a position told was worked out from it: see `complete_told`.
        """
        refused = self._apply(event, None)
        if refused is not None and self._told is not None:
            since = self.actions[self._told[1] :]
            # A card that the referee knew was turned up by itself meanwhile.
            return None if any(event in each.consequences for each in since) else NOT_POSSIBLE
        if refused is None and isinstance(event, PositionTold):
            self._told = event, len(self.actions)
        return refused

    def _apply(self, event: Event, seq: int | None) -> Refused | None:
        """Apply an event, unless the referee derives it now; `seq`: its entry in the old log, None if new."""
        if isinstance(event, TakenBack) and self._table is not None:
            verdict = self._table.judge(event)
        else:
            if self.deal(event) is not None and self.actions[-1].event == event:
                self._mark_last_worked_out()
                return None  # it came by itself
            self.deal()
            verdict = self._judge(event)
        if isinstance(verdict, Refused):
            return None if self._accept_inferred(seq, event) else verdict
        self._accept(seq, verdict)
        self._mark_last_worked_out()
        return None

    def complete_told(self) -> Refused | None:
        """Return why the acts applied since a position was told do not lead there; None where they do.

        Where there are none, those that alone lead there are worked out and applied.

        Rules: TAB-TOLD-01
        """
        if self._told is None:
            return None
        told, n = self._told
        refused = judge_position(self.game, self.state, told)
        if refused is not None and n == len(self.actions):
            refused = self._work_out(told)
        self._told = None
        return refused

    def _work_out(self, told: PositionTold[Any]) -> Refused | None:
        """Apply the only acts that lead to a position told, as far as all may know; refused without such.

        Rules: TAB-TOLD-01
        """
        from referee.service.catch_up.find import find_ways  # 3 ms of a cold start
        from referee.service.catch_up.told import Told, facts_told  # loaded with it

        table = self._table
        is_open = self.game.is_open if table is None else table.may_read_all(None, waiting=True)
        known = self.state if is_open else self.game.known(self.state, None)
        known = replace(known, seed=None)  # nobody finds out by trying what it would give
        found = find_ways(self.game, known, Told(self.game, facts_told(self.game, told.position)))
        if len(found.ways) != 1 or found.is_bound:
            reason = "bound" if found.is_bound else "which" if found.ways else "none"
            return Refused(f"catchup.{reason}", SHARED_RULES[PositionTold])
        refusals = (self.apply_new(event) for event in found.ways[0].acts)
        return next(filter(None, refusals), None) or judge_position(self.game, self.state, told)

    def _reapply_told(self, action: Action, worked_out: Sequence[Action]) -> Refused | None:
        """Reapply a position told with its acts; return why they are not possible, None where they are.

        Rules: TAB-TOLD-01
        """
        before, place = self._save(), self._place
        refused = self.reapply(action)
        if refused is None:
            told: Any = self.actions[-1].event
            after, self._told = self._save(), (told, len(self.actions))
            if not self._lead_on(worked_out, told):
                self._restore(after)
                refused = self._work_out(told)
                for each in worked_out:
                    self._note_place(each, place)
            self._told = None
        if refused is not None:
            self._restore(before)
        return refused

    def _lead_on(self, worked_out: Sequence[Action], told: PositionTold[Any]) -> bool:
        """Reapply acts worked out from a position told; return whether they still can be and lead there."""
        for action in worked_out:
            place = self._place
            if self._table is not None and self._table.unsayable(self.state, action.event):
                continue
            if self._apply(action.event, action.seq) is not None:
                return False
            self._note_place(action, place)
        return judge_position(self.game, self.state, told) is None

    def _accept_inferred(self, seq: int | None, event: Event) -> bool:
        """Accept a refused event after what it implies; return whether that makes it possible."""
        steps = () if self._table is None else infer(self.game, self.state, event)
        for each in steps:
            self._accept(seq if each is steps[-1] else None, each)
            self._mark_last_worked_out()
        return bool(steps)

    def _mark_last_worked_out(self) -> None:
        """Mark the last action as worked out, where a position was told before it."""
        if self._told is not None:
            first, *rest = self.steps[-1]
            self.steps[-1] = (replace(first, inferred="worked_out"), *rest)

    def reapply(self, action: Action) -> Refused | None:
        """Reapply one action; return its refusal, None where it was accepted or is derived by itself now."""
        if action.is_worked_out:
            return None  # the position it was worked out from is told no more
        if (dealt := self.deal(action.event)) is not None:
            self._note_place(action, dealt)
            return None
        if self._table is not None and self._table.unsayable(self.state, action.event):
            return None  # only a referee who deals could say it, and it owes none such now
        verdict = self._judge(action.event)
        if isinstance(verdict, Refused):
            if self._is_derived_now(action.event) or action.is_inferred:
                return None
            if not self._accept_inferred(action.seq, action.event):
                return verdict
            self._note_place(action, (self._place or 1) - len(self.steps[-1]))
            return None
        self._note_place(action, self._place)
        self._accept(action.seq, mark_inferred(verdict, "implied") if action.is_implied else verdict)
        self._observe_missing(action)
        return None

    def drop(self, n: int) -> None:
        """Add a take-back that drops the first `n` actions that still wait."""
        back = TakenBack((self._place or 1) - 1, dropped=n)
        fact = JudgedEvent(back, "observation", SHARED_RULES[TakenBack])
        self._accept(None, Accepted((fact,), self.state))

    def deal(self, wanted: Event | None = None) -> int | None:
        """Do what comes by itself, up to what is rolled or dealt of the type of `wanted`, or is `wanted`.

        All of it where that is None. Return the entry that event will have; None where it did not come.
        """
        while self._table is not None and (owed := self._table.owed(self.state)) is not None:
            place, verdict = self._place, self.game.decide(self.state, owed)
            if isinstance(verdict, Refused):
                return None
            verdict = mark_by_itself(self.game, self.state, verdict)
            self._accept(None, verdict)
            is_dealt = verdict.judged[0].inferred is None
            if owed == wanted or (is_dealt and type(owed) is type(wanted)):
                return place
        return None

    def _judge(self, event: Event) -> Verdict:
        """Judge an event on the state; at a table as a submission, entry numbers in it brought up to date."""
        if self._table is None:
            return self.game.decide(self.state, event)
        if refused := self._table.unsayable(self.state, event):
            return refused
        event = renumber(event, codec_for(self.game.id), lambda seq, _: self._moved.get(seq, seq))
        return self.game.decide(self.state, self._table.as_said(self.state, event))

    def _save(self) -> tuple[Any, ...]:
        """Return all that applying actions changes; see `_restore`."""
        done = len(self.actions)
        return self.state, done, self._place, self._derived.copy(), self._moved.copy()

    def _restore(self, saved: tuple[Any, ...]) -> None:
        """Go back to what `_save` returned."""
        self.state, done, self._place, self._derived, self._moved = saved
        del self.actions[done:], self.steps[done:]

    def _accept(self, seq: int | None, verdict: Accepted) -> None:
        """Apply an accepted event and collect it; `seq` is its entry in the old log (None: it had none)."""
        first, *consequences = verdict.judged
        self.state = verdict.state
        self.actions.append(Action(seq, first.event, tuple(judged.event for judged in consequences)))
        self.steps.append(verdict.judged)
        self._derived = Counter(type(judged.event) for judged in consequences)
        if self._place is not None:
            self._place += len(verdict.judged)

    def _is_derived_now(self, event: Event) -> bool:
        """Return whether the referee now derived, just before, what the table observed once.

        Each event derived counts once. Never for an event of a seat.
        """
        # The table saw it once, and the referee now derived it just before.
        if getattr(event, "seat", None) is not None or not self._derived[type(event)]:
            return False
        self._derived[type(event)] -= 1
        return True

    def _observe_missing(self, action: Action) -> None:
        """Record consequences of an action that are no longer derived as observations, where accepted."""
        missing = Counter(map(type, action.consequences)) - self._derived
        for event in action.consequences:
            if missing[type(event)]:
                verdict = self.game.decide(self.state, event)
                if isinstance(verdict, Accepted):
                    self._accept(None, verdict)

    def _note_place(self, action: Action, place: int | None) -> None:
        """Note that the entries of an action now stand at `place` (None: nowhere), for events naming them."""
        if place is not None and action.seq is not None and action.end is not None:
            self._moved |= dict.fromkeys(range(action.seq, action.end + 1), place)
