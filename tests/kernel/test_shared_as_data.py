"""The shared events, described once."""

from typing import get_args

from events.codec import write_changes
from events.table import (
    ChangeProposed,
    Corrected,
    DisputeOpened,
    HouseRuled,
    PositionTold,
    TableEvent,
    TakenBack,
)
from referee.kernel.registry import codec_for
from referee.kernel.shared import SHARED, renumber
from referee.rulebooks import find_rule


def test_every_shared_event_is_described() -> None:
    """None is left out, and each is accepted by rules there are."""
    assert {*get_args(TableEvent), Corrected, PositionTold} == {*SHARED}
    assert all(find_rule(rule) for shared in SHARED.values() for rule in shared.rules)


def test_every_field_that_names_an_entry_is_known() -> None:
    numbers = {
        (event, name) for event in SHARED for name, kind in event.__annotations__.items() if kind is int
    }
    assert numbers == {(event, name) for event, shared in SHARED.items() for name in shared.entries}


def test_an_event_is_renumbered_with_the_changes_it_proposes() -> None:
    def number(seq: int, side: str) -> int:
        return seq * 10 + (side == "last")

    changes = (TakenBack(4), HouseRuled("minimum_speed", 1))
    asked = ChangeProposed("P1", "A", write_changes(changes))
    again = (TakenBack(41), HouseRuled("minimum_speed", 1))
    assert renumber(asked, codec_for("niagara"), number) == ChangeProposed("P1", "A", write_changes(again))
    assert renumber(DisputeOpened("D1", 4, "A", "rope"), codec_for("niagara"), number).at == 40  # type: ignore[attr-defined]


def test_what_names_no_entry_stays_as_it_is_written() -> None:
    asked = ChangeProposed("P1", "A", ' {"type": "house_ruled", "option": "a", "value": "b"}')
    assert renumber(asked, codec_for("niagara"), lambda seq, _: seq + 1) == asked
