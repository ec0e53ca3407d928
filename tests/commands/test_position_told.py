"""A position told is written with the acts worked out from it, and goes with them wherever they go."""

from itertools import count

import msgspec
import pytest

from events.base import TABLE
from events.envelope import encode, make_entry
from events.stores import open_store
from events.stores.memory import MemoryStore
from events.stores.protocol import NO_HEAD, Batch, Conflict, Head
from events.table import (
    ChangeProposed,
    HouseRuled,
    PositionTold,
    Remarked,
    TableOpened,
    TakenBack,
)
from referee.games.niagara.events import CanoeMoved, GemAct, PaddleChosen, PaddleRevealed, RiverFlowed
from referee.kernel.game import Untold
from referee.kernel.registry import find_game
from referee.kernel.verdict import Refused
from referee.service.audit.judge_again import audit
from referee.service.catch_up.catch_up import catch_up
from referee.service.catch_up.told import facts_told, make_told
from referee.service.commands import consent
from referee.service.commands.consent import answer_proposal, change_or_propose, open_proposals
from referee.service.commands.correct import house_rule
from referee.service.commands.record import record_event
from referee.service.commands.undo import amend, reapply, undo
from referee.service.files.copying import copy_store
from referee.service.logs import whatif
from referee.service.tables.request import Actor, Reapplied, Recorded, Request, of_all, of_seat
from referee.service.tables.table import load_table, open_table

LAID = tuple(PaddleChosen(seat, None) for seat in "ABC")
MOVES = (
    PaddleRevealed("A", 6),
    CanoeMoved("A", 2, "S4", after=(GemAct("load", "diamond"),)),
    PaddleRevealed("B", 1),
    CanoeMoved("B", 1, "S1"),
    PaddleRevealed("C", 4),
    CanoeMoved("C", 2, "S4"),
    RiverFlowed(("left",)),
)
ROUND = (*LAID, *MOVES)
PLAYED, REST = ROUND[:7], ROUND[7:]
"""What is told act by act, and what is to be found: the last seat's move, and the river."""

FACTS = (
    "canoes.A.2.at",
    "canoes.A.2.gem",
    "canoes.B.1.at",
    "canoes.C.2.at",
    "sites.diamond",
    "ring",
    "round",
    "fork_next",
)
"""What a round changes on the board."""


NOT_ONE = ("catchup.none", "catchup.which", "catchup.bound")
"""No acts lead there, or several, or none that could be found."""


def make_table(*before, store=None, sees_all=True):
    opened = TableOpened(game="niagara", seats=tuple("ABC"))
    table = open_table(store or MemoryStore(), "falls", opened, find_game("niagara"), sees_all=sees_all)
    for event in before:
        table.submit(event)
    return table


def tell(table, paths=FACTS, acts=ROUND):
    """Return the position after acts of a table, as far as it is told."""
    state = table.state
    for act in acts:
        state = table.game.decide(state, act).state
    return make_told(table.game, paths, state)


def whole(table, **more):
    return Request(of_all(table.state), **more)


def by(table, seat, **more):
    return Request(of_seat(table.state, seat), **more)


def marks(table):
    """Return the actions in force after the opening, each with the entry it was inferred from."""
    return [(each.event, each.cause) for each in table.log_index.effective.actions[1:]]


def worked_out(told, acts=ROUND, at=2):
    return [(told, None), *((act, at) for act in acts)]


@pytest.fixture
def caught_up():
    """Return a table whose first round was told by how the board stood after it, and what was told."""
    table = make_table()
    change_or_propose(table, whole(table), tell(table), *ROUND)
    return table, table.log_index.effective.actions[1].event


def test_position_and_acts_are_one_entry_after_the_other_with_their_cause(caught_up):
    table, told = caught_up
    assert told.at_screen
    assert worked_out(told) == marks(table)
    assert [] == [*audit(table.log)]


def test_the_same_submission_gets_the_same_answer():
    table = make_table()
    told, asked = tell(table), whole(table, key="k")
    first = change_or_propose(table, asked, told, *ROUND)
    assert type(first) is Recorded
    assert first == change_or_propose(table, asked, told, *ROUND)
    assert {None, "worked_out"} == {each.inferred for each in first.judged}
    assert 1 == sum(isinstance(event, PositionTold) for event, _ in marks(table))


