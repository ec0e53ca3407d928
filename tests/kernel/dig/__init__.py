"""Digging: a game of every kind of equipment, of which nothing is declared but that."""

from typing import Literal

from events.base import Seat, SeatEvent
from events.table import TableOpened
from referee.kernel.equipment import Amount, Cards, Dice, Equipment, Pieces, of_each
from referee.kernel.game import Game
from referee.kernel.parts import Act, Ending, Opening, TurnState, on_turn, table_fields, unchanged
from referee.kernel.ruleset import Edition, RuleOption, Ruleset

Stone = Literal["ruby", "fang"]

PLACES = ("deck", "hand", "gone")
RULESET = Ruleset(
    id="dig",
    players=range(2, 4),
    players_rule="DIG-SETUP-01",
    options={"most": RuleOption(name="most", values=(3, 4))},
    editions={
        "classic": {"most": 3},
        "rich": Edition("classic", box={"stone": {"ruby": 3}}, rules=("DIG-SETUP-02",)),
        "long": Edition("rich", most=4, box={"stone": {"fang": 5}, "coin": 20}),
    },
    rules_version=1,
    equipment=Equipment(
        (
            Cards(
                "stone",
                of_each(Stone, 2),
                facts=("deck", "hand", "gone"),
                hidden=("deck", "hand"),
                conserved=True,
            ),
            Amount("coin", 10, facts=("coins",)),
            Dice("dice", 2, each=True, hidden=("dice",)),
            Pieces("figure", 1, each=True, facts=("at",), places=("camp", "cave")),
        ),
        rules=("DIG-SETUP-01",),
    ),
)


class StoneFound(SeatEvent, frozen=True):
    """A seat took a stone out of the deck, or played one from its hand."""

    stone: Stone


class State(TurnState, frozen=True, kw_only=True):
    deck: tuple[str, ...]
    hand: dict[Seat, tuple[str | None, ...]]
    gone: tuple[str, ...] = ()
    coins: dict[Seat, int]
    dice: dict[Seat, tuple[int | None, ...]]
    at: dict[Seat, str]
    phase: str = "dig"


def open_state(opened: TableOpened) -> State:
    box = RULESET.box(opened)
    stones = tuple(kind for kind in ("ruby", "fang") for _ in range(box.number("stone", kind)))
    each = dict.fromkeys
    return State(
        **table_fields(RULESET, opened),
        turn=opened.seats[0],
        deck=stones[1:],
        hand={**each(opened.seats, ()), "A": stones[:1]},
        coins=each(opened.seats, 2),
        dice=each(opened.seats, (1, 6)),
        at=each(opened.seats, "camp"),
    )


GAME = Game(
    ruleset=RULESET,
    opening=Opening(open_state, ("DIG-SETUP-01",)),
    acts=(Act(event=StoneFound, when=on_turn(rule="DIG-DIG-01"), apply=unchanged),),
    ending=Ending(StoneFound, "DIG-END-01"),
)
