"""Caves: the deeper, the more gems; but whoever is inside when the cave collapses goes out empty-handed.

A push-your-luck game that is made of every part the kernel has: a deck, a choice at the same moment, stores
that are secret until the end, rounds, a ranking, amounts that add up.
"""

from typing import Any

from msgspec.structs import replace

from events.base import TABLE, Seat
from events.table import TableOpened
from referee.kernel.parts import (
    Amount,
    Cards,
    Consequence,
    Deck,
    Draft,
    Ending,
    Equipment,
    Facts,
    Game,
    Measure,
    Opening,
    Ranking,
    Rounds,
    RoundState,
    RuleOption,
    Ruleset,
    SecretChoice,
    Status,
    count_rounds,
    ended_by,
    plus,
    table_fields,
)
from tests.kernel.caves.events import (
    GEMS,
    Card,
    CardTurned,
    CaveCollapsed,
    Choice,
    ChoiceMade,
    ChoiceShown,
    GameEnded,
    Gems,
    PathShared,
    RoundBegan,
)

WORTH = {"pebble": 3, "crystal": 6, "nugget": 11}
BOX = {"pebble": 5, "crystal": 4, "nugget": 3, "rockfall": 3, "flood": 3}

RULESET = Ruleset(
    id="caves",
    players=range(2, 7),
    players_rule="CAV-SETUP-01",
    options={"rounds": RuleOption(name="rounds", values=(2, 3), rules=("CAV-ROUND-01",))},
    editions={"long": {"rounds": 3}, "short": {"rounds": 2}},
    rules_version=1,
    equipment=Equipment(
        (
            Cards("card", BOX, facts=("gone",)),
            Amount("gem", GEMS, facts=("supply", "path", "stores"), hidden=("stores",), conserved=True),
        ),
        rules=("CAV-SETUP-01",),
    ),
)


class State(RoundState, frozen=True, kw_only=True):
    """A table of Caves: `path` and `supply` are gems, `inside` are those who have not left."""

    supply: Gems = GEMS
    path: Gems = 0
    stores: dict[Seat, Gems]
    collapses: dict[Seat, Gems]
    gone: tuple[Card, ...] = ()
    inside: tuple[Seat, ...] = ()
    chosen: dict[Seat, Choice | None] = {}
    shown: dict[Seat, Choice] = {}

    @property
    def playing(self) -> tuple[str, ...]:
        """Return the seats that are inside, in turn order."""
        return tuple(seat for seat in self.seats if seat in self.inside)

    @property
    def waiting(self) -> tuple[str, ...]:
        """Return the table that turns a card, or the seats that choose."""
        return (TABLE,) if self.phase == "turn" else CHOICE.waiting(self)


def apply_turning(state: State, event: CardTurned) -> State:
    """Return the state with the gems of a card on the path; all choose then."""
    gems = min(WORTH.get(event.card, 0), state.supply)
    return replace(state, path=state.path + gems, supply=state.supply - gems, phase="choose")


DECK = Deck(
    box=RULESET.box,
    event=CardTurned,
    phase="turn",
    rule="CAV-TURN-01",
    label=lambda state: f"deck {state.round}",
    then=apply_turning,
)
CHOICE = SecretChoice(
    event_chosen=ChoiceMade,
    event_shown=ChoiceShown,
    field="choice",
    phase="choose",
    rule="CAV-LEAVE-01",
    show_rule="CAV-LEAVE-01",
)
ROUNDS = Rounds(
    event=RoundBegan,
    rule="CAV-ROUND-01",
    phase=lambda _: "turn",
    clears=("gone", "chosen", "shown"),
    renew=lambda state: replace(state, supply=state.supply + state.path, path=0, inside=state.seats),
)
RANKING = Ranking(
    (
        Measure("stores", lambda state: state.stores, ("CAV-END-01",)),
        Measure("collapses", lambda state: state.collapses, ("CAV-END-02",), least=True),
    )
)


def settle(draft: Draft[State]) -> None:
    """See that the cave collapses, that who leaves has a share, that rounds follow each other.

    Rules: CAV-TURN-02, CAV-LEAVE-02, CAV-ROUND-01, CAV-END-01
    """
    state = draft.state
    if state.winners:
        return
    if any(state.gone.count(danger) > 1 for danger in BOX.keys() - WORTH.keys()):
        draft.derive(CaveCollapsed(), "CAV-TURN-02")
    elif CHOICE.lift(draft):
        leaving = tuple(seat for seat in state.playing if draft.state.shown[seat] == "leave")
        draft.derive(PathShared(leaving, state.path // max(1, len(leaving))), "CAV-LEAVE-02")
    state = draft.state
    if not state.playing and state.round < state.options.rounds:
        ROUNDS.go_on(draft)
    elif not state.playing:
        draft.derive(GameEnded(RANKING.winners(state), state.stores), *RANKING.rules(state))


def apply_collapse(state: State, _: CaveCollapsed) -> State:
    """Return the state with the path lost to all who are inside."""
    collapses = {seat: n + (seat in state.inside) for seat, n in state.collapses.items()}
    return replace(state, supply=state.supply + state.path, path=0, collapses=collapses, inside=())


def apply_sharing(state: State, event: PathShared) -> State:
    """Return the state with the shares in the stores of those who left; the next card is due."""
    stores: Any = state.stores
    for seat in event.seats:
        stores = plus(stores, seat, event.each)
    path = state.path - event.each * len(event.seats)
    inside = tuple(seat for seat in state.playing if seat not in event.seats)
    return replace(state.afresh("chosen", "shown"), stores=stores, path=path, inside=inside, phase="turn")


def open_state(opened: TableOpened) -> State:
    """Return the first round; the first seat turns the cards."""
    none = dict.fromkeys(opened.seats, 0)
    state = State(
        **table_fields(RULESET, opened), phase="", turn=opened.seats[0], stores=none, collapses=none
    )
    return ROUNDS.start(state)


GAME = Game(
    ruleset=RULESET,
    opening=Opening(open_state, ("CAV-SETUP-01",)),
    acts=(DECK.act, *CHOICE.acts),
    consequences=(
        Consequence(event=CaveCollapsed, rules=("CAV-TURN-02",), apply=apply_collapse, turning=True),
        Consequence(event=PathShared, rules=("CAV-LEAVE-02",), apply=apply_sharing),
        ROUNDS.consequence,
        ended_by(GameEnded, "CAV-END-01"),
    ),
    settle=settle,
    facts=Facts(
        State,
        ("inside", "first", "collapses", CHOICE.fact),
        equipment=RULESET.equipment,
        finish=lambda state, _: ROUNDS.start(state) if state.winners else CHOICE.go_on(state),
    ),
    ending=Ending(GameEnded, "CAV-END-01"),
    status=Status(counter=count_rounds),
    scoring=RANKING.scoring,
    shown=("round", "shown"),
    topics={"leaving": ("CAV-LEAVE-01", "CAV-LEAVE-02")},
    deal=DECK.deal,
)