@pytest.mark.parametrize(
    ("acts", "reason"),
    [
        ((*ROUND[:-1], RiverFlowed(("right",))), "catchup.not_so"),
        (ROUND[:-1], "catchup.not_so"),
        (ROUND[1:], "catchup.not_possible"),
    ],
)
@pytest.mark.parametrize("sees_all", [True, False])
def test_acts_that_do_not_lead_there_are_refused_and_nothing_is_written(acts, reason, sees_all):
    table = make_table(sees_all=sees_all)
    refused = change_or_propose(table, whole(table), tell(table), *acts)
    assert (reason, 1) == (refused.reason, table.revision)


def test_what_alone_is_possible_in_between_is_worked_out_too():
    table = make_table()
    forced = lambda state: LAID[2] if state.laid[:2] == (0, 0) and state.laid[2] is None else None  # noqa: E731
    table.game = table.game.with_parts(untold=Untold(forced=forced))
    told = tell(table)
    change_or_propose(table, whole(table), told, *ROUND)
    assert [2] * len(ROUND) == [cause for _, cause in marks(table)[1:]]


def test_a_phone_proposes_and_with_the_last_agreement_all_is_written():
    table = make_table(sees_all=False)
    told = tell(table)
    change_or_propose(table, by(table, "B"), told, *ROUND)
    assert (2, 1) == (table.revision, len(table.state.proposals))
    waiting = table.state.proposals[0].id
    answer_proposal(table, by(table, "A"), waiting, "agree")
    assert 3 == table.revision
    answer_proposal(table, by(table, "C"), waiting, "agree")
    agreed = msgspec.structs.replace(told, agreed=tuple("ABC"))
    assert worked_out(agreed, at=5) == [
        each for each in marks(table) if type(each[0]) in map(type, (told, *ROUND))
    ]
    assert ((), []) == (table.state.proposals, [*audit(table.log)])


def test_the_screen_asks_those_who_have_phones():
    table = make_table(sees_all=False)
    screen = Actor(seats=tuple("ABC"), agrees_for=tuple("ABC"), place="middle", asks=("B",))
    change_or_propose(table, Request(screen), tell(table), *ROUND)
    (waiting,) = table.state.proposals
    assert (TABLE, ("B",), 2) == (waiting.agreed[0], waiting.of, table.revision)
    answer_proposal(table, by(table, "B"), waiting.id, "agree")
    assert [4] * len(ROUND) == [cause for event, cause in marks(table) if event in ROUND]


def test_a_proposal_that_the_game_has_gone_past_is_to_be_made_again():
    table = make_table(sees_all=False)
    change_or_propose(table, by(table, "B"), tell(table), *ROUND)
    waiting = table.state.proposals[0].id
    table.submit(Remarked("tea?"))
    assert (waiting,) == tuple(each.id for each in open_proposals(table.log_index, table.state))
    table.submit(PaddleChosen("A", 6))
    before = table.revision
    refused = answer_proposal(table, by(table, "A"), waiting, "agree")
    assert ("table.proposal_past", before) == (refused.reason, table.revision)
    assert () == open_proposals(table.log_index, table.state)


def test_what_hidden_cards_forbid_is_refused_without_a_reason():
    """A laid another card than the one the others think they saw; nobody learns which."""
    table = make_table(PaddleChosen("A", 4), sees_all=False)
    acts = ROUND[1:]
    change_or_propose(table, by(table, "B"), tell(make_table(LAID[0]), acts=acts), *acts)
    waiting = table.state.proposals[0].id
    answer_proposal(table, by(table, "C"), waiting, "agree")
    before = table.revision
    refused = answer_proposal(table, by(table, "A"), waiting, "agree")
    assert ("table.cannot_be_made", before) == (refused.reason, table.revision)


def test_all_of_it_is_taken_back_as_one_act_and_told_again_with_its_marks(caught_up):
    table, told = caught_up
    undo(table, whole(table))
    assert ([], len(ROUND) + 1) == (marks(table), len(table.log_index.waiting))
    reapply(table, whole(table))
    assert worked_out(told, at=table.revision - 15) == marks(table)
    assert ((), []) == (table.log_index.waiting, [*audit(table.log)])


