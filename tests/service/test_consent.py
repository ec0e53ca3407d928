"""Changes by agreement: free, proposed, objected to."""

from events.base import TABLE, type_of
from events.codec import write_changes
from events.stores import open_store
from events.table import ChangeProposed, DisputeOpened, HouseRuled, ProposalAnswered, SeatLeft, TakenBack
from referee.games.niagara.events import PaddleChosen
from referee.kernel.verdict import Refused
from referee.l10n.messages import event_words
from referee.service.commands import consent
from referee.service.commands.correct import make_correction
from referee.service.commands.record import record_event as say
from referee.service.commands.sitting import sit_down
from referee.service.logs.log_index import effective_log
from referee.service.tables.request import NOT_YOURS, Actor, Recorded, Request, of_all, of_seat
from referee.service.tables.table import load_table
from tests.service.desk import answer, propose
from tests.service.games import new_table
from tests.service.test_retelling import ROUND, sit


def test_ones_own_last_act_is_taken_back_at_once() -> None:
    table = sit(PaddleChosen("A", 3))
    assert isinstance(propose(table, "A", TakenBack(1)), Recorded)
    assert table.state.laid == (None, None, None)


def test_another_seats_act_is_only_proposed() -> None:
    table = sit(PaddleChosen("A", 3))
    propose(table, "B", TakenBack(1))
    assert table.state.laid[0] == 3
    assert [p.agreed for p in table.state.proposals] == [("B",)]


def test_with_the_last_agreement_the_change_is_made() -> None:
    table = sit(*ROUND[:4])
    to = effective_log(table.log).actions[3].end or 0
    propose(table, "A", TakenBack(to))
    name = table.state.proposals[0].id
    answer(table, name, "B", agrees=True)
    assert table.state.used == 0 or table.state.turn == 1
    answer(table, name, "C", agrees=True)
    assert table.state.at[0] == "land"
    assert table.state.proposals == ()


def test_one_objection_ends_a_proposal() -> None:
    table = sit(PaddleChosen("A", 3))
    propose(table, "B", TakenBack(1))
    name = table.state.proposals[0].id
    answer(table, name, "C", agrees=False)
    assert (table.state.laid[0], table.state.proposals) == (3, ())


def test_an_answer_to_nothing_is_refused() -> None:
    table = sit(PaddleChosen("A", 3))
    given = answer(table, "P9", "C", agrees=True)
    assert isinstance(given, Refused)
    assert given.rules == ("TAB-BACK-02",)


def test_nobody_answers_twice() -> None:
    table = sit(PaddleChosen("A", 3))
    propose(table, "B", TakenBack(1))
    given = answer(table, table.state.proposals[0].id, "B", agrees=True)
    assert isinstance(given, Refused)


def test_a_house_rule_by_agreement_names_everybody() -> None:
    table = sit(PaddleChosen("A", 3))
    propose(table, "A", HouseRuled("minimum_speed", 1))
    name = table.state.proposals[0].id
    answer(table, name, "B", agrees=True)
    answer(table, name, "C", agrees=True)
    assert table.state.options.minimum_speed == 1
    ruled = next(t.event for t in effective_log(table.log).actions if isinstance(t.event, HouseRuled))
    assert ruled.agreed == ("A", "B", "C")


def test_what_could_not_be_done_is_not_proposed() -> None:
    table = sit(PaddleChosen("A", 3))
    assert isinstance(propose(table, "B", TakenBack(99)), Refused)


def test_the_proposer_may_withdraw() -> None:
    table = sit(PaddleChosen("A", 3))
    propose(table, "B", TakenBack(1))
    answer(table, table.state.proposals[0].id, "B", agrees=False)
    assert (table.state.laid[0], table.state.proposals) == (3, ())


def test_an_answer_sent_twice_changes_the_game_once() -> None:
    """The same key gets the same answer: the change that followed from it."""
    table = sit(PaddleChosen("A", 3))
    propose(table, "A", HouseRuled("minimum_speed", 1))
    name = table.state.proposals[0].id
    answer(table, name, "B", agrees=True)
    first, again = (answer(table, name, "C", agrees=True, key="mine") for _ in range(2))
    assert first == again
    assert ["proposal_answered", "house_ruled"] == [type_of(judged.event) for judged in first.judged]
    assert again.revision == table.revision


def test_what_all_agreed_to_is_made_by_whoever_sits_down_next() -> None:
    """Where an older log ends between the last agreement and the change; once, whoever comes after."""
    table = sit()
    propose(table, "A", HouseRuled("minimum_speed", 1))
    name = table.state.proposals[0].id
    for seat in ("B", "C"):
        table.submit(ProposalAnswered(name, seat, True))
    table.submit(DisputeOpened("D1", 1, "B", ""))
    assert 0 == table.state.options.minimum_speed
    again, later = (sit_down(table.store, table.name) for _ in range(2))
    assert (1, 1) == (again.state.options.minimum_speed, later.state.options.minimum_speed)
    assert again.revision == later.revision


