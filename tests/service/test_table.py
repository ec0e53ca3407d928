"""A table in session."""

import msgspec
import pytest

from events.envelope import seal_of
from events.stores.memory import MemoryStore
from events.stores.protocol import Conflict
from events.stores.sqlite import SqliteStore
from events.table import (
    ChangeProposed,
    Corrected,
    HouseRuled,
    ProposalAnswered,
    SecretSealed,
    TableClosed,
    TakenBack,
)
from referee.games.niagara.events import CanoeMoved, PaddleChosen
from referee.kernel.registry import codec_for, find_game
from referee.kernel.verdict import Refused
from referee.service.logs.chain import DamagedLogError
from referee.service.logs.replay import EmptyLogError, replay
from referee.service.logs.secrecy import LogSecrets
from referee.service.tables.request import Recorded, Request
from referee.service.tables.table import Table, load_table, open_table, submit_as_one
from tests.service.games import (
    NIAGARA,
    OPENED,
    actions,
    choices,
    clock,
    in_turns,
    launched,
    log,
    new_table,
    seated_again,
)


@pytest.fixture(params=["memory", "sqlite"])
def store(request, tmp_path):
    with SqliteStore(tmp_path / "tables") if request.param == "sqlite" else MemoryStore() as store:
        yield store


def entries(table):
    return [msgspec.json.decode(line) for line in table.log.lines()]


def test_a_table_is_opened_with_its_first_entry(store):
    (entry,) = entries(new_table(store))
    said = entry["seq"], entry["by"], entry["kind"], entry["cause"], entry["event"]["edition"]
    assert (1, "table", "observation", None, "zh") == said


def test_an_action_is_written_with_what_follows_from_it(store):
    """Seats speak for their actions, the referee for what it derives, each naming its cause."""
    table = in_turns(new_table(store))
    answer = table.submit(launched())
    written = [(e["seq"], e["by"], e["kind"], e["cause"], e["event"]["type"]) for e in entries(table)][-3:]
    first = answer.first
    assert [
        (first, "A", "action", None, "canoe_moved"),
        (first + 1, "referee", "consequence", first, "turn_passed"),
        (first + 2, "referee", "consequence", first, "paddle_revealed"),
    ] == written
    assert (first + 2, 3) == (answer.revision, len(answer.judged))


def test_what_is_refused_leaves_no_trace(store):
    table = new_table(store)
    before = table.head
    answer = table.submit(launched("B"))
    assert isinstance(answer, Refused)
    assert (before, before) == (table.head, store.head("t"))


def test_a_table_is_found_again_as_it_was_left(store):
    table = in_turns(new_table(store))
    table.submit(launched())
    table.submit(TakenBack(4))
    again = seated_again(table)
    assert (table.state, table.head, table.log_index.in_force) == (
        again.state,
        again.head,
        again.log_index.in_force,
    )


def test_an_action_decided_on_an_old_revision_is_a_conflict(store):
    """Nothing is written; the revision now is told."""
    table = in_turns(new_table(store))
    seen = table.revision
    table.submit(launched())
    assert Conflict(seen, table.revision) == table.submit(launched("B"), Request(seen=seen))


def test_a_conflict_is_found_when_another_process_wrote(store):
    """Of two who saw the same revision one is refused; then both see the same state."""
    one = in_turns(new_table(store))
    other = seated_again(one)
    seen = one.revision
    assert isinstance(one.submit(launched(), Request(seen=seen)), Recorded)
    assert Conflict(seen, one.revision) == other.submit(launched(to="S3"), Request(seen=seen))
    assert (one.state, one.head) == (other.state, other.head)


def test_who_names_no_revision_means_whatever_is_now(store):
    one = in_turns(new_table(store))
    other = seated_again(one)
    one.submit(launched())
    assert isinstance(other.submit(launched("B")), Recorded)
    one.catch_up()
    assert (one.state, one.head) == (other.state, other.head)


def test_cards_laid_at_once_never_refuse_one_another(store):
    tables = [new_table(store)]
    tables += [seated_again(tables[0]) for _ in range(2)]
    answers = [table.submit(event, Request(seen=1)) for table, event in zip(tables, choices(), strict=True)]
    assert [Recorded] * 3 == [type(answer) for answer in answers]


def test_cards_sealed_at_once_never_refuse_one_another_nor_those_laid_beside_them(store):
    """A seal and its unknown card are one act; all three choose on the revision of the opening."""
    tables = [new_table(store)]
    tables += [seated_again(tables[0]) for _ in range(2)]
    for table, seat in zip(tables, "AB", strict=False):
        act = (SecretSealed(seat, seal_of(5, "salt")), PaddleChosen(seat, None))
        assert isinstance(submit_as_one(table, act, Request(seen=1, key=seat)), Recorded)
    assert isinstance(tables[2].submit(PaddleChosen("C", 3), Request(seen=1)), Recorded)
    assert ["A", "B"] == [seal.seat for seal in seated_again(tables[0]).state.seals]