@pytest.mark.parametrize("to", [2, 3, 8, 14])
def test_nobody_goes_back_into_the_midst_of_it(caught_up, to):
    table, _ = caught_up
    back = undo(table, whole(table), to).judged[0].event
    assert (1, []) == (back.to, marks(table))
    assert [] == [*audit(table.log)]


def test_after_it_the_game_is_taken_back_up_to_it(caught_up):
    table, told = caught_up
    last = table.revision
    table.submit(PaddleChosen("A", 2))
    undo(table, whole(table))
    assert worked_out(told) == marks(table)
    assert table.log_index.entries[-1].event.to == last


def test_the_screen_that_told_it_takes_it_back_unasked_and_a_phone_asks_the_others():
    table = make_table()
    change_or_propose(table, whole(table), tell(table), *ROUND)
    assert isinstance(undo(table, by(table, "B")).judged[0].event, ChangeProposed)
    screen = Actor(seats=tuple("ABC"), agrees_for=tuple("ABC"), place="middle", asks=("B",))
    assert isinstance(undo(table, Request(screen)).judged[0].event, TakenBack)


def test_what_is_written_since_by_the_same_hand_is_told_again_after_it(caught_up):
    table, told = caught_up
    table.submit(PaddleChosen("A", 2))
    undo(table, whole(table), 1)
    answer = reapply(table, whole(table))
    assert (12, None) == (answer.again, answer.stuck)
    assert [*worked_out(told, at=20), (PaddleChosen("A", 2), None)] == marks(table)
    assert () == table.log_index.waiting


def test_a_house_rule_from_before_it_leaves_it_as_it_was(caught_up):
    table, told = caught_up
    house_rule(table, whole(table), "tie_break", "gem_value", start=2)
    assert isinstance(marks(table)[0][0], HouseRuled)
    assert [event for event, _ in marks(table)[1:]] == [told, *ROUND]
    assert [] == [*audit(table.log)]


def test_acts_that_do_not_fit_any_more_are_worked_out_again():
    """C had named its card when it laid it: it is not turned up any more."""
    table = make_table(*PLAYED)
    change_or_propose(table, whole(table), tell(table, acts=REST), *REST)
    laid = next(each.seq for each in table.log_index.actions if each.event == LAID[2])
    answer = amend(table, whole(table), laid, PaddleChosen("C", 4))
    assert (Reapplied, None) == (type(answer), answer.stuck)
    *_, (told, _), (moved, cause), (flowed, other) = marks(table)
    assert (PositionTold, *REST[1:]) == (type(told), moved, flowed)
    assert (
        cause == other == next(each.seq for each in table.log_index.effective.actions if each.event == told)
    )
    assert ((), []) == (table.log_index.waiting, [*audit(table.log)])


def test_a_position_that_nothing_leads_to_any_more_is_stuck_with_its_acts():
    table = make_table(*PLAYED)
    change_or_propose(table, whole(table), tell(table, acts=REST), *REST)
    table.submit(PaddleChosen("A", 2))
    laid = next(each.seq for each in table.log_index.actions if each.event == LAID[2])
    answer = amend(table, whole(table), laid, PaddleChosen("C", 1))
    assert (True, PositionTold) == (answer.why.reason in NOT_ONE, type(answer.stuck.event))
    assert [type(PLAYED[-1])] == [type(event) for event, _ in marks(table)[-1:]]
    assert len(REST) + 2 == len(table.log_index.waiting)
    assert reapply(table, whole(table)).reason in NOT_ONE
    reapply(table, whole(table), skip=True)
    assert [PaddleChosen("A", 2)] == [each.event for each in table.log_index.waiting]
    assert not any(isinstance(event, PositionTold) or event in REST for event, _ in marks(table))


def test_one_of_the_acts_is_amended_where_the_board_would_stand_the_same():
    table = make_table()
    without_c = tuple(path for path in FACTS if not path.startswith("canoes.C"))
    change_or_propose(table, whole(table), tell(table, without_c), *ROUND)
    moved = next(each.seq for each in table.log_index.actions if each.event == ROUND[-2])
    amend(table, whole(table), moved, CanoeMoved("C", 1, "S4"))
    acts = [CanoeMoved("C", 1, "S4") if act == ROUND[-2] else act for act in ROUND]
    assert acts == [event for event, _ in marks(table)[1:]]
    assert {19} == {cause for _, cause in marks(table)[1:]}
    before = table.revision
    refused = amend(table, whole(table), moved + 17, CanoeMoved("A", 1, "S4"))
    assert isinstance(refused, Refused)
    assert before == table.revision
    assert [] == [*audit(table.log)]