def test_what_was_agreed_to_is_not_made_once_the_game_has_gone_on() -> None:
    table = sit()
    propose(table, "A", HouseRuled("minimum_speed", 1))
    for seat in ("B", "C"):
        table.submit(ProposalAnswered(table.state.proposals[0].id, seat, True))
    table.submit(ROUND[0])
    assert 0 == sit_down(table.store, table.name).state.options.minimum_speed


def test_the_last_agreement_and_the_change_are_written_at_once() -> None:
    table = sit()
    propose(table, "A", HouseRuled("minimum_speed", 1))
    answer(table, table.state.proposals[0].id, "B", agrees=True)
    batches = []
    append = table.store.append
    table.store.append = lambda batch: batches.append(batch) or append(batch)
    answer(table, table.state.proposals[0].id, "C", agrees=True)
    assert [2] == [len(batch.lines) for batch in batches]
    assert 1 == table.state.options.minimum_speed


def test_whoever_proposes_a_correction_learns_nothing_of_a_card_that_lies_face_down() -> None:
    """Whatever A laid, B gets the same answer; the change itself is judged when all have agreed."""
    answers = set()
    for card in (1, 2, 3):
        table = sit(PaddleChosen("A", card))
        facts = {"hands.A": [3], "acted": ["A"]}
        event = make_correction(table.game, table.state, facts, viewer="B")
        asked = propose(table, "B", event)
        answers.add((type(asked), getattr(asked, "reason", None), table.revision))
    assert 1 == len(answers)


def test_all_together_are_told_no_card_by_what_cannot_be_corrected() -> None:
    said = []
    for card in (2, 3):
        table = sit(PaddleChosen("A", card))
        event = make_correction(table.game, table.state, {"hands.A": [3]}, viewer=None)
        answered = consent.change_or_propose(table, Request(of_all(table.state)), event)
        said.append(getattr(answered, "reason", None))
    assert 1 == len(set(said))


def log_of(table, kind):
    return next(entry.event for entry in reversed(table.log_index.entries) if isinstance(entry.event, kind))


def screen(table, phones):
    seats = tuple(seat for seat in table.state.seats if seat not in phones)
    return Actor(seats=seats, agrees_for=table.state.present, place="middle", asks=phones)


def test_who_sits_round_one_screen_is_not_named_as_having_agreed() -> None:
    table = sit(PaddleChosen("A", 3))
    consent.change_or_propose(table, Request(of_all(table.state)), HouseRuled("minimum_speed", 1))
    ruled = log_of(table, HouseRuled)
    assert ((), True) == (ruled.agreed, ruled.at_screen)
    assert event_words(ruled, "en", {}).endswith(" Set at the screen.")
    consent.change_or_propose(
        table, Request(of_all(table.state), agreed=("A", "C")), HouseRuled("minimum_speed", 0)
    )
    ruled = log_of(table, HouseRuled)
    assert (("A", "C"), False) == (ruled.agreed, ruled.at_screen)


def test_the_screen_asks_those_who_have_phones_and_names_who_said_yes() -> None:
    """Nothing changes before; those without a phone sit at the screen."""
    table = sit(PaddleChosen("A", 3))
    consent.change_or_propose(table, Request(screen(table, ("A", "B"))), HouseRuled("minimum_speed", 1))
    (asked,) = table.state.proposals
    assert (0, TABLE, ("A", "B")) == (table.state.options.minimum_speed, asked.agreed[0], asked.of)
    answer(table, asked.id, "A", agrees=True)
    answer(table, asked.id, "B", agrees=True)
    ruled = log_of(table, HouseRuled)
    assert (("A", "B"), True) == (ruled.agreed, ruled.at_screen)


def test_one_phone_objects_to_what_the_screen_asks() -> None:
    table = sit(PaddleChosen("A", 3))
    consent.change_or_propose(table, Request(screen(table, ("A", "B"))), HouseRuled("minimum_speed", 1))
    answer(table, table.state.proposals[0].id, "B", agrees=False)
    assert ((), 0) == (table.state.proposals, table.state.options.minimum_speed)


def test_what_is_set_at_the_screen_for_all_names_only_who_said_so() -> None:
    """Whoever's phone is silent has not agreed by it; no answer is written in that name."""
    table = sit(PaddleChosen("A", 3))
    middle = screen(table, ("A", "B", "C"))
    consent.change_or_propose(table, Request(middle), HouseRuled("minimum_speed", 1))
    name = table.state.proposals[0].id
    answer(table, name, "C", agrees=True)
    consent.answer_proposal(table, Request(middle), name, "agree")
    ruled = log_of(table, HouseRuled)
    assert (("C",), True) == (ruled.agreed, ruled.at_screen)
    assert ["C", TABLE] == [
        e.event.by for e in table.log_index.entries if isinstance(e.event, ProposalAnswered)
    ]


