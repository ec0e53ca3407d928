"""Caves: the deeper, the more gems; but whoever is inside when it collapses gets nothing. Made of parts."""

from msgspec.structs import replace

from referee.kernel import parts
from referee.kernel.parts import TABLE, Consequence, Draft, Measure, Seat, plus
from tests.kernel.caves import events as v

WORTH = {"pebble": 3, "crystal": 6, "nugget": 11}
CARDS = parts.Cards("card", {"pebble": 5, "crystal": 4, "nugget": 3, "rockfall": 3, "flood": 3}, ("gone",))
GEMS = parts.Amount("gem", 240, ("supply", "path", "stores"), hidden=("stores",), conserved=True)

RULESET = parts.Ruleset(
    id="caves",
    players=range(2, 7),
    players_rule="CAV-SETUP-01",
    options={"rounds": parts.RuleOption(name="rounds", values=(2, 3), rules=("CAV-ROUND-01",))},
    editions={"long": {"rounds": 3}, "short": {"rounds": 2}},
    rules_version=1,
    equipment=parts.Equipment((CARDS, GEMS), rules=("CAV-SETUP-01",)),
)


class State(parts.RoundState, frozen=True, kw_only=True):
    """A table of Caves: `path` and `supply` are gems, `inside` are those who have not left."""

    supply: int
    path: int = 0
    stores: dict[Seat, int]
    collapses: dict[Seat, int]
    gone: tuple[v.Card, ...] = ()
    inside: tuple[Seat, ...] = ()
    chosen: dict[Seat, v.Choice | None] = {}
    shown: dict[Seat, v.Choice] = {}

    @property
    def playing(self) -> tuple[str, ...]:
        """Return the seats that are inside, in turn order."""
        return tuple(seat for seat in self.seats if seat in self.inside)

    @property
    def waiting(self) -> tuple[str, ...]:
        """Return the table that turns a card, or the seats that choose."""
        return (TABLE,) if self.phase == "turn" else CHOICE.waiting(self)


def apply_turning(state: State, event: v.CardTurned) -> State:
    """Return the state with the gems of a card on the path; all choose then."""
    gems = min(WORTH.get(event.card, 0), state.supply)
    return replace(state, path=state.path + gems, supply=state.supply - gems, phase="choose")


DECK = parts.Deck(
    box=RULESET.box,
    event=v.CardTurned,
    phase="turn",
    rule="CAV-TURN-01",
    label=lambda state: f"deck {state.round}",
    then=apply_turning,
)
CHOICE = parts.SecretChoice(
    event_chosen=v.ChoiceMade,
    event_shown=v.ChoiceShown,
    field="choice",
    phase="choose",
    rule="CAV-LEAVE-01",
    show_rule="CAV-LEAVE-01",
)
ROUNDS = parts.Rounds(
    event=v.RoundBegan,
    rule="CAV-ROUND-01",
    phase=lambda _: "turn",
    clears=("gone", "chosen", "shown"),
    renew=lambda state: replace(state, supply=state.supply + state.path, path=0, inside=state.seats),
)
RANKING = parts.Ranking(
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
    if any(state.gone.count(danger) > 1 for danger in {*CARDS.kinds} - {*WORTH}):
        draft.derive(v.CaveCollapsed(), "CAV-TURN-02")
    elif CHOICE.lift(draft):
        leaving = tuple(seat for seat in state.playing if draft.state.shown[seat] == "leave")
        draft.derive(v.PathShared(leaving, state.path // max(1, len(leaving))), "CAV-LEAVE-02")
    state = draft.state
    if not state.playing and state.round < state.options.rounds:
        ROUNDS.go_on(draft)
    elif not state.playing:
        draft.derive(v.GameEnded(RANKING.winners(state), state.stores), *RANKING.rules(state))


def apply_collapse(state: State, _: v.CaveCollapsed) -> State:
    """Return the state with the path lost to all who are inside."""
    collapses = {seat: n + (seat in state.inside) for seat, n in state.collapses.items()}
    return replace(state, supply=state.supply + state.path, path=0, collapses=collapses, inside=())


def apply_sharing(state: State, event: v.PathShared) -> State:
    """Return the state with the shares in the stores of those who left; the next card is due."""
    stores = state.stores
    for seat in event.seats:
        stores = plus(stores, seat, event.each)
    path = state.path - event.each * len(event.seats)
    inside = tuple(seat for seat in state.playing if seat not in event.seats)
    return replace(state.afresh("chosen", "shown"), stores=stores, path=path, inside=inside, phase="turn")


def open_state(opened: parts.TableOpened) -> State:
    """Return the first round; the first seat turns the cards."""
    fields, none = parts.table_fields(RULESET, opened), dict.fromkeys(opened.seats, 0)
    gems = RULESET.box(opened).number("gem")
    state = State(**fields, phase="", turn="", supply=gems, stores=none, collapses=none)
    return ROUNDS.start(state, opened.seats[0])


GAME = parts.Game(
    ruleset=RULESET,
    opening=parts.Opening(open_state, ("CAV-SETUP-01",)),
    acts=(DECK.act, *CHOICE.acts),
    consequences=(
        Consequence(event=v.CaveCollapsed, rules=("CAV-TURN-02",), apply=apply_collapse, turning=True),
        Consequence(event=v.PathShared, rules=("CAV-LEAVE-02",), apply=apply_sharing),
        ROUNDS.consequence,
        parts.ended_by(v.GameEnded, "CAV-END-01"),
    ),
    settle=settle,
    facts=parts.Facts(
        State,
        ("inside", "first", "collapses", CHOICE.fact),
        equipment=RULESET.equipment,
        finish=lambda state, _: ROUNDS.start(state) if state.winners else CHOICE.go_on(state),
    ),
    ending=parts.Ending(v.GameEnded, "CAV-END-01"),
    status=parts.Status(counter=parts.count_rounds),
    scoring=RANKING.scoring,
    shown=("round", "shown"),
    topics={"leaving": ("CAV-LEAVE-01", "CAV-LEAVE-02")},
    deal=DECK.deal,
)
