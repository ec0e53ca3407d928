"""Two people do something at one table at the same moment, at two services, in every order of their calls.

Each service has a store of its own that waits for its turn before every call. Whatever the order, it comes
out as if one had been after the other.
"""

import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Semaphore, Thread
from typing import Any, NamedTuple

from msgspec.structs import replace

from events.base import Event, type_of
from events.stores import open_store
from events.stores.memory import MemoryStore
from events.stores.protocol import Conflict, Store
from events.table import (
    ChangeProposed,
    DisputeOpened,
    ProposalAnswered,
    RulingGiven,
    SeatLeft,
    TableOpened,
    TakenBack,
)
from referee.games.niagara.events import CanoeMoved, PaddleChosen
from referee.kernel.registry import find_game
from referee.kernel.secrets import Hidden
from referee.kernel.shared import QUIET
from referee.kernel.table import still_asked
from referee.kernel.verdict import Refused
from referee.service.audit.judge_again import audit
from referee.service.commands import consent
from referee.service.commands.correct import correct, house_rule
from referee.service.commands.record import play_anyway, record_event
from referee.service.commands.seal import seal
from referee.service.commands.sitting import close, leave, take_seat
from referee.service.commands.undo import amend, reapply, undo
from referee.service.disputes.decision import read_votes
from referee.service.disputes.find import AnalysedDispute, find_dispute, no_such_dispute, open_disputes
from referee.service.disputes.settle import put_question, vote
from referee.service.files.importing import rename_log
from referee.service.logs.effective import NoSuchEntryError
from referee.service.logs.sources import StoredLog
from referee.service.tables.request import Noted, Recorded, Request, of_all, of_seat
from referee.service.tables.table import Table, decide_once, load_table, open_table
from tests.faults.tried import Tried
from tests.service.games import clock

SCREEN = ""
"""Who speaks for the whole table."""

Said = Callable[..., Any]
"""What is said at a table with a request."""


class Command(NamedTuple):
    """Something done at a table: by a seat or the screen."""

    by: str
    said: Said


def agree(proposal: str, said: Any = "agree") -> Said:
    """Answer a proposal."""
    return lambda table, request: consent.answer_proposal(table, request, proposal, said)


def on_revision(request: Request, found: AnalysedDispute) -> Request:
    """Decide on the revision that a dispute was laid open in, where the request names none."""
    return replace(request, seen=found.revision) if request.seen is None else request


def asked(table: Table, request: Request) -> Any:
    """Put a question on record."""
    found = find_dispute(table, None, at=3)
    if isinstance(found, Refused):
        return found
    return put_question(table, on_revision(request, found), found, "was it?")[1]


def voted(decision: str) -> Said:
    """Vote on the question."""

    def laid_open(table: Table) -> AnalysedDispute | Refused:
        opened = open_disputes(table.log_index.effective).get("D1")
        return no_such_dispute("D1") if opened is None else find_dispute(table, None, opened=opened)

    def cast(table: Table, request: Request) -> Any:
        found = table.decide(lambda: laid_open(table))
        if isinstance(found, Refused):
            return found
        votes = dict.fromkeys(request.actor.agrees_for, decision)
        return vote(table, on_revision(request, found), found, votes, "en")

    return cast


def amended(table: Table, request: Request, event: Event) -> Any:
    """Put another card in the place of A's, where that stands."""
    try:
        return amend(table, replace(request, seen=None), 3, event)
    except NoSuchEntryError:
        return Refused("case.not_in_force")


def sealed(table: Table, request: Request) -> Any:
    """Seal a card."""
    event = PaddleChosen("C", 5)
    hidden = table.game.seals.hide(table.state, event) if table.game.seals else None
    return hidden if not isinstance(hidden, Hidden) else seal(table, request, event, hidden, "salt")


def told(event: Event) -> Said:
    """Tell an act."""
    return lambda table, request: record_event(table, request, event)


