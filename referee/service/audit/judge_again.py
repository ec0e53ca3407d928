"""Judge an old log by today's rules: chain whole, every fact derived again, everything conserved."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from events.base import REFEREE, Event
from events.codec import MalformedError
from events.envelope import Entry
from events.table import PositionTold, TableOpened, TakenBack
from referee.kernel.chance import NOT_AS_SEEDED
from referee.kernel.game import Game
from referee.kernel.play import Mended
from referee.kernel.registry import find_game
from referee.kernel.table import Seal
from referee.kernel.verdict import Accepted, JudgedEvent, Refused, Verdict
from referee.kernel.vocabulary import explain_unreadable
from referee.service.logs.chain import DamagedLogError
from referee.service.logs.reapply import judge_position
from referee.service.logs.replay import IMPOSSIBLE, EmptyLogError, WayBack, replay, states, with_codec
from referee.service.logs.sources import Log, gone_back_to, proved, seed_in
from referee.service.tables.table import author_of


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something an audit did not find as it should be.

    `reason` is a message id with `args`; `found` is what the log has at `seq`, `expected` what
    would have been right, `refused` why today's rules would not have taken it. `older_rules` is the version
    of the rules the table was opened at, where a rule corrected since then explains it: that is no fault.
    """

    seq: int
    reason: str
    args: dict[str, Any] = {}
    found: Event | None = None
    expected: Event | None = None
    refused: Refused | None = None
    is_damage: bool = False
    older_rules: int | None = None