def test_what_is_one_act_is_written_whole_or_not_at_all(store):
    """The card is refused, so nothing is sealed; nor is it when the game has gone on."""
    table = new_table(store)
    table.submit(PaddleChosen("A", 3))
    act = (SecretSealed("A", seal_of(5, "salt")), PaddleChosen("A", None))
    assert isinstance(submit_as_one(table, act, Request(seen=2, key="one")), Refused)
    assert Conflict(1, 2) == submit_as_one(table, act, Request(seen=1, key="two"))
    assert (2, ()) == (table.revision, table.state.seals)


def test_a_second_card_of_the_same_seat_is_not_waved_through(store):
    one = new_table(store)
    other = seated_again(one)
    one.submit(PaddleChosen("A", 3), Request(seen=1))
    assert Conflict(1, 2) == other.submit(PaddleChosen("A", 4), Request(seen=1))


def test_acts_at_the_same_moment_collide_with_nobody_though_they_lie_open(store):
    """Three seats show what they have at once: each is judged on what is, and none is hidden."""
    open_cards = find_game("niagara").with_verbs(
        sealed=frozenset(), concurrent=frozenset({"paddle_chosen", "canoe_moved"})
    )
    first = new_table(store)
    tables = []
    for _ in "ABC":
        one = load_table(store, first.name)
        replayed = msgspec.structs.replace(replay(one.log), game=open_cards)
        tables.append(Table(store, first.name, replayed, clock))
    for table, seat in zip(tables, "ABC", strict=True):
        assert isinstance(table.submit(PaddleChosen(seat, 3), Request(seen=1)), Recorded)
    assert isinstance(tables[0].submit(CanoeMoved("A", 1, "S3"), Request(seen=1)), Conflict)
    secrets = LogSecrets(open_cards, {}, over=False)
    assert PaddleChosen("A", 3) == secrets.redact(2, PaddleChosen("A", 3), "B")


def test_a_card_laid_after_something_else_happened_is_a_conflict(store):
    table = new_table(store)
    table.submit(HouseRuled("minimum_speed", 1))
    assert Conflict(1, 2) == table.submit(PaddleChosen("A", 3), Request(seen=1))


def test_a_revision_that_is_not_there_yet_is_a_conflict(store):
    table = new_table(store)
    assert Conflict(9, 1) == table.submit(PaddleChosen("A", 3), Request(seen=9))


def test_the_same_submission_twice_gets_the_same_answer(store):
    table = in_turns(new_table(store))
    seen = table.revision
    first = table.submit(launched(), Request(seen=seen, key="k"))
    table.submit(launched("B"))
    revision = table.revision
    again = (
        table.submit(launched(), Request(seen=seen, key="k")),
        seated_again(table).submit(launched(), Request(key="k")),
    )
    assert (first, first) == again
    assert revision == store.head("t").revision


def test_a_refusal_is_answered_the_same_even_when_it_would_be_accepted_now(store):
    table = new_table(store)
    first = table.submit(launched("B"), Request(key="early"))
    in_turns(table).submit(launched())
    assert isinstance(first, Refused)
    assert first == table.submit(launched("B"), Request(key="early"))


def test_talk_about_the_game_makes_no_act_late(store):
    table = new_table(store)
    seen = table.revision
    table.submit(ChangeProposed("P2", "A", '{"type":"house_ruled","option":"minimum_speed","value":1}'))
    table.submit(ProposalAnswered("P2", "B", agrees=False))
    assert isinstance(table.submit(HouseRuled("minimum_speed", 1), Request(seen=seen)), Recorded)
    assert isinstance(table.submit(HouseRuled("minimum_speed", 0), Request(seen=seen)), Conflict)


def test_a_key_used_for_something_else_is_refused(store):
    table = new_table(store)
    table.submit(PaddleChosen("A", 3), Request(key="k"))
    assert "table.key_used" == table.submit(PaddleChosen("B", 3), Request(key="k")).reason


def test_opening_twice_with_the_same_key_is_opening_once(store):
    first = new_table(store, key="k")
    assert first.head == new_table(store, key="k").head
    assert "table.already_open" == open_table(store, "t", OPENED, NIAGARA).reason


def test_an_opening_that_is_refused_opens_nothing(store):
    answer = open_table(store, "t", msgspec.structs.replace(OPENED, seats=("A", "B")), NIAGARA)
    assert (True, ()) == (isinstance(answer, Refused), store.tables())