COMMANDS: dict[str, Command] = {
    "B agrees to the rule": Command("B", agree("P7")),
    "C agrees to the rule": Command("C", agree("P7")),
    "C objects to the rule": Command("C", agree("P7", "object")),
    "A withdraws the rule": Command("A", agree("P7", "withdraw")),
    "A agrees to go back": Command("A", agree("P8")),
    "C lays a card": Command("C", told(PaddleChosen("C", 5))),
    "B lays a card": Command("B", told(PaddleChosen("B", 6))),
    "A takes its own card back": Command("A", undo),
    "C asks to go back": Command("C", lambda table, request: undo(table, request, 2)),
    "all take the last act back": Command(SCREEN, undo),
    "B asks for a rule": Command(
        "B", lambda table, request: house_rule(table, request, "purchases_per_turn", 1)
    ),
    "all agree on a rule": Command(
        SCREEN, lambda table, request: house_rule(table, request, "minimum_speed", 1)
    ),
    "all rule from an entry on": Command(
        SCREEN, lambda table, request: house_rule(table, request, "minimum_speed", 1, start=3)
    ),
    "all set the weather": Command(SCREEN, lambda table, request: correct(table, request, {"weather": 1})),
    "C asks to set the weather": Command("C", lambda table, request: correct(table, request, {"weather": 1})),
    "all amend A's card": Command(
        SCREEN, lambda table, request: amended(table, request, PaddleChosen("A", 5))
    ),
    "A asks to amend it": Command("B", lambda table, request: amended(table, request, PaddleChosen("A", 5))),
    "A moves anyway": Command(
        "A", lambda table, request: play_anyway(table, request, CanoeMoved("A", 1, "S3"))
    ),
    "C seals a card": Command("C", sealed),
    "all tell again": Command(SCREEN, reapply),
    "B tells again": Command("B", reapply),
    "all get up": Command(SCREEN, close),
    "A asks to go home": Command("A", lambda table, request: leave(table, request, "A")),
    "all let C go home": Command(SCREEN, lambda table, request: leave(table, request, "C")),
    "D is back": Command("D", lambda table, request: take_seat(table, request, "D")),
    "A asks a question": Command("A", asked),
    "C asks a question": Command("C", asked),
    "A votes": Command("A", voted("stands")),
    "B votes": Command("B", voted("stands")),
    "C votes otherwise": Command("C", voted("does_not_stand")),
    "all decide": Command(SCREEN, voted("stands")),
}
"""What is done, each possible at the table that `lay` lays."""


VOTES = {"A votes", "B votes", "C votes otherwise", "all decide"}


def lay(store: Store, name: str) -> None:
    """Open a table: a card told, one taken back, D gone home, a question open, two things asked of all."""
    opened = TableOpened(game="niagara", seats=("A", "B", "C", "D"))
    table = open_table(store, name, opened, find_game("niagara"), clock=clock)
    assert isinstance(table, Table)
    rule = '{"type":"house_ruled","option":"minimum_speed","value":1}'
    for event in (
        SeatLeft("D", agreed=("A", "B", "C", "D")),
        PaddleChosen("A", 3),
        PaddleChosen("B", 4),
        TakenBack(3, agreed=("A", "B", "C")),
        DisputeOpened("D1", 3, "B", "", "was it face down?"),
        ChangeProposed("P7", "A", rule),
        ChangeProposed("P8", "B", '{"type":"taken_back","to":2}'),
        ProposalAnswered("P8", "C", True),
    ):
        assert isinstance(table.submit(event), Recorded)


