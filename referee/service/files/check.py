"""Referee a record, or an exported log, again from nothing: one answer a line, then where the game stands.

Lines are read twice, as streams: once to learn which entries are gone back to, once to referee.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from events.base import Event, type_of
from events.codec import Codec, FirstLine, MalformedError, claimed_type, upcast
from events.envelope import Entry, cut, encode
from events.table import TableClosed, TableOpened, TakenBack
from referee.kernel.chance import NOT_AS_SEEDED
from referee.kernel.game import make_thorough
from referee.kernel.registry import all_games, codec_for, codec_of_first_line, find_game, is_game
from referee.kernel.verdict import Accepted, JudgedEvent, Refused, Verdict
from referee.kernel.vocabulary import explain, explain_unreadable
from referee.service.audit.seeds import seed_in
from referee.service.files.record_file import lines_of_file
from referee.service.logs.chain import Chain, DamagedLogError
from referee.service.logs.sources import Placed, Unread

Lines = Callable[[], Iterator[tuple[int, bytes]]]
"""Opens a record or log: numbered lines from 1, no line ends, blank ones left out; called twice."""

Judged = Literal["accepted", "refused", "malformed"]


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one line (numbered from 1).

    `refused` says why not, of a malformed line too; `rules` are those that allowed or forbade it;
    `consequences` are what the referee derived from it. `seq` is set where the log itself is
    damaged at this line; `column` (from 1) where a text stops making sense or says what is refused,
    `expected` what could stand there.
    """

    line: int
    type: str | None
    verdict: Judged
    rules: tuple[str, ...] = ()
    refused: Refused | None = None
    consequences: tuple[Event, ...] = ()
    seq: int | None = None
    column: int | None = None
    expected: tuple[str, ...] = ()

    @property
    def why(self) -> Refused:
        """Say why it was not accepted; raises ValueError where it was."""
        if self.refused is None:
            raise ValueError(self)
        return self.refused


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """Lines by verdict, and where the game stands; `position` in the form `corrected` accepts.

    `winners` are null, too, where it depends on what was never shown who has won.
    """

    accepted: int = 0
    refused: int = 0
    malformed: int = 0
    phase: str | None = None
    turn: str | None = None
    position: Any = None
    winners: tuple[str, ...] | None = None


def check_file(path: Path, *, keep_going: bool = False) -> Iterator[Checked | Summary]:
    """Referee a file; see `check`. Raises OSError where it cannot be read."""
    return check(lines_of_file(path), keep_going=keep_going)


def check(lines: Lines, *, keep_going: bool = False) -> Iterator[Checked | Summary]:
    """Give one Checked a line, and a Summary last.

    Stops after the first line that is not accepted; with `keep_going` such a line is skipped.
    Raises NewerLogError for a log from a newer version.
    """
    checker = checker_of(lines)
    seen = False
    for number, line in lines():
        seen = True
        checked = checker.take(number, line)
        yield checked
        if checked.verdict != "accepted" and not keep_going:
            break
    if not seen:
        yield checker.count(Checked(line=1, type=None, verdict="malformed", refused=Refused("log.empty")))
    yield checker.summary()


def checker_of(lines: Lines) -> "Checker":
    """Make ready to referee lines: learn what they go back to, and the seed they show."""
    return Checker(gone_back_to(lines), seed_in(lambda: (line for _, line in lines())))


def gone_back_to(lines: Lines) -> frozenset[int]:
    """Find which lines, or seqs, the take-backs of a file name."""
    found = set()
    for _, line in lines():
        if b"taken_back" in line:
            try:
                back = _BACK.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                continue
            found |= {back.to, back.event.to if back.event else None}
    return frozenset(to for to in found if to is not None)


class _BackEvent(msgspec.Struct, frozen=True):
    to: int | None = None


class _Back(msgspec.Struct, frozen=True):
    to: int | None = None
    event: _BackEvent | None = None


_BACK = msgspec.json.Decoder(_Back)
_FIRST = msgspec.json.Decoder(FirstLine)
_RAW = msgspec.json.Decoder(dict[str, Any])