def test_taking_back_puts_what_came_after_out_of_force(store):
    """Nothing is deleted; the state is what it was."""
    table = in_turns(new_table(store))
    state, revision = table.state, table.revision
    table.submit(launched())
    length = table.revision
    assert isinstance(table.submit(TakenBack(revision, "wrong canoe", ("A",))), Recorded)
    assert (state, length + 1) == (table.state, len(list(table.log.lines())))
    assert isinstance(table.submit(launched()), Recorded)


def test_taking_back_to_an_action_keeps_what_followed_from_it(store):
    table = in_turns(new_table(store))
    first = table.submit(launched())
    state = table.state
    table.submit(launched("B"))
    answer = table.submit(TakenBack(first.first))
    assert (first.revision, state) == (answer.judged[0].event.to, table.state)


@pytest.mark.parametrize("to", [-1, 0, 99, 6])
def test_taking_back_names_an_earlier_entry(store, to):
    table = in_turns(new_table(store))
    assert ("TAB-BACK-01",) == table.submit(TakenBack(to)).rules


def test_taking_back_to_what_was_taken_back_is_refused(store):
    table = in_turns(new_table(store))
    table.submit(launched())
    table.submit(TakenBack(2))
    assert ("TAB-BACK-01",) == table.submit(TakenBack(4)).rules


def test_a_take_back_may_be_followed_by_another(store):
    table = in_turns(new_table(store))
    table.submit(TakenBack(3))
    table.submit(TakenBack(2))
    assert [range(1, 3), range(8, 9)] == table.log_index.in_force
    assert replay(table.log).state == table.state


def test_another_process_sees_a_take_back(store):
    one = in_turns(new_table(store))
    other = seated_again(one)
    one.submit(TakenBack(2))
    other.catch_up()
    assert (one.state, one.head, one.log_index.in_force) == (
        other.state,
        other.head,
        other.log_index.in_force,
    )


def test_only_those_who_sit_here_agree(store):
    """A stranger's word is no agreement."""
    assert ("TAB-SEAT-01",) == in_turns(new_table(store)).submit(TakenBack(2, agreed=("Z",))).rules


def test_a_closed_table_takes_nothing_more(store):
    table = new_table(store)
    table.submit(TableClosed())
    refused = table.submit(PaddleChosen("A", 3)).rules, table.submit(TakenBack(1)).rules
    assert (("TAB-CLOSE-01",),) * 2 == refused


def test_the_table_may_correct_and_rule(store):
    table = new_table(store)
    position = NIAGARA.position(table.state, "referee")
    table.submit(Corrected(msgspec.structs.replace(position, weather=2), "the marker stood there"))
    table.submit(HouseRuled("minimum_speed", 1))
    assert ["table"] * 3 == [entry["by"] for entry in entries(table)]
    assert 2 == NIAGARA.position(table.state, None).weather


def test_nobody_sits_down_at_a_table_that_was_never_opened(store):
    with pytest.raises(EmptyLogError):
        load_table(store, "nowhere")


def test_a_damaged_log_is_not_played_on():
    table = in_turns(new_table())
    lines = table.store._logs["t"]
    lines[2] = lines[2].replace(b'"card":3', b'"card":6')
    with pytest.raises(DamagedLogError) as error:
        seated_again(table)
    assert (3, "log.edited") == (error.value.seq, error.value.reason)


def test_a_log_replaced_behind_a_table_is_found_when_it_writes():
    table = in_turns(new_table())
    other = new_table()
    for seat in "CBA":
        other.submit(PaddleChosen(seat, 2))
    table.store._logs["t"][:] = other.store._logs["t"]
    table.store._heads["t"] = other.head
    with pytest.raises(DamagedLogError):
        table.submit(launched())


def test_judging_writes_nothing(store):
    table = in_turns(new_table(store))
    before = table.head
    table.judge(launched())
    table.judge(TakenBack(to=2))
    assert before == store.head("t")


def test_a_whole_game_submitted_is_the_log_that_was_simulated():
    """Action by action the same entries, byte for byte, but for the moment they were told."""
    whole = log(2, 4)
    table = None
    for text in actions(whole):
        event = codec_for("niagara").event(text)
        if table is None:
            name = msgspec.json.decode(whole[0])["table"]
            table = open_table(MemoryStore(), name, event, NIAGARA, clock=clock)
        else:
            assert isinstance(table.submit(event), Recorded)
    told = [(e["seq"], e["by"], e["kind"], e["cause"], e["event"]) for e in entries(table)]
    simulated = [msgspec.json.decode(line) for line in whole]
    assert [(e["seq"], e["by"], e["kind"], e["cause"], e["event"]) for e in simulated] == told
    assert replay(table.log, verify=True).state == table.state
