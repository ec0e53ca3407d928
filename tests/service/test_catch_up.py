"""Telling how the board stands, at a table of any kind: clear answers, nothing half recorded."""

from contextlib import closing
from functools import reduce
from operator import attrgetter
from threading import Barrier, Event, Thread

import pytest

from events.codec import MalformedError
from events.stores.memory import MemoryStore
from events.stores.protocol import Conflict
from events.stores.sqlite import SqliteStore
from events.table import DisputeOpened, HouseRuled, PositionTold, TableClosed, TableOpened
from referee.games.niagara.events import CanoeMoved, PaddleChosen, PaddleRevealed, TurnEnded
from referee.kernel.registry import find_game
from referee.kernel.seed import commitment
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES
from referee.l10n.messages import has
from referee.service.audit.judge_again import audit
from referee.service.catch_up.catch_up import catch_up, tell_position
from referee.service.catch_up.find import find_ways
from referee.service.catch_up.search import Limits
from referee.service.catch_up.told import Told, make_told, public_facts
from referee.service.commands.consent import answer_proposal
from referee.service.commands.correct import correct, make_correction
from referee.service.tables.request import Recorded, Request, of_all, of_seat
from referee.service.tables.table import load_table, open_table
from referee.testing.recorded import record
from tests.architecture.sources import RECORDED

NIAGARA = find_game("niagara")


def make_table(game="niagara", store=None, **opening):
    opened = TableOpened(game=game, seats=tuple("ABC"), **opening)
    return open_table(store or MemoryStore(), "evening", opened, find_game(game))


def by_all(table, **how):
    return Request(of_all(table.state), **how)


def tell(table, facts, answers=None, **how):
    return catch_up(table, by_all(table, **how), facts, answers)


def played(table):
    """Return the acts in force after the opening, with whether they were worked out."""
    return [(each.event, each.is_worked_out) for each in table.log_index.effective.actions[1:]]


def lay_paddles(table):
    for seat in "ABC":
        assert isinstance(table.submit(PaddleChosen(seat, None)), Recorded)


MOVED = (PaddleRevealed("A", 3), CanoeMoved("A", 1, "S3"))


def facts_after(table, *acts):
    """Return how everybody sees the table after acts; nothing is recorded."""
    return public_facts(
        NIAGARA, reduce(lambda state, act: NIAGARA.decide(state, act).state, acts, table.state)
    )


def assert_refused(came, id, table, revision=1):
    assert "refused" == came.verdict
    assert id == came.answer.reason
    assert revision == table.revision
    assert all(has(id, lang) for lang in LANGUAGES)


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({}, "catchup.nothing_told"),
        ({"canoes.Z.1.at": "S3"}, "table.unknown_seat"),
        ({"owned.Z": {"ruby": 1}}, "table.unknown_seat"),
        ({"owned.A": {"ruby": 9}}, "niagara.gems_do_not_add_up"),
        ({"owned.A": {"ruby": 4}, "owned.B.ruby": 4}, "niagara.gems_do_not_add_up"),
        ({"owned.A.ruby": 7, "canoes.B.1.gem": "ruby"}, "niagara.gems_do_not_add_up"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(facts, message):
    table = make_table()
    assert_refused(tell(table, facts), message, table)


def test_a_position_told_twice_is_recorded_once():
    table = make_table()
    lay_paddles(table)
    told = facts_after(table, *MOVED)
    assert "recorded" == tell(table, told).verdict
    revision = table.revision
    assert "already" == tell(table, told).verdict
    assert (
        "catchup.already" == tell_position(table, by_all(table), make_told(NIAGARA, told, table.state)).reason
    )
    assert revision == table.revision


def test_a_gem_of_which_there_is_one_lies_in_no_two_canoes():
    table = make_table()
    assert isinstance(
        correct(table, by_all(table), {"owned.A.ruby": 6, "owned.B.ruby": 0}), Refused | Recorded
    )
    facts = {"owned.A.ruby": 6, "canoes.A.1.gem": "ruby", "canoes.B.1.gem": "ruby"}
    revision = table.revision
    assert_refused(tell(table, facts), "niagara.gems_do_not_add_up", table, revision)


@pytest.mark.parametrize(
    "path",
    ["", ".", "..", "boats", "canoes.A.1.foo", "canoes.A.7.at", "canoes.A.1.at.x", "owned.A.gold", "acts.A"],
)
def test_a_path_that_no_fact_has_is_named(path):
    table = make_table()
    with pytest.raises(LookupError, match="^" + path.replace(".", r"\.") + "$"):
        tell(table, {path: 1})
    assert 1 == table.revision


@pytest.mark.parametrize("path", ["acts.", "acts.Z", "foo.bar", "canoes.A.1.foo"])
def test_an_answer_to_what_nobody_asked_is_named(path):
    table = make_table()
    with pytest.raises(LookupError):
        tell(table, {"canoes.A.1.at": "S3"}, {path: "x"})
    assert 1 == table.revision


DEEP = "x"
for _ in range(400):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("canoes.A.1.at", "S99"),
        ("canoes.A.1.at", None),
        ("canoes.A.1.at", DEEP),
        ("canoes", 5),
        ("canoes.A", ["S3"]),
        ("weather", 10**40),
        ("weather", "rain"),
        ("owned.A.ruby", -1),
        ("owned.A.ruby", True),
    ],
)
def test_a_value_that_no_fact_can_have_is_named(path, value):
    table = make_table()
    with pytest.raises(MalformedError, match=path.partition(".")[0]):
        tell(table, {path: value})
    assert 1 == table.revision