class Checker:
    """Referees line by line; `places` are the lines (of a log: the seqs) to remember states of."""

    def __init__(self, places: frozenset[int], seed: str | None = None) -> None:
        """Start before the first line; with a `seed` all that is thrown and dealt is compared with it."""
        self._places = places
        self._seed = seed
        self._is_seed_open = False
        self._unlike: int | None = None
        # Known from the first line on; nothing below `_take` is asked before.
        self._game: Any = None
        self._acts: frozenset[str] = frozenset()
        self._codec: Any = None
        self._chain: Chain | None = None
        self.state: Any = None
        self.event: Event | None = None
        self.accepted: Accepted | None = None
        self._pending: tuple[JudgedEvent, ...] = ()
        self._remembered: dict[int, Any] = {}
        self._kept: list[range] = []
        self._start = 1
        self._counts: dict[str, Any] = {"accepted": 0, "refused": 0, "malformed": 0}

    @property
    def is_log(self) -> bool:
        """Whether the lines are entries of an exported log, not bare events."""
        return self._chain is not None

    @property
    def judged(self) -> tuple[JudgedEvent, ...]:
        """List what the line taken last made happen; nothing where it was not accepted."""
        return self.accepted.judged if self.accepted is not None else ()

    def take(self, number: int, line: bytes) -> Checked:
        """Referee the next line. Raises NewerLogError."""
        self.event = self.accepted = None
        checked = self._take(number, line)
        if isinstance(line, Placed) and checked.verdict != "accepted":
            checked = replace(checked, column=line.column, expected=line.expected)
        return self.count(checked)

    def count(self, checked: Checked) -> Checked:
        """Count a line by its verdict."""
        self._counts[checked.verdict] += 1
        return checked

    def summary(self) -> Summary:
        """Say where the game stands."""
        if self._game is None or self.state is None:
            return Summary(**self._counts)
        return Summary(
            **self._counts,
            phase=self._game.phase(self.state),
            turn=self._game.turn(self.state),
            position=self._game.position(self.state, "referee"),
            winners=None if self._game.undecided(self.state) else self._game.winners(self.state),
        )

    def _take(self, number: int, line: bytes) -> Checked:
        if isinstance(line, Unread):
            return not_read(number, line)
        if self._codec is None and (trouble := self._start_with(number, line)):
            return trouble
        try:
            place, event, entry = self._read(number, line)
        except DamagedLogError as error:
            return malformed(number, line, error.reason, error.args_, error.seq)
        except MalformedError as error:
            return malformed(number, line, *why_malformed(error, line, self._codec))
        self.event = event
        verdict = self._judge(place, event, entry, line)
        if isinstance(verdict, Refused):
            return refused(number, type_of(event), verdict)
        if place in self._places:
            self._remembered[place] = self.state
        rules = tuple(dict.fromkeys(rule for judged in verdict.judged for rule in judged.rules))
        consequences = tuple(judged.event for judged in verdict.judged[1:])
        return Checked(
            line=number, type=type_of(event), verdict="accepted", rules=rules, consequences=consequences
        )

    def _start_with(self, number: int, line: bytes) -> Checked | None:
        """Learn from the first line which game and which form this is; say what is wrong with it."""
        try:
            first = _FIRST.decode(line)
            name = (first.event or first).game
            if name is not None and not is_game(name):
                args = {"game": name, "known": ", ".join(all_games())}
                return refused(number, "table_opened", Refused("table.unknown_game", ("TAB-OPEN-01",), args))
            self._codec, is_log = codec_of_first_line(line)
        except (MalformedError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            if is_event(line):
                return refused(number, claimed(line), Refused("table.not_open", ("TAB-OPEN-05",)))
            return malformed(number, line, *why_malformed(error, line))
        game = find_game(self._codec.game)
        # A log holds what each seat could know; whoever writes a record names all of it.
        self._game = game if is_log else make_thorough(game)
        self._acts = frozenset(type_of(act.event) for act in game.acts)
        self._chain = Chain() if is_log else None
        return None

    def _read(self, number: int, line: bytes) -> tuple[int, Event, Entry[Any] | None]:
        """Decode a line: its line number or seq, the event, and the entry of a log."""
        if self._chain is None:
            return number, self._codec.event(line), None
        entry = self._codec.entry(self._chain.prove(line))
        return entry.seq, entry.event, entry

    def _judge(self, place: int, event: Event, entry: Entry[Any] | None, line: bytes) -> Verdict:
        is_claim = entry.kind == "consequence" if entry else self._is_pending(event)
        if is_claim:
            return self._match(event, self._stated(line))
        if isinstance(event, TakenBack) and self.state is not None:
            verdict = self._go_back(place, event)
        else:
            verdict = self._judge_chance(place, event) or self._game.decide(self.state, event)
        if isinstance(verdict, Refused):
            return self._not_derived(event) if verdict.reason == "table.only_derived" else verdict
        if isinstance(event, TableOpened):
            self._is_seed_open = event.seed is not None
        self.state, self.accepted = verdict.state, verdict
        self._pending = verdict.judged[1:]
        return verdict

    def _judge_chance(self, place: int, event: Event) -> Refused | None:
        """Refuse what the seed of the opening does not give; where the closing shows the seed, the closing.

        Rules: TAB-CHANCE-01
        """
        if self._seed is None or self.state is None:
            return None
        if isinstance(event, TableClosed) and self._unlike is not None:
            return Refused("table.not_of_seed", NOT_AS_SEEDED.rules, {"n": self._unlike})
        if self._game.dealer.differs_from_seed(self.state, event, self._seed) is None:
            return None
        if self._is_seed_open:
            return NOT_AS_SEEDED
        self._unlike = place if self._unlike is None else self._unlike
        return None

    def _stated(self, line: bytes) -> frozenset[str] | None:
        """Name the fields that a consequence states; None where it states all there are today."""
        is_old = self._codec.version < self._codec.today
        if self.is_log and not is_old:
            return None
        raw = _RAW.decode(line)
        raw = raw["event"] if self.is_log else raw
        return frozenset(upcast(self._codec.upcasters, raw, self._codec.version, self._codec.today))

    def _is_pending(self, event: Event) -> bool:
        """Whether a line may tell what was derived: of an act that may be either, by the same seat."""
        alike = [judged.event for judged in self._pending if type(judged.event) is type(event)]
        if type_of(event) not in self._acts:
            return bool(alike)
        seat = getattr(event, "seat", None)
        return any(getattr(derived, "seat", None) == seat for derived in alike)

    def _match(self, event: Event, stated: frozenset[str] | None) -> Verdict:
        """Hold a consequence that is written down against the next of its type that was derived.

        Rules: TAB-REC-01
        """
        for i, derived in enumerate(self._pending):
            if type(derived.event) is type(event):
                if agree(event, derived.event, stated):
                    self._pending = self._pending[i + 1 :]
                    return Accepted((), self.state)
                args = {"event": type_of(event), "expected": encode(derived.event).decode()}
                rules = tuple(dict.fromkeys((*self._cited(event), *derived.rules)))
                return Refused("record.differs", rules, args)
        return self._not_derived(event)

    def _not_derived(self, event: Event) -> Refused:
        return Refused("record.not_derived", self._cited(event), {"event": type_of(event)})

    def _cited(self, event: Event) -> tuple[str, ...]:
        """Give the rules that derive a consequence, and the one that holds a record to them.

        Rules: TAB-REC-01
        """
        derive: tuple[str, ...] = self._game.consequence_rules.get(type_of(event), ())
        return (*derive, "TAB-REC-01")

    def _go_back(self, place: int, event: TakenBack) -> Verdict:
        """Go back to the state after a line (of a log: an entry), with all that followed from it.

        Rules: TAB-BACK-01
        """
        verdict = self._game.decide(self.state, event)
        if isinstance(verdict, Refused):
            return verdict
        if event.dropped and event.to == place - 1:
            return Accepted(verdict.judged, self.state)  # nothing is taken back
        kept = [*self._kept, range(self._start, place)]
        if event.to not in self._remembered or not any(event.to in seqs for seqs in kept):
            args = {"to": event.to, "last": place - 1}
            return Refused("table.no_such_entry", ("TAB-BACK-01",), args)
        self._kept = cut(self._kept, range(self._start, place), event.to)
        self._start = place
        return Accepted(verdict.judged, self._remembered[event.to])


def agree(event: Event, derived: Event, stated: frozenset[str] | None) -> bool:
    """Whether a consequence written down says what was derived, in the fields it states (None: all).

    How a reason is worded is nobody's rule.
    """
    fields = set(event.__struct_fields__) - {"reason"}
    if stated is not None:
        fields &= stated
    return all(getattr(event, field) == getattr(derived, field) for field in fields)


def refused(number: int, type: str | None, why: Refused) -> Checked:
    """Answer a line that the rules forbid."""
    return Checked(line=number, type=type, verdict="refused", rules=why.rules, refused=why)


def malformed(number: int, line: bytes, reason: str, args: dict[str, Any], seq: int | None = None) -> Checked:
    """Answer a line that is no event."""
    why = Refused(reason, (), args)
    return Checked(line=number, type=claimed(line), verdict="malformed", refused=why, seq=seq)


def not_read(number: int, line: Unread) -> Checked:
    """Answer a line of a text that means nothing."""
    why = Refused(line.problem.reason, (), line.problem.args_)
    return Checked(line=number, type=None, verdict="malformed", refused=why)


def why_malformed(error: Exception, line: bytes, codec: Codec | None = None) -> tuple[str, dict[str, Any]]:
    """Tell bytes that are no text from text that is no event, in words of the vocabulary if known."""
    try:
        line.decode()
    except UnicodeDecodeError:
        return "log.not_text", {}
    if codec is not None and isinstance(error, MalformedError):
        return "log.malformed", {"why": explain(codec, line, error)}
    if codec is None and line[:1] != b"{":
        return "log.no_beginning", {}
    return "log.malformed", {"why": explain_unreadable(error)}


def claimed(line: bytes) -> str | None:
    """Read the `type` of a bare event or of an entry; None where there is none."""
    try:
        first = _FIRST.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return claimed_type(line)
    return first.event.type if first.event else first.type


def is_event(line: bytes) -> bool:
    """Whether a line is an event of some game, an opening apart."""
    if claimed(line) in {None, "table_opened"}:
        return False
    for game in all_games():
        try:
            codec_for(game).event(line)
        except MalformedError:
            continue
        return True
    return False