class Stepped:
    """A store that waits for its turn before each call."""

    def __init__(self, store: Any, wait: Callable[[], None]) -> None:
        self._store, self._wait = store, wait

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        return self._stepped(found) if callable(found) else found

    def _stepped(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def stepped(*args: Any, **how: Any) -> Any:
            self._wait()
            answer = call(*args)
            return iter(list(answer)) if isinstance(answer, Iterator) else answer

        return stepped


class Program(Thread):
    """Does one thing at a table, from one call of its store to the next, each when it is told to go on."""

    def __init__(self, store: Any, name: str, command: Command, *, is_phone: bool) -> None:
        super().__init__(daemon=True)
        self.answer: Any = None
        self.calls = 0
        self._is_running, self._go, self._stopped = False, Semaphore(0), Semaphore(0)
        self._table = load_table(Stepped(store, self._wait), name, clock)  # type: ignore[arg-type]
        self._command, self._is_phone = command, is_phone
        self.seen = self._table.revision

    def _wait(self) -> None:
        if self._is_running:
            self.calls += 1
            self._stopped.release()
            self._go.acquire()

    def run(self) -> None:
        self._go.acquire()
        self._is_running = True
        try:
            self.answer = self._done()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what came out
            self.answer = error
        self._is_running = False
        self._stopped.release()

    def _done(self) -> Any:
        by, said = self._command
        actor = of_all(self._table.state) if by == SCREEN else of_seat(self._table.state, by)
        if not self._is_phone:
            return said(self._table, Request(actor))
        request = Request(actor, self.seen, f"{by} {id(said)}", "asked")
        return decide_once(self._table, request, lambda table: said(table, request))

    def go_on(self, calls: int | None = None) -> None:
        while self.is_alive() and (calls is None or calls > 0):
            self._go.release()
            self._stopped.acquire()
            calls = None if calls is None else calls - 1
            if not self._is_running:
                self.join()


class Moment(NamedTuple):
    """What came of two commands: the log, what each was answered, the votes that are kept."""

    events: tuple[Event, ...]
    answers: tuple[str, ...]
    votes: tuple[tuple[str, str], ...]

    def of_votes(self) -> "Moment":
        """Leave out which of two votes was counted last, and so settled the question for both."""
        events = (
            replace(event, decision="") if isinstance(event, RulingGiven) else event for event in self.events
        )
        return Moment(tuple(events), (), self.votes)


Order = tuple[tuple[int, int | None], ...]
"""Who goes on, for how many calls of the store (None: to the end), one after the other."""

PAST = "past"
"""What is answered where the game has gone on: nothing is done, and one looks again."""


class Race(NamedTuple):
    """Two commands at one table; the first is a phone's, the second a phone's or the terminal's."""

    first: str
    second: str
    is_phone: bool = True

    def run(self, stores: tuple[Any, Any], name: str, order: Order) -> "Came":
        """Do both in an order; give what came of it, what is wrong with that, and the calls each made."""
        programs = [
            Program(store, name, COMMANDS[command], is_phone=is_phone)
            for store, command, is_phone in zip(stores, self[:2], (True, self.is_phone), strict=True)
        ]
        for program in programs:
            program.start()
        for who, calls in order:
            programs[who].go_on(calls)
        table = load_table(stores[0], name, clock)
        answers = [program.answer for program in programs]
        votes = tuple(sorted(read_votes(table, "D1").items()))
        events = tuple(entry.event for entry in table.log_index.entries)
        moment = Moment(events, tuple(map(in_a_word, answers)), votes)
        is_one = self.is_phone and self.first == self.second
        wrong = [*not_in_the_log(events, answers, is_one=is_one), *not_made(table), *undone_unseen(table)]
        wrong += [str(finding) for finding in audit(StoredLog(stores[0], name))]
        return Came(moment, tuple(wrong), (programs[0].calls, programs[1].calls))


class Came(NamedTuple):
    """What came of a race, what is wrong with that, and the calls each made."""

    moment: Moment
    wrong: tuple[str, ...]
    calls: tuple[int, int]


def in_a_word(answer: Any) -> str:
    match answer:
        case Recorded(first, revision):
            return f"recorded {first} to {revision}"
        case Refused(reason):
            return f"refused {reason}"
        case Conflict():
            return PAST
        case Noted():
            return "noted"
    return repr(answer)


def not_in_the_log(events: tuple[Event, ...], answers: list[Any], *, is_one: bool) -> Iterator[str]:
    """Say what was acknowledged and is not there, or to both; what `is_one`, sent twice, gets the same."""
    seen: set[int] = set()
    for answer in answers:
        if isinstance(answer, Recorded):
            own = range(answer.first, answer.revision + 1)
            there = tuple(events[seq - 1] for seq in own if seq <= len(events))
            if there != tuple(judged.event for judged in answer.judged) or (seen & {*own} and not is_one):
                yield f"acknowledged, and not there: {answer}"
            seen |= {*own}


def not_made(table: Table) -> Iterator[str]:
    """Say which proposal has everybody's word, and was not made with it."""
    told = table.log_index.actions
    for i, each in enumerate(told):
        if not isinstance(each.event, ProposalAnswered) or not each.event.agrees:
            continue
        before = table.log_index.state_before(each.seq or 1)
        waiting = consent.find_proposal(before, each.event.proposal)
        if waiting is None or still_asked(before, waiting) - {each.event.by}:
            continue
        made = [type_of(next_told.event) for next_told in told[i + 1 : i + 2]]
        if made != [type_of(consent.proposed_changes("niagara", waiting)[0])]:
            yield f"all agreed to {waiting.id}, and nothing was made"


def undone_unseen(table: Table) -> Iterator[str]:
    entries = table.log_index.entries
    for i, entry in enumerate(entries):
        if isinstance(entry.event, TakenBack) and isinstance(said := entries[i - 1].event, ProposalAnswered):
            since = [each.event for each in entries[:i]]
            asked_at = max(n for n, event in enumerate(since) if getattr(event, "id", "") == said.proposal)
            yield from (f"undone unseen: {e}" for e in since[asked_at:] if not isinstance(e, QUIET))


def orders(calls: tuple[int, int]) -> Iterator[Order]:
    """List every order in which one begins, the other comes between, and the first goes on before it ends."""
    for one, other in ((0, 1), (1, 0)):
        for before in range(calls[one] + 1):
            for between in (*range(1, calls[other]), None):
                yield ((one, before), (other, between), (one, None), (other, None))


def races() -> list[Race]:
    """List every two commands, from two phones, and from a phone and the terminal."""
    return [
        Race(first, second, is_phone)
        for first in COMMANDS
        for second in COMMANDS
        for is_phone in (True, False)
        if not is_phone or first <= second
    ]


class Tables:
    """Tables laid alike in one store, each raced at once, through two connections."""

    def __init__(self, where: str | None = None) -> None:
        self.stores: tuple[Any, Any] = (MemoryStore(),) * 2
        if where is not None:
            self.stores = (open_store(where, create=True), open_store(where, create=True))
        lay(self.stores[0], "laid")
        self._lines = tuple(self.stores[0].read("laid"))
        self._number = 0
        self._serial: dict[Race, Serial] = {}

    def close(self) -> None:
        for store in self.stores:
            store.close()

    def tried(self, race: Race, order: Order) -> Came:
        self._number += 1
        name = f"t{self._number}"
        self.stores[0].create(name, rename_log(iter(self._lines), name))
        return race.run(self.stores, name, order)

    def serial(self, race: Race) -> "Serial":
        """Give what comes of it where one is after the other, or does nothing, and the calls each makes."""
        if race not in self._serial:
            first, second = self.tried(race, ((0, None), (1, None))), self.tried(race, ((1, None), (0, None)))
            alone = [self.tried(race, ((who, None),)).moment for who in (0, 1)]
            past = [
                alone[0]._replace(answers=(alone[0].answers[0], PAST)),
                alone[1]._replace(answers=(PAST, alone[1].answers[1])),
            ]
            moments = (first.moment, second.moment, *past)
            self._serial[race] = Serial(moments, (first.calls[0], second.calls[1]))
        return self._serial[race]

    def lost(self, race: Race, order: Order) -> list[str]:
        came = self.tried(race, order)
        wrong = list(came.wrong)
        moments = self.serial(race).moments
        if {race.first, race.second} <= VOTES:
            is_alike = came.moment.of_votes() in [moment.of_votes() for moment in moments]
        else:
            is_alike = came.moment in moments
        if not is_alike:
            events = [type_of(event) for event in came.moment.events[len(self._lines) :]]
            wrong.append(f"as after neither order: {came.moment.answers}, {events}, {came.moment.votes}")
        return [f"{race} {order}: {what}" for what in wrong]


class Serial(NamedTuple):
    """What may come of a race, and how many calls of the store each makes where it is first."""

    moments: tuple[Moment, ...]
    calls: tuple[int, int]


def interleaved(times: int, where: str | None = None, seed: int = 1) -> Tried:
    chance, tables, every = random.Random(seed), Tables(where), races()
    lost: list[str] = []
    for _ in range(times):
        race = chance.choice(every)
        order = chance.choice(list(orders(tables.serial(race).calls)))
        lost += tables.lost(race, order)
    tables.close()
    return Tried("two commands at once, in any order of their calls", times, tuple(lost))


def on_one_file(times: int) -> Tried:
    with tempfile.TemporaryDirectory() as folder:
        return interleaved(times, str(Path(folder) / "tables.db"))
