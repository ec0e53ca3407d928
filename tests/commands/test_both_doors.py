"""Both doors give the same answer: every act of the desk, at the terminal and on the phones."""

import zlib
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from events.base import type_of
from events.codec import write_changes
from events.stores.memory import MemoryStore
from events.table import HouseRuled
from referee.kernel.registry import codec_for, find_game
from referee.kernel.secrets import Hidden
from referee.kernel.verdict import Accepted
from referee.service.commands.correct import CHOICE, NUMBER, settable_facts
from referee.service.logs.log_index import LogIndex
from referee.service.logs.sources import StoredLog
from tests.commands.two_doors import ALL, Phones, Terminal, cut, recorded
from tests.stages import one_in


def opening(path):
    return path.read_bytes().partition(b"\n")[0]


GAMES = Path(__file__).parents[2] / "fixtures" / "games"
RECORDS = sorted(GAMES.glob("*/*.jsonl"))
AT_TABLES = [
    path for path in RECORDS if find_game(path.parent.name).seals and b'"referee"' not in opening(path)
]
"""Games with choices that may be sealed, whose cards lie on the table."""

each_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")


def share_of(path: Path) -> float:
    """Choose how much of a game was played: another part of each."""
    return 0.05 + (zlib.crc32(path.stem.encode()) % 96) / 100


class Both:
    """The same done at both doors, and compared."""

    def __init__(self, folder, path, lines=None):
        lines = lines or cut(recorded(path), share_of(path))
        self.terminal, self.phones = (
            Terminal(folder / "terminal.db", lines),
            Phones(folder / "phones.db", lines),
        )

    def close(self):
        self.phones.close()

    def __getattr__(self, act):
        """Do an act at both doors; what is written and what is said must be the same."""

        def done(*args, **how):
            typed, tapped = (getattr(door, act)(*args, **how) for door in (self.terminal, self.phones))
            assert typed == tapped, (act, args, how)
            return typed

        return done

    @property
    def state(self):
        return self.terminal.log_index().state

    @property
    def revision(self):
        return self.terminal.log_index().revision

    def agree(self):
        for proposal in self.state.proposals:
            for seat in self.state.seats[1:]:
                self.answer(seat, proposal.id, "agree")

    def object(self):
        for proposal in self.state.proposals:
            self.answer(self.state.seats[-1], proposal.id, "object")


@pytest.fixture
def both(tmp_path, request):
    """Lay the log of a recorded game, as far as it was played, into two stores."""
    doors = Both(tmp_path, request.param)
    yield doors
    doors.close()


at_both_doors = pytest.mark.parametrize(
    "both", one_in(24, RECORDS), indirect=True, ids=lambda path: f"{path.parent.name}-{path.stem}"
)


@at_both_doors
def test_whatever_is_changed_is_changed_alike(both):
    """By a seat that asks the others, and by all together; agreed to, objected to, refused."""
    seats, game = both.state.seats, find_game(both.state.game)
    option, value = other_value(game, both.state)
    both.house_rule(seats[0], option, value)
    both.object()
    both.house_rule(seats[0], option, value)
    both.agree()
    both.house_rule(ALL, option, "no such value")
    for by in (seats[0], ALL):
        if (fact := other_fact(game, both.state)) is not None:
            both.correct(by, *fact)
            both.agree()
            both.correct(by, *fact)
    both.take_back(seats[0])
    both.agree()
    both.take_back(ALL)
    both.take_back(ALL, both.revision + 5)
    both.again(skip=True)
    both.again(by=seats[0])
    both.again()
    both.again()
    both.take_back(ALL, 1)
    both.take_back(ALL)
    both.again()