def faults_of(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings that no rule corrected since explains."""
    return tuple(finding for finding in findings if finding.older_rules is None)


Watch = Callable[[Iterator[bytes]], Iterator[bytes]]
"""Sees every line pass: a progress bar, say."""


def audit(log: Log, watch: Watch = iter) -> Iterator[Finding]:
    """Yield every difference, in order of seq; a sound log has none. Damage ends the audit.

    `watch` sees every line pass.

    Raises EmptyLogError, NewerLogError, MalformedError where the first entry is no opening.
    """
    beside = [damage(fault) for fault in log.faults()]
    yield from beside
    seq = 0
    try:
        codec, lines = with_codec(watch(proved(log)))
        auditor = Auditor(find_game(codec.game), gone_back_to(log.lines()), seed_in(log.lines))
        for seq, line in enumerate(lines, 1):  # noqa: B007 - told where the damage is
            yield from auditor.take(codec.entry(line))
        yield from auditor.end(seq + 1)
        yield from auditor.clashing(log)
    except EmptyLogError:
        if not beside:
            raise
    except DamagedLogError as error:
        yield damage(error)
    except MalformedError as error:
        if seq <= 1:
            raise
        yield Finding(
            seq=seq,
            reason="log.unreadable",
            args={"seq": seq, "why": explain_unreadable(error)},
            is_damage=True,
        )


def damage(error: DamagedLogError) -> Finding:
    """Return the finding of what is not as it was written."""
    return Finding(seq=error.seq, reason=error.reason, args=error.args_, is_damage=True)


def never_opened(log: Log) -> tuple[Seal, ...]:
    """Return the seals that still lie unopened when a game is over; () while it lasts."""
    if not any(b"secret_sealed" in line for line in log.lines()):
        return ()
    replayed = replay(log)
    if replayed.game.winners(replayed.state) is None and not replayed.state.closed:
        return ()
    seals: tuple[Seal, ...] = replayed.state.seals
    return seals


def _mended_since(game: Game, state: Any) -> tuple[Mended, ...]:
    """Return what rules were corrected since the table was opened; none at today's version."""
    # Nothing for a table opened at today's version.
    if state.opened_at is None:
        return ()
    return tuple(each for each in game.mended if each.version > state.opened_at)


class _ToldPosition:
    """A position told at entry `seq`, whose acts still follow; `after` is the state after the last of them.

    `is_last`: the action taken last is the position itself, or one of its acts.
    """

    def __init__(self, seq: int, event: PositionTold[Any]) -> None:
        self.seq, self.event = seq, event
        self.after: Any = None
        self.is_last = True


class Auditor:
    """Judges entries in order.

    `places` are the entries that take-backs go back to. With a `seed` all that is thrown and dealt is
    compared with it.
    """

    def __init__(self, game: Game, places: frozenset[int], seed: str | None = None) -> None:
        self._game = game
        self._seed = seed
        self._way_back = WayBack(places)
        self._state: Any = None
        self._derived: Any = None
        self._cause = 0
        self._due: deque[JudgedEvent] = deque()
        self._mended: tuple[Mended, ...] = ()
        self._told: _ToldPosition | None = None
        self._worked_out: dict[int, int] = {}
        self._source = 0

    @property
    def is_over(self) -> bool:
        """Return whether the game is won, or the table closed, after the entries taken so far."""
        return self._game.winners(self._state) is not None or self._state.closed

    @property
    def is_of_older_rules(self) -> bool:
        """Return whether the table was opened at an older `rules_version`."""
        return self._state is not None and self._state.opened_at is not None

    def take(self, entry: Entry[Any]) -> Iterator[Finding]:
        """Yield how the next entry differs from what the rules say, and apply it."""
        entry = msgspec.structs.replace(entry, event=self._game.upcast(self._state, entry.event))
        if entry.kind == "consequence":
            yield from self._compare_consequence(entry)
        else:
            yield from self.missing(entry.seq)
            yield from self._compare_with_position(entry)
            yield from self._compare_with_seed(entry)
            yield from self._judge(entry)
        try:
            self._apply(entry)
            if isinstance(entry.event, TableOpened):
                self._mended = _mended_since(self._game, self._state)
        except IMPOSSIBLE:
            yield Finding(seq=entry.seq, reason="log.impossible", args={"seq": entry.seq}, found=entry.event)
            return
        yield from self._inspect(entry)

    def _compare_with_seed(self, entry: Entry[Any]) -> Iterator[Finding]:
        """Yield a finding where the seed gives another throw or deal than the entry has.

        Rules: TAB-CHANCE-01
        """
        if self._seed is None or self._state is None:
            return
        differs = self._game.dealer.differs_from_seed(self._state, entry.event, self._seed)
        if differs is not None:
            yield Finding(
                seq=entry.seq,
                reason="audit.not_as_seeded",
                args={"seq": entry.seq},
                found=entry.event,
                expected=differs.expected,
            )

    def _compare_with_position(self, entry: Entry[Any]) -> Iterator[Finding]:
        """Yield a finding where the acts of a position told end before `entry`, and lead elsewhere.

        What comes by itself between them is no act of theirs.

        Rules: TAB-TOLD-01
        """
        told = self._told
        if told is not None and told.is_last:
            told.after, told.is_last = self._state, False
        if told is not None and entry.cause == told.seq:
            told.is_last, self._worked_out[told.seq] = True, entry.seq
        elif told is not None and not self._comes_by_itself(entry):
            yield from self._end_of_position()
        if isinstance(entry.event, PositionTold):
            self._told, self._worked_out[entry.seq] = _ToldPosition(entry.seq, entry.event), entry.seq

    def _comes_by_itself(self, entry: Entry[Any]) -> bool:
        """Return whether an action is dealt by the referee, or was inferred from one before it."""
        is_inferred = entry.cause is not None and entry.cause < entry.seq
        return is_inferred or self._game.dealer.is_dealt(self._state, entry.event)

    def _end_of_position(self) -> Iterator[Finding]:
        """Yield a finding where the acts of the position told last did not lead there; compare no more."""
        told, self._told = self._told, None
        if told is None:
            return
        after = self._state if told.is_last else told.after
        refused = judge_position(self._game, after, told.event)
        if refused is not None:
            args = {"seq": told.seq}
            yield Finding(
                seq=told.seq, reason="audit.not_as_told", args=args, found=told.event, refused=refused
            )

    def end(self, seq: int) -> Iterator[Finding]:
        """Yield what is missing where the log ends before entry `seq`."""
        yield from self.missing(seq)
        yield from self._end_of_position()

    def missing(self, seq: int) -> Iterator[Finding]:
        """Yield the consequences that should have stood before entry `seq`."""
        while self._due:
            yield self._missing(seq, self._due.popleft().event)

    def _missing(self, seq: int, expected: Event) -> Finding:
        """Return the finding of a consequence missing before `seq`, with `older_rules` if they explain it."""
        is_mended = any(isinstance(expected, each.derived) for each in self._mended)
        mended = self._state.opened_at if is_mended else None
        return Finding(
            seq=seq, reason="audit.missing", args={"seq": seq}, expected=expected, older_rules=mended
        )

    def clashing(self, log: Log) -> Iterator[Finding]:
        """Yield the entry since which the events cannot all be true, if they still cannot; at most one.

        Nothing in a game without `doubt`.
        """
        doubt = self._game.doubt
        if doubt is None or self._state is None or doubt(self._state) is None:
            return
        first: Finding | None = None
        for seq, entry, state in states(log):
            if (doubted := doubt(state)) is None:
                first = None
            elif first is None:
                args = {"seq": seq}
                first = Finding(
                    seq=seq, reason="audit.clashes", args=args, found=entry.event, refused=doubted
                )
        yield from filter(None, [first])

    def _compare_consequence(self, entry: Entry[Any]) -> Iterator[Finding]:
        """Yield how a consequence differs from those due, in its event or in its cause and author."""
        yield from self._align(entry)
        if (entry.cause, entry.by) != (self._cause, REFEREE):
            args = {"seq": entry.seq, "by": REFEREE, "cause": self._cause}
            yield Finding(seq=entry.seq, reason="audit.other_origin", args=args, found=entry.event)

    def _align(self, entry: Entry[Any]) -> Iterator[Finding]:
        """Match a consequence with what is due: what it passes over is missing; what is not due is wrong."""
        due = [judged.event for judged in self._due]
        args = {"seq": entry.seq}
        if entry.event in due:
            for _ in range(due.index(entry.event)):
                yield self._missing(entry.seq, self._due.popleft().event)
            self._due.popleft()
        elif due and type(due[0]) is type(entry.event):
            self._due.popleft()
            yield Finding(
                seq=entry.seq, reason="audit.differs", args=args, found=entry.event, expected=due[0]
            )
        else:
            yield Finding(seq=entry.seq, reason="audit.not_derived", args=args, found=entry.event)

    def _judge(self, entry: Entry[Any]) -> Iterator[Finding]:
        """Yield how an action differs from what would be recorded today; note what is due after it."""
        verdict, may_have_caused = self._decide(entry), self._may_have_caused(entry)
        self._cause, self._derived = entry.seq, None
        if entry.cause is None or entry.cause in self._worked_out:
            self._source = entry.seq
        if verdict == NOT_AS_SEEDED:  # said already, with what the seed gives
            return
        if isinstance(verdict, Refused):
            is_mended = any(verdict.reason in each.refused for each in self._mended)
            yield Finding(
                seq=entry.seq,
                reason="audit.refused",
                args={"seq": entry.seq},
                found=entry.event,
                refused=verdict,
                older_rules=self._state.opened_at if is_mended else None,
            )
            return
        judged = verdict.judged[0]
        self._due.extend(verdict.judged[1:])
        self._derived = verdict.state
        if judged.event != entry.event:
            yield Finding(
                seq=entry.seq,
                reason="audit.differs",
                args={"seq": entry.seq},
                found=entry.event,
                expected=judged.event,
            )
        if (entry.kind, entry.by) != (judged.kind, author_of(judged)) or not may_have_caused:
            origin = {"seq": entry.seq, "by": author_of(judged), "cause": 0}
            yield Finding(seq=entry.seq, reason="audit.other_origin", args=origin, found=entry.event)

    def _may_have_caused(self, entry: Entry[Any]) -> bool:
        """Return whether an action may have been inferred from the entry it names as its cause.

        It may come after it. Of those before it a position told causes the acts that follow it, any other
        what alone was possible then.
        """
        told, cause = self._told, entry.cause
        if cause is None or cause > entry.seq or (told is not None and cause == told.seq):
            return True
        is_forced = told is None or self._game.forced(self._state) == entry.event
        return cause not in self._worked_out and self._source <= cause < entry.seq and is_forced

    def _decide(self, entry: Entry[Any]) -> Verdict:
        """Judge an action again.

        Rules: TAB-BACK-01
        """
        event = entry.event
        if not isinstance(event, TakenBack) or self._state is None:
            return self._game.decide(self._state, event)
        if not self._way_back.is_open(event.to, entry.seq):
            return Refused("table.no_such_entry", ("TAB-BACK-01",), {"to": event.to, "last": entry.seq - 1})
        whole = next(
            (told - 1 for told, last in self._worked_out.items() if told <= event.to < last), event.to
        )
        verdict = self._game.decide(self._state, msgspec.structs.replace(event, to=whole))
        return (
            verdict
            if isinstance(verdict, Refused)
            else Accepted(verdict.judged, self._way_back.state(event.to))
        )

    def _apply(self, entry: Entry[Any]) -> None:
        """Apply an entry to the state, whatever was found; a take-back goes back to the state it names."""
        event = entry.event
        if isinstance(event, TakenBack):
            self._way_back.take_back(event.to, entry.seq)
            self._state = self._way_back.state(event.to, self._state)
        else:
            self._state = self._game.evolve(self._state, event)
        self._way_back.note(entry.seq, self._state)

    def _inspect(self, entry: Entry[Any]) -> Iterator[Finding]:
        """Yield where the state, once nothing is due, is not the one derived, or breaks an invariant."""
        if not self._due and self._derived is not None:
            if self._derived != self._state:
                yield Finding(seq=entry.seq, reason="audit.other_state", args={"seq": entry.seq})
            self._derived = None
        if self._due:  # what is still to follow may be what makes it whole
            return
        for broken in self._game.invariants(self._state):
            args = {"seq": entry.seq, "what": broken}
            yield Finding(seq=entry.seq, reason="audit.invariant", args=args, found=entry.event)