def test_another_act_is_put_in_its_place(caught_up):
    table, _ = caught_up
    amend(table, whole(table), 2, PaddleChosen("C", 3))
    assert [(PaddleChosen("C", 3), None)] == marks(table)
    assert () == table.log_index.waiting


def test_another_position_is_put_in_its_place():
    table = make_table(*PLAYED)
    change_or_propose(table, whole(table), tell(table, acts=REST), *REST)
    at = next(each.seq for each in table.log_index.actions if isinstance(each.event, PositionTold))
    acts = (*REST[:-1], RiverFlowed(("right",)))
    other = tell(make_table(*PLAYED), acts=acts)
    amend(table, whole(table), at, other)
    told, *worked_out = (event for event, _ in marks(table)[-4:])
    assert (other.position, [*acts]) == (told.position, worked_out)
    assert [] == [*audit(table.log)]


def test_what_if_an_act_before_it_or_of_it_had_been_otherwise():
    table = make_table(Remarked("tea?"))
    change_or_propose(table, whole(table), tell(table), *ROUND)
    log = table.log_index.effective
    before = whatif.instead(log, 2, Remarked("coffee?"))
    assert (None, 2, ()) == (before.stuck, before.first_change, before.differences)
    of_c = next(each.seq for each in log.actions if each.event == ROUND[-2])
    outcome = whatif.instead(log, of_c, CanoeMoved("C", 1, "S4"))
    assert (None, of_c) == (outcome.stuck, outcome.first_change)
    assert {"canoes.C.1.at", "canoes.C.2.at"} == {each.fact for each in outcome.differences}


def test_an_event_alone_is_told_with_the_acts_worked_out():
    table = make_table(*PLAYED)
    told, asked = tell(table, acts=REST), whole(table, key="k")
    first = record_event(table, asked, told)
    said = msgspec.structs.replace(told, at_screen=True)
    assert [said, *REST] == [event for event, _ in marks(table)[-4:]]
    assert first == record_event(table, asked, told)
    assert [] == [*audit(table.log)]


def test_an_event_alone_is_refused_where_several_ways_lead_there():
    table = make_table(*PLAYED)
    vague = tell(table, tuple(path for path in FACTS if not path.startswith("canoes.C")), REST)
    before = table.revision
    refused = record_event(table, whole(table), vague)
    assert ("catchup.which", before) == (refused.reason, table.revision)


def test_an_event_alone_is_refused_where_no_way_leads_there():
    """A carries a ruby, and it was a diamond."""
    table = make_table(*PLAYED)
    told = encode(tell(table, acts=REST)).replace(b'"gem":"diamond"', b'"gem":"ruby"')
    before = table.revision
    refused = record_event(table, whole(table), table.codec.event(told))
    assert (True, before) == (refused.reason in NOT_ONE[::2], table.revision)


def test_of_two_at_once_one_is_written_and_the_other_decided_anew(tmp_path):
    with open_store(tmp_path / "falls.db", create=True) as store:
        one = make_table(*PLAYED, store=store)
        other = load_table(store, "falls", sees_all=True)
        facts = facts_told(one.game, tell(one, acts=REST).position)
        seen = {"seen": one.revision}
        assert "recorded" == catch_up(one, whole(one, **seen), facts).verdict
        late = catch_up(other, whole(other, **seen), facts)
        assert ("conflict", Conflict) == (late.verdict, type(late.answer))
        assert () == catch_up(other, whole(other), facts).acts


def test_caught_up_twice_with_one_key_is_written_once():
    table = make_table(*PLAYED)
    facts = facts_told(table.game, tell(table, acts=REST).position)
    first, second = (catch_up(table, whole(table, key="k"), facts) for _ in range(2))
    assert ("recorded", first) == (first.verdict, second)
    assert REST == first.acts
    assert "table.key_used" == catch_up(table, whole(table, key="k"), facts, reason="tea").answer.reason


