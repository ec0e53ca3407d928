"""What names the hidden cards of several is said by each of them, and tells nobody what it may not know."""

from typing import Any

import pytest

from events.base import Event
from events.stores.memory import MemoryStore
from events.table import ChangeProposed, Corrected, DisputeOpened, TableOpened
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import (
    CardsTraded,
    CardTaken,
    CharactersDealt,
    MugDemanded,
    NavigationChosen,
    Passed,
    Position,
    ProvisionDealt,
    SecretsDealt,
)
from referee.kernel.seed import commitment
from referee.kernel.verdict import Refused
from referee.service.audit.judge_again import audit
from referee.service.files.exporting import export_record
from referee.service.logs.log_index import LogIndex, secrets_of
from referee.service.tables.request import Recorded
from referee.service.tables.table import REFEREE_DEALS, Table, load_table, open_table
from tests.service.desk import answer, propose
from tests.service.games import check_lines

SEATS = tuple("ABCD")
CAST: dict[str, Any] = dict(zip(SEATS, ("kid", "stephen", "captain", "mate"), strict=True))
SEED = "0d" * 16


def sat_down(*events: Event, **opening: Any) -> Table:
    """Sit down at a table of physical cards, each seat judged by what it may know."""
    opened = TableOpened(game="lifeboat", seats=SEATS, **opening)
    table = open_table(MemoryStore(), "boat", opened, GAME)
    assert isinstance(table, Table)
    for event in events:
        assert isinstance(table.submit(event), Recorded), event
    return table


def in_action(**hands: tuple[str | None, ...]) -> Table:
    position = Position(characters=CAST, hands={seat: hands.get(seat, ()) for seat in SEATS}, phase="action")  # type: ignore[arg-type]
    return sat_down(Corrected(position))


TRADE = CardsTraded(("A", "B"), (("knife",), ("water",)))


def proposed(table: Table, by: str, event: Event) -> str:
    """Propose; give the name of the proposal."""
    recorded = propose(table, by, event)
    assert isinstance(recorded, Recorded), recorded
    asked = recorded.judged[0].event
    assert isinstance(asked, ChangeProposed)
    return asked.id


@pytest.mark.parametrize("theirs", [("water",), ("cash",), (None,)])
def test_what_the_other_holds_does_not_refuse_a_trade_that_is_proposed(
    theirs: tuple[str | None, ...],
) -> None:
    table = in_action(A=("knife",), B=theirs)
    assert ("P3", ("A", "B")) == (proposed(table, "A", TRADE), table.state.proposals[0].of)


def test_what_the_proposer_has_not_is_refused_at_once() -> None:
    refused = propose(in_action(A=("cash",), B=("water",)), "A", TRADE)
    assert isinstance(refused, Refused)
    assert ("lifeboat.no_such_card", "A") == (refused.reason, refused.args["seat"])


def test_when_the_other_agrees_the_trade_is_made() -> None:
    """By the last of those it is put to; the rest of the table is not asked."""
    table = in_action(A=("knife",), B=("water",))
    assert isinstance(answer(table, proposed(table, "A", TRADE), "B", agrees=True), Recorded)
    assert (("water",), ("knife",)) == table.state.hands[:2]
    assert () == table.state.proposals


def test_only_who_has_not_the_card_is_told_so() -> None:
    """Nothing is written by it: the proposer goes on waiting."""
    table = in_action(A=("knife",), B=("cash",))
    name, before = proposed(table, "A", TRADE), table.revision
    refused = answer(table, name, "B", agrees=True)
    assert isinstance(refused, Refused)
    assert ("lifeboat.no_such_card", before) == (refused.reason, table.revision)


def test_nobody_else_is_asked() -> None:
    table = in_action(A=("knife",), B=("water",))
    refused = answer(table, proposed(table, "A", TRADE), "C", agrees=True)
    assert isinstance(refused, Refused)
    assert "table.not_asked" == refused.reason


def test_nobody_else_reads_the_cards() -> None:
    table = in_action(A=("knife",), B=("water",))
    recorded = propose(table, "A", TRADE)
    assert isinstance(recorded, Recorded)
    secrets = secrets_of(table.log)
    seen = {who: secrets.redact(None, recorded.judged[0].event, who) for who in (*"ABCD", None)}
    assert {"A", "B"} == {who for who, event in seen.items() if "knife" in repr(event)}