def test_five_hundred_facts_are_read_as_one():
    """All that can be told of this table is less; what is not there is named."""
    table = make_table()
    with pytest.raises(LookupError, match=r"canoes\.A\.1\.x0"):
        tell(table, {**public_facts(NIAGARA, table.state), **{f"canoes.A.1.x{n}": 1 for n in range(500)}})
    assert 1 == table.revision


def test_what_is_so_already_is_not_recorded():
    table = make_table()
    told = public_facts(NIAGARA, table.state)
    assert ("already", (), None) == attrgetter("verdict", "acts", "answer")(tell(table, told))
    assert 1 == table.revision


def test_one_way_is_recorded_with_its_cause():
    table = make_table()
    lay_paddles(table)
    revision = table.revision
    came = tell(table, facts_after(table, *MOVED))
    assert "recorded" == came.verdict
    assert (PaddleRevealed("A", 3), CanoeMoved("A", 1, "S3")) == came.acts
    assert [(event, True) for event in came.acts] == played(table)[4:]
    assert {revision + 1} == {each.cause for each in table.log_index.effective.actions[5:]}
    assert [] == [*audit(table.log)]


def laid_table(a, b, c):
    table = make_table()
    for seat, card in zip("ABC", (a, b, c), strict=True):
        table.submit(PaddleChosen(seat, card))
    return table


TWO_TURNS = {"canoes.A.1.at": "S3", "canoes.A.1.gem": None, "canoes.A.2.at": "land", "canoes.B.1.at": "S4",
             "canoes.B.1.gem": None, "canoes.B.2.at": "land", "acted": ["A", "B"]}  # fmt: skip


def propose_two_turns(table):
    came = catch_up(table, Request(of_seat(table.state, "A")), TWO_TURNS)
    assert "proposed" == came.verdict
    assert (CanoeMoved("A", 1, "S3"), PaddleRevealed("B", 4), CanoeMoved("B", 1, "S4")) == came.acts
    (proposal,) = table.state.proposals
    return [
        answer_proposal(table, Request(of_seat(table.state, seat)), proposal.id, "agree") for seat in "BC"
    ]


def test_what_a_phone_told_before_is_turned_up_by_itself_between_the_acts_worked_out():
    table = laid_table(3, 4, 5)
    propose_two_turns(table)
    worked_out = [event for event, is_worked_out in played(table) if is_worked_out]
    assert [CanoeMoved("A", 1, "S3"), CanoeMoved("B", 1, "S4")] == worked_out
    assert [] == [*audit(table.log)]


