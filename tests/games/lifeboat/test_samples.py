"""Acts that have too many forms to be listed: to whom one is shown as a sample, and when."""

import pytest
from msgspec import json

from events.table import Corrected, TableClosed
from referee.games.lifeboat import GAME
from referee.games.lifeboat import events as v
from tests.games.lifeboat.play import SEATS, after, opened

CAST = ("lauren", "stephen", "captain", "mate", "frenchy", "kid")


def table(n=6, **position):
    """Open a physical table at which all have empty hands, and set what is told."""
    facts = {
        "characters": dict(zip(SEATS, CAST[:n], strict=False)),
        "hands": {s: [] for s in SEATS[:n]},
        **position,
    }
    return after(
        opened(n, "table", cannibalism="yes"), Corrected(json.decode(json.encode(facts), type=v.Position))
    )


def samples(state, kind):
    """Return who is shown a sample of a kind, with the seat that it is of."""
    everybody = (*state.seats, "table")
    shown = {who: [each for each in GAME.samples(state, who) if type(each) is kind] for who in everybody}
    assert all(len(events) < 2 for events in shown.values())
    return {who: events[0].seat for who, events in shown.items() if events}


@pytest.mark.parametrize(
    ("position", "shown"),
    [
        ({"phase": "navigation"}, {"table": None}),
        ({"phase": "navigation", "row_stack": [None]}, {"f": "f"}),
        ({"phase": "navigation", "row_stack": ["N01"]}, {}),
        ({"phase": "action"}, {}),
    ],
)
def test_a_navigation_card_is_read_aloud_by_who_chooses_it_or_by_the_table(position, shown):
    assert shown == samples(table(**position), v.NavigationChosen)


def test_nothing_is_read_aloud_at_a_closed_table():
    assert {} == samples(after(TableClosed(), state=table(phase="navigation")), v.NavigationChosen)


def test_cards_that_are_not_in_the_box_are_read_aloud_only_with_the_expansion():
    plain = after(
        opened(4, "table"),
        Corrected(v.Position(characters=dict(zip(SEATS, CAST[:4], strict=False)), phase="navigation")),
    )
    assert {} == samples(plain, v.NavigationChosen)


def test_a_signal_is_shown_to_who_has_the_flare_in_its_slot():
    assert {"a": "a"} == samples(
        table(phase="action", hands={**dict.fromkeys(SEATS[:6], ()), "a": ["flare"]}), v.SpecialUsed
    )
    assert {} == samples(
        table(phase="action", acting="b", hands={**dict.fromkeys(SEATS[:6], ()), "a": ["flare"]}),
        v.SpecialUsed,
    )


@pytest.mark.parametrize(("chance", "theirs"), [("table", (None,)), ("referee", ("water",))])
def test_a_trade_is_shown_to_who_has_cards_with_somebody_who_has_some(chance, theirs):
    """The other's card is named where the referee deals."""
    cast = dict(zip(SEATS, CAST[:4], strict=False))
    hands = {"a": ("knife",), "b": (), "c": ("water",), "d": ()}
    dealt = () if chance == "table" else (v.CharactersDealt(cast),)
    facts = v.Position(characters=None if dealt else cast, hands=hands)
    state = after(opened(4, chance), *dealt, Corrected(facts))
    while state.phase == "setup":
        state = after(GAME.deal(state, "seed"), state=state)
    state = after(Corrected(v.Position(phase="action")), state=state)
    found = {
        who: [each for each in GAME.samples(state, who) if isinstance(each, v.CardsTraded)]
        for who in SEATS[:4]
    }
    assert [v.CardsTraded(("a", "c"), (("knife",), theirs))] == found["a"]
    assert [v.CardsTraded(("c", "a"), (("water",), theirs))] == found["c"]
    assert found["b"] == found["d"] == []