def test_a_gift_needs_the_givers_word_alone() -> None:
    table = in_action(A=("knife",), B=("water",))
    asked = proposed(table, "B", CardsTraded(("A", "B"), (("knife",), ())))
    assert ("A",) == table.state.proposals[0].of
    assert isinstance(answer(table, asked, "A", agrees=True), Recorded)
    assert ((), ("water", "knife")) == table.state.hands[:2]


def test_a_bargain_is_void_when_the_game_has_gone_on() -> None:
    table = in_action(A=("knife",), B=("water",))
    name = proposed(table, "A", TRADE)
    table.submit(Passed("B"))
    refused = answer(table, name, "B", agrees=True)
    assert isinstance(refused, Refused)
    assert "table.proposal_past" == refused.reason


@pytest.mark.parametrize("held", [("water", "oar"), (None, None)])
def test_a_card_drawn_from_a_hand_is_put_to_its_owner(held: tuple[str | None, ...]) -> None:
    table = in_action(A=(), B=held)
    kid = next(seat for seat, card in CAST.items() if card == "kid")
    for seat in table.state.boat:
        if table.state.seats[seat] != kid:
            table.submit(Passed(table.state.seats[seat]))
    table.submit(MugDemanded(kid, "B", "hand"))
    taken = CardTaken(kid, "B", "knife")
    assert table.state.proposals == ()
    proposed(table, kid, taken)
    assert (kid, "B") == table.state.proposals[0].of


NOTED = (CharactersDealt(CAST), SecretsDealt("A", "mate", "kid"), SecretsDealt("B", "mate", "stephen"))
"""Two seats that say they love the same."""


def test_two_equal_loves_are_noted_and_found_by_an_audit() -> None:
    """Neither learns of the other's; whoever looks at everything does."""
    findings = list(audit(sat_down(*NOTED).log))
    assert [("audit.clashes", 4)] == [(each.reason, each.seq) for each in findings]
    assert findings[0].refused is not None
    assert {"A", "B", "mate"} <= {*findings[0].refused.args.values()}


def test_what_was_corrected_since_clashes_no_more() -> None:
    table = sat_down(*NOTED, Corrected(Position(love={"B": "captain"})))
    assert [] == list(audit(table.log))


def test_a_record_that_names_everything_is_refused_at_the_line_that_clashes() -> None:
    lines = list(export_record(sat_down(*NOTED).log))
    verdicts = [getattr(each, "verdict", None) for each in check_lines(lines)]
    assert ["accepted", "accepted", "accepted", "refused", None] == verdicts


def test_whoever_sees_all_is_told_at_once() -> None:
    table = sat_down(*NOTED[:2])
    scribe = load_table(table.store, table.name, sees_all=True)
    refused = scribe.submit(NOTED[2])
    assert isinstance(refused, Refused)
    assert "lifeboat.secret_twice" == refused.reason


def test_where_the_referee_deals_nobody_else_says_what_was_dealt() -> None:
    table = sat_down(chance="referee", seed=SEED, seed_hash=commitment(SEED))
    claims = [
        CharactersDealt(CAST),
        SecretsDealt("A", "mate", "kid"),
        ProvisionDealt("A", "water"),
        NavigationChosen("N05"),
    ]
    assert [REFEREE_DEALS] * len(claims) == [table.submit(claim) for claim in claims]


def test_a_referee_whose_seed_is_kept_elsewhere_deals_all_the_same() -> None:
    """Only who keeps the table says what came; no seat does."""
    table = sat_down(chance="referee")
    assert table.is_dealt(CharactersDealt(CAST))
    assert isinstance(table.submit(CharactersDealt(CAST)), Recorded)


def test_an_act_in_dispute_is_read_by_others_without_its_cards() -> None:
    act = {"type": "secrets_dealt", "seat": "A", "love": "mate", "hate": "kid"}
    table = sat_down(CharactersDealt(CAST), DisputeOpened("D1", 2, "A", "", "may I?", act))
    opened = LogIndex(table.log).entries[-1].event
    secrets = secrets_of(table.log)
    assert {"A"} == {who for who in (*"ABCD", None) if "mate" in repr(secrets.redact(None, opened, who))}
