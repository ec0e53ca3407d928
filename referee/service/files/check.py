"""Referee a record, or an exported log, again from nothing: one answer a line, then where the game stands.

Lines are read twice, as streams: once to learn which entries are gone back to, once to referee.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from events.base import Event, type_of
from events.codec import Codec, MalformedError, claimed_type, read_object, upcast
from events.envelope import Entry, encode
from events.table import PositionTold, TableClosed, TableOpened, TakenBack
from referee.kernel.chance import NOT_AS_SEEDED
from referee.kernel.game import make_thorough
from referee.kernel.registry import all_games, codec_for, codec_of_first_line, find_game, is_game
from referee.kernel.shared import ALL_SHARED
from referee.kernel.verdict import Accepted, JudgedEvent, Refused, Verdict
from referee.kernel.vocabulary import explain, explain_unreadable
from referee.service.files.file_lines import Placed, Unread
from referee.service.logs.chain import Chain, DamagedLogError
from referee.service.logs.replay import WayBack
from referee.service.logs.sources import gone_back_to, read_first_line, seed_in

Lines = Callable[[], Iterator[tuple[int, bytes]]]
"""Opens a record or log: numbered lines from 1, no line ends, blank ones left out; called twice."""

Following = Callable[[int], Iterable[tuple[int, Callable[[Any], Event | None]]]]
"""Opens the lines after one: each with its number, and what reads it at a state (None: as no event)."""

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
        """Return why it was not accepted. Raises ValueError where it was."""
        if self.refused is None:
            raise ValueError(self)
        return self.refused


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """How many lines got which verdict, and where the game stands; None of all that where none was opened.

    `position` has the form `corrected` accepts. `winners` is None while the game lasts, and where it depends
    on what was never shown who has won.
    """

    accepted: int = 0
    refused: int = 0
    malformed: int = 0
    phase: str | None = None
    turn: str | None = None
    position: Any = None
    winners: tuple[str, ...] | None = None


def check(lines: Lines, *, keep_going: bool = False) -> Iterator[Checked | Summary]:
    """Yield one Checked for each line, and a Summary last.

    It stops after the first line that is not accepted; with `keep_going` such a line is skipped.
    Raises NewerLogError for a log from a newer version.
    """
    checker = make_checker(lines)
    is_empty = True
    for number, line in lines():
        is_empty = False
        checked = checker.take(number, line)
        yield checked
        if checked.verdict != "accepted" and not keep_going:
            break
    if is_empty:
        yield checker.count(Checked(line=1, type=None, verdict="malformed", refused=Refused("log.empty")))
    yield checker.summary()


def make_checker(lines: Lines) -> "Checker":
    """Return a checker with the places that take-backs of these lines name, and the seed that they show.

    The lines are read once or twice for that.
    """

    def bare() -> Iterator[bytes]:
        """Open the lines anew, without their numbers."""
        return (line for _, line in lines())

    checker = Checker(gone_back_to(bare()), seed_in(bare))
    checker.following = lambda place: (
        (number, partial(checker.read_bare, line)) for number, line in lines() if number > place
    )
    return checker


class Checker:
    """Referees line by line.

    `places` are the lines (of a log: the seqs) that its take-backs go back to. With a `seed` all that is
    thrown and dealt is compared with it. `following` opens the lines of a record after one, of which
    the first may be the acts of a position told. After each line `state` is the state, `event`
    the event of the line (None where it is none), `accepted` the verdict (None of a refused line, and of a
    consequence): with the acts worked out from a position told, each before its consequences.
    """

    def __init__(self, places: frozenset[int], seed: str | None = None) -> None:
        self._way_back = WayBack(places)
        self._seed = seed
        self.following: Following = lambda _: ()
        self._told: dict[int, int] = {}
        """The line of the last act of each position told whose acts are lines below it."""
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
        self._counts: dict[str, Any] = {"accepted": 0, "refused": 0, "malformed": 0}

    @property
    def is_log(self) -> bool:
        """Return whether the lines are entries of an exported log, not bare events."""
        return self._chain is not None

    @property
    def judged(self) -> tuple[JudgedEvent, ...]:
        """Return what the line taken last made happen; () where it was not accepted."""
        return self.accepted.judged if self.accepted is not None else ()

    def take(self, number: int, line: bytes) -> Checked:
        """Referee the next line. Raises NewerLogError."""
        self.event = self.accepted = None
        checked = self._take(number, line)
        if isinstance(line, Placed) and checked.verdict != "accepted":
            checked = replace(checked, column=line.column, expected=line.expected)
        return self.count(checked)

    def count(self, checked: Checked) -> Checked:
        """Count a line by its verdict, and return it."""
        self._counts[checked.verdict] += 1
        return checked

    def summary(self) -> Summary:
        """Return the counts, and where the game stands."""
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
        """Referee a line as `take`, without counting it."""
        if isinstance(line, Unread):
            why = Refused(line.problem.reason, (), line.problem.args_)
            return Checked(line=number, type=None, verdict="malformed", refused=why)
        if self._codec is None and (trouble := self._begin(number, line)):
            return trouble
        try:
            place, event, entry = self._read(number, line)
        except DamagedLogError as error:
            return refuse_malformed(number, line, error.reason, error.args_, error.seq)
        except MalformedError as error:
            return refuse_malformed(number, line, *_explain_malformed(error, line, self._codec))
        self.event = event
        verdict = self._judge(place, event, entry, line)
        if isinstance(verdict, Refused):
            return refuse_line(number, type_of(event), verdict)
        self._way_back.note(place, self.state)
        rules = tuple(dict.fromkeys(rule for judged in verdict.judged for rule in judged.rules))
        consequences = tuple(judged.event for judged in verdict.judged[1:])
        return Checked(
            line=number, type=type_of(event), verdict="accepted", rules=rules, consequences=consequences
        )

    def _begin(self, number: int, line: bytes) -> Checked | None:
        """Learn from the first line which game and form this is; return what is wrong with it, else None."""
        first = read_first_line(line)
        name = (first.event or first).game
        if name is not None and not is_game(name):
            args = {"game": name, "known": ", ".join(all_games())}
            return refuse_line(number, "table_opened", Refused("table.unknown_game", ("TAB-OPEN-01",), args))
        try:
            self._codec, is_log = codec_of_first_line(line)
        except MalformedError as error:
            if _is_event(line):
                return refuse_line(number, _claimed_type(line), Refused("table.not_open", ("TAB-OPEN-05",)))
            return refuse_malformed(number, line, *_explain_malformed(error, line))
        game = find_game(self._codec.game)
        # A log holds what each seat could know; whoever writes a record names all of it.
        self._game = game if is_log else make_thorough(game)
        self._acts = frozenset(type_of(act.event) for act in game.acts)
        self._chain = Chain() if is_log else None
        return None

    def _read(self, number: int, line: bytes) -> tuple[int, Event, Entry[Any] | None]:
        """Return the line number (of a log: the seq), the event, and the entry (None of a record)."""
        if self._chain is None:
            return number, self._codec.event(line), None
        entry = self._codec.entry(self._chain.prove(line))
        return entry.seq, entry.event, entry

    def _judge(self, place: int, event: Event, entry: Entry[Any] | None, line: bytes) -> Verdict:
        """Judge an event at its place (a line, or the seq of a log) and apply it if accepted.

        What may be a consequence that was derived before is compared with that. `entry` is None in a record.
        """
        is_claim = entry.kind == "consequence" if entry else self._is_pending(event)
        if is_claim:
            return self._match(event, self._stated(line))
        if isinstance(event, TakenBack) and self.state is not None:
            verdict = self._go_back(place, event)
        else:
            verdict = self._judge_chance(place, event) or self._decide(place, event, line)
        if isinstance(verdict, Refused):
            return self._not_derived(event) if verdict.reason == "table.only_derived" else verdict
        if isinstance(event, TableOpened):
            self._is_seed_open = event.seed is not None
        self.state, self.accepted = verdict.state, verdict
        self._pending = () if isinstance(event, PositionTold) else verdict.judged[1:]
        return verdict

    def _decide(self, place: int, event: Event, line: bytes) -> Verdict:
        """Decide an event; in a record a position told comes with its acts, unless they follow as lines."""
        verdict: Verdict = self._game.decide(self.state, event)
        if self.is_log or isinstance(verdict, Refused):
            return verdict
        if isinstance(event, PositionTold):
            return self._add_acts(place, event, line, verdict)
        if place <= max(self._told.values(), default=0) and not isinstance(event, ALL_SHARED):
            first, *rest = verdict.judged
            return replace(verdict, judged=(replace(first, inferred="worked_out"), *rest))
        return verdict

    def _add_acts(self, place: int, event: PositionTold[Any], line: bytes, verdict: Accepted) -> Verdict:
        """Return the verdict on a position told with the acts that lead there, worked out unless they follow.

        Rules: TAB-TOLD-01
        """
        # Few records tell a position: the others are sound 20 ms sooner.
        from referee.service.files.told_lines import find_last_act, work_out

        acts = line.acts if isinstance(line, Placed) else None
        if acts is None:
            last = find_last_act(self._game, self.state, event, self.following(place))
            if last is not None:
                self._told[place] = last
                return verdict
            found = work_out(find_game(self._game.id), self.state, event)
            if isinstance(found, Refused):
                return found
            acts = found
        judged, state = [*verdict.judged], verdict.state
        for act in acts:
            if self._seed is not None and self._game.dealer.differs_from_seed(state, act, self._seed):
                return NOT_AS_SEEDED
            step = self._game.decide(state, act)
            if isinstance(step, Refused):
                return step
            first, *rest = step.judged
            judged += (replace(first, inferred="worked_out"), *rest)
            state = step.state
        if isinstance(line, Placed):
            line.acts = acts
        return Accepted(tuple(judged), state)

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

    def read_bare(self, line: bytes, _: Any) -> Event | None:
        """Return the event of a line of a record; None where it is none."""
        try:
            return None if isinstance(line, Unread) else self._codec.event(line)
        except MalformedError:
            return None

    def last_act_of(self, place: int) -> int:
        """Return the line of the last act of the position told at a line; of any other the line itself."""
        return self._told.get(place, place)

    def _stated(self, line: bytes) -> frozenset[str] | None:
        """Return the fields that a consequence states; None where it states all there are today."""
        is_old = self._codec.version < self._codec.today
        if self.is_log and not is_old:
            return None
        raw = read_object(line)
        raw = raw["event"] if self.is_log else raw
        return frozenset(upcast(self._codec.upcasters, raw, self._codec.version, self._codec.today))

    def _is_pending(self, event: Event) -> bool:
        """Return whether a line may state what was derived; of an act, that of the same seat."""
        alike = [judged.event for judged in self._pending if type(judged.event) is type(event)]
        if type_of(event) not in self._acts:
            return bool(alike)
        seat = getattr(event, "seat", None)
        return any(getattr(derived, "seat", None) == seat for derived in alike)

    def _match(self, event: Event, stated: frozenset[str] | None) -> Verdict:
        """Compare a consequence that is written down with the next of its type that was derived.

        In the fields of `stated` (None: all). Accepted without events where it agrees: it is applied already.
        What was derived before it is passed over.

        Rules: TAB-REC-01
        """
        for i, derived in enumerate(self._pending):
            if type(derived.event) is type(event):
                if _agree(event, derived.event, stated):
                    self._pending = self._pending[i + 1 :]
                    return Accepted((), self.state)
                args = {"event": type_of(event), "expected": encode(derived.event).decode()}
                rules = tuple(dict.fromkeys((*self._cited(event), *derived.rules)))
                return Refused("record.differs", rules, args)
        return self._not_derived(event)

    def _not_derived(self, event: Event) -> Refused:
        """Return the refusal of a consequence that does not follow here."""
        return Refused("record.not_derived", self._cited(event), {"event": type_of(event)})

    def _cited(self, event: Event) -> tuple[str, ...]:
        """Return the rules that derive a consequence, and the one that holds a record to them.

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
        for first, last in self._told.items():
            if first <= event.to < last:
                return Refused("record.told_parted", ("TAB-TOLD-01",), {"first": first, "last": last})
        if event.dropped and event.to == place - 1:
            return Accepted(verdict.judged, self.state)  # nothing is taken back
        if not self._way_back.is_open(event.to, place):
            args = {"to": event.to, "last": place - 1}
            return Refused("table.no_such_entry", ("TAB-BACK-01",), args)
        self._way_back.take_back(event.to, place)
        return Accepted(verdict.judged, self._way_back.state(event.to))