def test_a_proposed_catch_up_comes_again_with_the_same_answer():
    table = make_table(*PLAYED, sees_all=False)
    facts, asked = facts_told(table.game, tell(table, acts=REST).position), by(table, "B", key="k")
    before = table.revision
    first, second = (catch_up(table, asked, facts) for _ in range(2))
    assert ("proposed", first, before + 1) == (first.verdict, second, table.revision)
    assert REST == first.acts


def test_nobody_finds_out_what_another_hides_by_saying_how_the_board_stands():
    """With a 1, C cannot have come so far, which only C knows: its card lies face down."""
    told = tell(make_table(*PLAYED), acts=REST)
    answers = []
    for card in (4, 1):
        table = make_table(*LAID[:2], PaddleChosen("C", card), *PLAYED[3:5], sees_all=False)
        answers.append(catch_up(table, by(table, "B"), facts_told(table.game, told.position)))
    assert answers[0] == answers[1]


def test_a_copy_keeps_its_marks(tmp_path):
    with (
        open_store(tmp_path / "a.db", create=True) as one,
        open_store(tmp_path / "b.db", create=True) as other,
    ):
        table = make_table(store=one)
        change_or_propose(table, whole(table), tell(table), *ROUND)
        assert ["copied"] == [each.outcome for each in copy_store(one, other)]
        copied = load_table(other, "falls")
        assert marks(table) == marks(copied)


def forge(table, change):
    """Return the findings about a log of which `change` changed entries, their chain made anew."""
    store, head, seqs = MemoryStore(), NO_HEAD, count(1)
    for entry in map(change, table.log_index.entries):
        if entry is None:
            continue
        seq = next(seqs)
        line, digest = make_entry(
            seq, "falls", entry.at, entry.by, entry.kind, entry.cause, entry.event, head.hash
        )
        store.append(Batch(table="falls", expected=head, lines=(line,)))
        head = Head(seq, digest)
    return [(each.seq, each.reason) for each in audit(load_table(store, "falls").log)]


def _with(entry, **changes):
    return msgspec.structs.replace(entry, **changes)


def test_a_log_whose_acts_lead_elsewhere_is_found(caught_up):
    table, told = caught_up
    elsewhere = tell(make_table(), acts=(*ROUND[:-1], RiverFlowed(("right",))))
    position = msgspec.structs.replace(told, position=elsewhere.position)
    assert [(2, "audit.not_as_told")] == forge(table, lambda e: _with(e, event=position) if e.seq == 2 else e)
    assert [(2, "audit.not_as_told")] == forge(table, lambda e: e if e.seq < 16 else None)


@pytest.mark.parametrize(
    ("cause", "reason"), [(None, "audit.not_as_told"), (1, "audit.other_origin"), (14, "audit.other_origin")]
)
def test_an_act_with_another_cause_is_found(caught_up, cause, reason):
    table, _ = caught_up
    found = forge(table, lambda e: _with(e, cause=cause) if e.event == ROUND[-1] else e)
    assert reason in [each for _, each in found]


def test_an_act_that_was_told_names_no_position(caught_up):
    table, _ = caught_up
    table.submit(Remarked("tea?"))
    table.submit(PaddleChosen("A", 2))
    last = table.revision
    found = forge(table, lambda e: _with(e, cause=2) if e.seq == last else e)
    assert [(last, "audit.other_origin")] == found


def test_a_take_back_into_the_midst_is_found(caught_up):
    table, _ = caught_up
    undo(table, whole(table))
    last = table.revision
    found = forge(table, lambda e: _with(e, event=TakenBack(8, at_screen=True)) if e.seq == last else e)
    assert [(last, "audit.differs")] == found


def test_of_more_acts_than_a_proposal_holds_the_position_alone_is_proposed(monkeypatch):
    monkeypatch.setattr(consent, "LONGEST_CHANGE", 500)
    table = make_table(*PLAYED)
    change_or_propose(table, by(table, "B"), tell(table, acts=REST), *REST)
    (waiting,) = table.state.proposals
    assert "canoe_moved" not in waiting.change
    for seat in "AC":
        answer_proposal(table, by(table, seat), waiting.id, "agree")
    assert [*REST] == [event for event, cause in marks(table) if cause is not None]
    assert [] == [*audit(table.log)]