def test_nobody_finds_out_a_card_by_telling_what_it_may_have_been():
    """A proposes whatever B may have laid; when all agree, what cannot be is refused without a reason."""
    table = laid_table(3, 2, 5)
    agreed, last = propose_two_turns(table)
    assert (True, "table.cannot_be_made") == (isinstance(agreed, Recorded), last.reason)
    assert [] == [event for event, is_worked_out in played(table) if is_worked_out]
    assert [] == [*audit(table.log)]


def test_a_closed_table_is_told_nothing():
    table = make_table()
    table.submit(TableClosed(), by_all(table))
    assert_refused(tell(table, {"canoes.A.1.at": "S3"}), "table.closed", table, 2)


def ended_table():
    whole = record(RECORDED / "niagara" / "four-alike-3p-zh.jsonl")
    table = open_table(MemoryStore(), "evening", whole.steps[0].event, NIAGARA)
    for step in whole.in_force[1:]:
        if step.before == table.state:
            table.submit(step.event)
    assert NIAGARA.winners(table.state)
    return table


def test_nothing_leads_on_from_a_game_that_ended():
    table = ended_table()
    revision, seat = table.revision, table.state.seats[0]
    assert_refused(tell(table, {f"canoes.{seat}.1.at": "S1"}), "niagara.game_is_over", table, revision)


def test_a_game_goes_on_from_where_it_was_corrected():
    table = make_table()
    lay_paddles(table)
    correct(table, by_all(table), {"canoes.A.1.at": "S2"})
    acts = (PaddleRevealed("A", 3), CanoeMoved("A", 1, "S5"), TurnEnded("A"))
    assert acts == tell(table, facts_after(table, *acts)).acts
    assert [] == [*audit(table.log)]


def test_a_game_goes_on_by_the_rules_of_its_house():
    """What a house rule changed, and a dispute that is open, keep nobody from telling how it stands."""
    table = make_table()
    lay_paddles(table)
    table.submit(HouseRuled("minimum_speed", 1), by_all(table))
    table.submit(DisputeOpened("D1", 3, "A", "tie"), by_all(table))
    revision = table.revision
    came = tell(table, facts_after(table, *MOVED))
    assert "recorded" == came.verdict, came.answer
    assert revision < table.revision


def test_an_old_revision_is_a_conflict():
    table = make_table()
    seen = table.revision
    lay_paddles(table)
    revision = table.revision
    came = tell(table, {"canoes.A.1.at": "S3"}, seen=seen)
    assert ("conflict", Conflict(seen, revision)) == (came.verdict, came.answer)
    assert revision == table.revision


def test_a_log_another_door_goes_on_with_is_read_first(tmp_path):
    """Another process laid the paddles; a position told after them is judged on them."""
    with closing(SqliteStore(tmp_path / "a.db")) as store, closing(SqliteStore(tmp_path / "a.db")) as other:
        table = make_table(store=store)
        elsewhere = load_table(other, "evening")
        lay_paddles(elsewhere)
        came = tell(table, facts_after(elsewhere, *MOVED))
        assert "recorded" == came.verdict
        assert [] == [*audit(table.log)]