def _agree(event: Event, derived: Event, stated: frozenset[str] | None) -> bool:
    """Return whether a consequence says what was derived, in the fields it states (None: all).

    The field `reason` is not compared.
    """
    fields = set(event.__struct_fields__) - {"reason"}
    if stated is not None:
        fields &= stated
    return all(getattr(event, field) == getattr(derived, field) for field in fields)


def refuse_line(number: int, type: str | None, why: Refused) -> Checked:
    """Return what became of a line that the rules forbid; `type` is the event's, None where it has none."""
    return Checked(line=number, type=type, verdict="refused", rules=why.rules, refused=why)


def refuse_malformed(
    number: int, line: bytes, reason: str, args: dict[str, Any], seq: int | None = None
) -> Checked:
    """Return what became of a line that is no event; `seq` where it is the log that is damaged."""
    why = Refused(reason, (), args)
    return Checked(line=number, type=_claimed_type(line), verdict="malformed", refused=why, seq=seq)


def _explain_malformed(
    error: Exception, line: bytes, codec: Codec | None = None
) -> tuple[str, dict[str, Any]]:
    """Return a message id and its arguments, in words of the game's vocabulary where `codec` is known."""
    try:
        line.decode()
    except UnicodeDecodeError:
        return "log.not_text", {}
    if codec is not None and isinstance(error, MalformedError):
        return "log.malformed", {"why": explain(codec, line, error)}
    if codec is None and line[:1] != b"{":
        return "log.no_beginning", {}
    return "log.malformed", {"why": explain_unreadable(error)}


def _claimed_type(line: bytes) -> str | None:
    """Return the `type` of a bare event or of an entry; None where there is none."""
    first = read_first_line(line)
    return first.event.type if first.event else first.type or claimed_type(line)


def _is_event(line: bytes) -> bool:
    """Return whether a line is an event of some game, and no opening."""
    if _claimed_type(line) in {None, "table_opened"}:
        return False
    for game in all_games():
        try:
            codec_for(game).event(line)
        except MalformedError:
            continue
        return True
    return False