def test_the_screen_withdraws_what_it_asked() -> None:
    table = sit(PaddleChosen("A", 3))
    middle = screen(table, ("A", "B", "C"))
    consent.change_or_propose(table, Request(middle), HouseRuled("minimum_speed", 1))
    consent.answer_proposal(table, Request(middle), table.state.proposals[0].id, "withdraw")
    assert ((), 0) == (table.state.proposals, table.state.options.minimum_speed)


def test_what_was_told_at_the_screen_alone_is_taken_back_there_unasked() -> None:
    """A slip of the finger asks nobody; what another phone told does."""
    table = sit(PaddleChosen("A", 3), PaddleChosen("C", 4))
    consent.change_or_propose(table, Request(screen(table, ("A", "B"))), TakenBack(2))
    assert (3, None) == (table.state.laid[0], table.state.laid[2])
    consent.change_or_propose(table, Request(screen(table, ("A", "B"))), TakenBack(1))
    assert (3, 1) == (table.state.laid[0], len(table.state.proposals))


def test_who_is_said_to_have_left_is_not_asked_by_the_screen() -> None:
    table = sit(PaddleChosen("A", 3))
    consent.change_or_propose(table, Request(screen(table, ("A", "B", "C"))), SeatLeft("C"))
    assert [("A", "B")] == [each.of for each in table.state.proposals]


def test_no_phone_speaks_as_the_screen() -> None:
    table = sit(PaddleChosen("A", 3))
    own = of_seat(table.state, "A")
    change = write_changes((HouseRuled("minimum_speed", 1),))
    assert NOT_YOURS == say(table, Request(own), ChangeProposed("P9", TABLE, change))
    consent.change_or_propose(table, Request(screen(table, ("A", "B", "C"))), HouseRuled("minimum_speed", 1))
    assert NOT_YOURS == say(table, Request(own), ProposalAnswered(table.state.proposals[0].id, TABLE, True))
    assert 0 == table.state.options.minimum_speed


def test_a_take_back_that_was_asked_for_undoes_nothing_that_was_done_since() -> None:
    table = sit(PaddleChosen("A", 3))
    propose(table, "B", TakenBack(1))
    name = table.state.proposals[0].id
    answer(table, name, "C", agrees=True)
    table.submit(PaddleChosen("C", 5))
    given = answer(table, name, "A", agrees=True)
    assert ("table.proposal_past", ("TAB-BACK-02",)) == (given.reason, given.rules)
    assert (3, None, 5) == table.state.laid


def test_all_round_the_screen_see_what_a_take_back_undoes() -> None:
    table = sit(PaddleChosen("A", 3))
    propose(table, "B", TakenBack(1))
    table.submit(PaddleChosen("C", 5))
    consent.answer_proposal(table, Request(of_all(table.state)), table.state.proposals[0].id, "agree")
    assert (None, None, None) == table.state.laid


def test_what_is_told_again_after_an_amendment_is_not_undone_by_it() -> None:
    table = sit(PaddleChosen("A", 3))
    propose(table, "B", TakenBack(1), PaddleChosen("A", 2))
    name = table.state.proposals[0].id
    table.submit(PaddleChosen("C", 5))
    answer(table, name, "A", agrees=True)
    assert isinstance(answer(table, name, "C", agrees=True), Recorded)
    assert (2, None, 5) == table.state.laid


def test_an_amendment_after_which_what_was_done_since_cannot_be_told_again_is_past() -> None:
    table = sit(*ROUND[:3])
    propose(table, "B", TakenBack(3), PaddleChosen("C", 6))
    name = table.state.proposals[0].id
    for event in ROUND[3:6]:
        table.submit(event)
    answer(table, name, "A", agrees=True)
    given = answer(table, name, "C", agrees=True)
    assert ("table.proposal_past", "S2") == (given.reason, table.state.at[4])


def test_of_two_who_agree_at_the_same_moment_the_second_makes_the_change(tmp_path) -> None:
    """Neither knows of the other: whoever is written second decides anew."""
    with open_store(tmp_path / "tables.db", create=True) as one, open_store(tmp_path / "tables.db") as two:
        here = new_table(one)
        propose(here, "A", HouseRuled("minimum_speed", 1))
        there, name = load_table(two, "t"), here.state.proposals[0].id
        there.store.append = first(lambda: answer(here, name, "B", agrees=True), there.store.append)
        given = answer(there, name, "C", agrees=True)
        assert ["proposal_answered", "house_ruled"] == [type_of(judged.event) for judged in given.judged]


def first(act, append):
    waiting = [act]

    def appended(batch):
        while waiting:
            waiting.pop()()
        return append(batch)

    return appended