def test_of_two_doors_that_tell_the_same_one_records_it(tmp_path):
    with closing(SqliteStore(tmp_path / "a.db")) as store:
        table = make_table(store=store)
        lay_paddles(table)
        seen, facts = table.revision, facts_after(table, *MOVED)
    together, came = Barrier(4), list[str]()

    def tell_it():
        with closing(SqliteStore(tmp_path / "a.db")) as own:
            table = load_table(own, "evening")
            together.wait()
            came.append(tell(table, facts, seen=seen).verdict)

    threads = [Thread(target=tell_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ["conflict"] * 3 + ["recorded"] == sorted(came)
    with closing(SqliteStore(tmp_path / "a.db")) as store:
        table = load_table(store, "evening")
        assert [PaddleRevealed, CanoeMoved] == [
            type(event) for event, worked_out in played(table) if worked_out
        ]
        assert [] == [*audit(table.log)]


def test_the_same_key_gets_the_same_answer():
    table = make_table()
    lay_paddles(table)
    facts = facts_after(table, *MOVED)
    first = tell(table, facts, key="k")
    revision = table.revision
    again = tell(table, facts, key="k")
    assert (first.verdict, first.acts, revision) == (again.verdict, again.acts, table.revision)
    assert "refused" == tell(table, {"canoes.A.1.at": "S4"}, key="k").verdict
    assert revision == table.revision


def test_a_position_told_as_an_event_is_judged_as_one_told_by_facts():
    table = make_table()
    kind = NIAGARA.facts.kind
    refused = tell_position(table, by_all(table), PositionTold(kind()))
    assert "catchup.nothing_told" == refused.reason
    strange = make_correction(NIAGARA, table.state, {"canoes.Z.1.at": "S3"}).position
    assert "table.unknown_seat" == tell_position(table, by_all(table), PositionTold(strange)).reason
    assert 1 == table.revision


def test_what_the_seed_would_throw_is_never_found_out():
    """Whatever dice are told where the referee throws, the answer is the same for every seed."""
    seen = set()
    powerboats = find_game("powerboats")
    whole = record(RECORDED / "powerboats" / "three-training.jsonl")
    for dice in (1, 2, 3):
        for seed in ("one", "two", "three"):
            opened = TableOpened(
                game="powerboats", seats=whole.steps[0].event.seats, edition=whole.steps[0].event.edition,
                options=whole.steps[0].event.options, chance="referee", seed=seed, seed_hash=commitment(seed),
            )  # fmt: skip
            table = open_table(MemoryStore(), "evening", opened, powerboats)
            for step in whole.in_force[1:]:
                if table.game.dealer.may_decide(table.state, step.event) or not table.game.acting(
                    table.state
                ):
                    break
                if isinstance(table.submit(step.event), Refused):
                    break
            first = powerboats.acting(table.state)[0]
            came = tell(table, {f"boats.{first}.dice": [dice]})
            seen.add((dice, came.verdict, getattr(came.answer, "reason", None)))
            assert came.verdict in {"refused", "none", "bound"}
    assert 3 == len(seen)


PLAYED = (
    *MOVED,
    PaddleRevealed("B", 4),
    CanoeMoved("B", 1, "S4"),
    PaddleRevealed("C", 5),
    CanoeMoved("C", 1, "S5"),
)


def laid_state():
    table = make_table()
    lay_paddles(table)
    return table, facts_after(table, *PLAYED)


def search(facts, **limits):
    table, known = laid_state()
    return find_ways(NIAGARA, table.state, Told(NIAGARA, {**known, **facts}), Limits(**limits))


def test_a_search_that_is_broken_off_says_so():
    """What was really played could be found, had it gone on."""
    found = search({}, decisions=1000)
    assert ((), True) == (found.ways, found.is_bound)
    assert 1 == len(search({}).ways)


def test_a_piece_that_no_act_moves_there_is_told_though_the_search_was_broken_off():
    found = search({"canoes.A.1.at": "S2", "canoes.A.2.at": "S2"}, decisions=1000, decisions_near=20_000)
    assert ((), False) == (found.ways, found.is_bound)
    ashore = [{("canoes", "A", n, "at"): "land"} for n in "21"]
    assert [off for _, off in found.near] in (ashore, ashore[::-1])


def test_what_can_be_at_no_time_is_refused_by_its_rule():
    came = tell(make_table(), {"canoes.A.1.at": "land", "canoes.A.1.gem": "ruby"})
    assert ("refused", ("NIA-LAND-01",)) == (came.verdict, came.answer.rules)
    assert came.answer.reason == "niagara.no_cargo_land"


def test_a_busy_machine_finds_what_a_quiet_one_does():
    """Searches are counted, not timed: other threads make them slower, and no others."""
    facts = {"canoes.A.1.at": "S2", "canoes.A.2.at": "S2"}
    alone, is_over = search(facts, decisions=1000), Event()

    def work():
        while not is_over.is_set():
            sum(range(1000))

    busy = [Thread(target=work) for _ in range(4)]
    for each in busy:
        each.start()
    try:
        assert alone == search(facts, decisions=1000)
    finally:
        is_over.set()
        for each in busy:
            each.join()