@at_both_doors
def test_a_dispute_is_laid_open_and_settled_alike(both):
    """What it is about, the ways to rule and whether they matter, for a seat and for all; asked, voted on."""
    seats, game = both.state.seats, find_game(both.state.game)
    for seat in (seats[0], None):
        both.case(seat)
        topics = tuple(game.topics)
        both.case(seat, None, topics[both.revision % len(topics)])
        both.case(seat, max(1, both.revision // 2))
    case = both.case(None)
    if case is not None:
        topic = case[1] or next(iter(game.topics))
        both.dispute(seats[0], case[0], topic)
        ways = both.case(None, case[0], topic)[3]
        way = next((way for way, in_force, _ in ways if not in_force), "stands")
        both.vote(both.state.open_disputes[-1], seats, way)
        both.take_back(ALL)


@at_both_doors
def test_what_was_refused_is_said_and_argued_about_alike(both):
    """An act that cannot be, said in the middle of the table; then the dispute about it.

    Whoever sits at the one terminal hears what a seat says of its hand, too.
    """
    done = [told.event for told in both.terminal.log_index().actions if getattr(told.event, "seat", None)]
    for event in done[:2]:
        both.tell(msgspec.to_builtins(event))
    if not find_game(both.state.game).keeps_hands:
        both.case(None)
        both.case(done[0].seat)


@at_both_doors
def test_votes_are_kept_alike_until_more_than_half_agree(both):
    """One seat after another: for what names nothing, for own words, for the default in any language."""
    seats = both.state.seats
    case = both.case(None)
    if case is None:
        return
    for decision in ("we play it as the others do", "默认"):
        both.dispute(seats[0], case[0], case[1] or next(iter(find_game(both.state.game).topics)))
        dispute = both.state.open_disputes[-1]
        both.vote_alone(seats[0], dispute, "such_a_thing")
        for seat in seats[: len(seats) // 2 + 1]:
            assert dispute in both.state.open_disputes
            both.vote_alone(seat, dispute, decision)
        assert dispute not in both.state.open_disputes


@at_both_doors
def test_whoever_goes_home_and_comes_back_does_so_alike(both):
    """Said by somebody else, who asks; by all; a seat that is gone says nothing any more."""
    seats = both.state.seats
    both.leave(seats[0], seats[-1])
    both.agree()
    both.leave(ALL, seats[-1])
    if seats[-1] in both.state.absent:
        both.house_rule(seats[-1], *other_value(find_game(both.state.game), both.state))
        both.take_back(seats[-1])
        both.leave(seats[-1], seats[0])
        both.get_up(seats[-1])
    both.come_back(ALL, seats[-1])
    both.come_back(ALL, seats[-1])


@at_both_doors
def test_whoever_is_called_otherwise_is_so_alike(both):
    """By one who asks and by all; a name that means another is refused, and so is one that cannot be read."""
    seats = both.state.seats
    both.call_seat(seats[0], seats[-1], "Dora")
    both.agree()
    for name in ("Dora", "Emil", both.state.names.get(seats[0], seats[0]), "", "x" * 65):
        both.call_seat(ALL, seats[-1], name)
    assert "Emil" == both.state.names[seats[-1]]


@at_both_doors
def test_a_table_gets_up_alike(both):
    """Asked and withdrawn, asked and agreed to, closed by all; nothing more is said then."""
    seats = both.state.seats
    both.get_up(seats[0])
    for proposal in both.state.proposals:
        both.withdraw(seats[0], proposal.id)
    both.get_up(seats[0])
    both.agree()
    both.get_up(ALL)
    both.take_back(ALL)


@at_both_doors
def test_what_is_refused_is_played_anyway_alike(both):
    """By all of us, who agree to it.

    Where hands are kept, the one terminal sees more than a screen among phones does.
    """
    game = find_game(both.state.game)
    if game.keeps_hands:
        return
    done = [told.event for told in both.terminal.log_index().actions if getattr(told.event, "seat", None)]
    for event in done[-3:]:
        if not isinstance(game.decide(both.state, event), Accepted):
            both.play_anyway(event)


@at_both_doors
def test_what_the_desk_does_may_be_told_as_an_event_alike(both):
    """In the middle of the table: all have agreed to it, as far as it does not say who did."""
    seats, game = both.state.seats, find_game(both.state.game)
    option, value = other_value(game, both.state)
    for event in (
        {"type": "house_ruled", "option": option, "value": value},
        {"type": "taken_back", "to": both.revision - 1},
        {"type": "taken_back", "to": 1, "agreed": [seats[0]]},
        {"type": "dispute_opened", "id": "D9", "at": 1, "by": "table", "topic": "", "question": "is it so?"},
        {"type": "dispute_opened", "id": "D9", "at": 1, "by": "stranger", "topic": "", "question": "is it?"},
        {"type": "change_proposed", "id": "P8", "by": seats[0], "change": "no change"},
        {"type": "change_proposed", "id": "P9", "by": seats[0], "change": house_rule_in_text(option, value)},
    ):
        both.tell(event)
    for proposal in both.state.proposals:
        for seat in seats[1:]:
            both.tell({"type": "proposal_answered", "proposal": proposal.id, "by": seat, "agrees": True})
    both.tell({"type": "seat_left", "seat": seats[-1]})
    both.tell({"type": "seat_taken", "seat": seats[-1]})
    both.tell({"type": "seat_renamed", "seat": seats[-1], "name": "Dora"})
    both.tell({"type": "played_on"})
    both.tell({"type": "table_closed"})


def house_rule_in_text(option, value):
    return write_changes((HouseRuled(option, value),))


def choices(path):
    """List the choices of a game that may be sealed, each with the lines before it."""
    lines, codec = recorded(path), codec_for(path.parent.name)
    seals = find_game(path.parent.name).seals
    with MemoryStore() as store:
        store.create("record", lines)
        states = (state for state in LogIndex(StoredLog(store, "record")).states)
        for n, (line, before) in enumerate(zip(lines[1:], states, strict=False), 1):
            event = codec.entry(line).event
            if type_of(event) in seals.kinds(before) and (choice := chosen(seals, before, event)):
                yield lines[:n], choice


def chosen(seals, state, event):
    """Name the card that is laid or kept where a record has it unknown; None where nobody can know it."""
    if isinstance(seals.hide(state, event), Hidden):
        return event
    if not hasattr(event, "card"):
        return None
    game, first = find_game(state.game), seals.values(state, "a card")[0]
    about = seals.hide(state, replace(event, card=first)).about
    named = (replace(event, card=value) for value in seals.values(state, about))
    return next(each for each in named if isinstance(game.decide(state, each), Accepted))


@pytest.mark.parametrize("path", one_in(8, AT_TABLES), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_choice_is_sealed_and_opened_alike(tmp_path, path):
    """With the act that hides it; sealed twice, opened by what is wrong and by what is right."""
    if not (found := list(choices(path))):
        pytest.skip("nobody knows what was chosen in it")
    lines, event = found[zlib.crc32(path.stem.encode()) % len(found)]
    both = Both(tmp_path, path, lines)
    try:
        assert both.seal(event).written
        assert both.seal(event).refused
        assert both.open(event, knows=False).refused
        both.open(event)
        both.take_back(ALL)
    finally:
        both.close()


def other_value(game, state):
    for name, option in game.ruleset.options.items():
        for value in option.values:
            if value != getattr(state.options, name):
                return name, value
    return None


def other_fact(game, state):
    """Find a fact everybody sees, and another value it may have."""
    for fact in settable_facts(game, state, None):
        if not fact.is_there:
            continue
        if fact.kind == CHOICE:
            others = [each for each in fact.choices if each not in (fact.value, None)]
            if others:
                return fact.path, others[-1]
        if fact.kind == NUMBER and fact.most is not None:
            value = fact.most if fact.value != fact.most else fact.least
            return fact.path, value
    return None
