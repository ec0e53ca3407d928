"""What people with real cards need not tell: that each took a card, before they tell what was done next."""

from collections.abc import Iterator, Sequence

from referee.games.lifeboat.dealing import SUPPLIED
from referee.games.lifeboat.events import ProvisionDealt, ProvisionKept, ProvisionsDrawn
from referee.games.lifeboat.state import State, awake
from referee.games.lifeboat.turns import actor
from referee.kernel.parts import Event, Game


def ahead(game: Game, state: State, seat: str) -> Iterator[tuple[Event, ...]]:
    """Yield what a seat may tell while real cards go round, see `Untold`.

    Before the first day that provisions are drawn, which implies the first cards; then, by whoever takes the
    last, that everybody took a card, and all that the seat may do whose slot comes first. Cards that the
    referee deals are all told.

    Rules: LIF-SET-05, LIF-SUP-01, LIF-SUP-02
    """
    if state.deals_provisions or state.phase not in {"setup", "supply"} or not all(state.character):
        return
    first, after = _go_on(
        state, [ProvisionDealt(s) for s in state.seats if not state.dealt >> state.index[s] & 1]
    )
    if after.phase != "supply":
        return
    drawn = [] if after.packet is not None else [_draw(after)]
    if first:
        if [seat] == [each.seat for each in drawn]:
            yield (*first, *drawn)
        return
    steps, after = _go_on(after, drawn)
    last = after.seats[after.keepers[-1]]
    kept, after = _go_on(after, [ProvisionKept(after.seats[i]) for i in after.keepers])
    steps = (*steps, *kept)
    if steps[1:] and seat == last:
        yield steps
    if seat == actor(after):
        now = {*game.legal(state, seat)}
        yield from ((*steps, act) for act in game.legal(after, seat) if act not in now)


def _draw(state: State) -> ProvisionsDrawn:
    conscious = awake(state)
    return ProvisionsDrawn(state.seats[conscious[0]], (None,) * min(len(conscious), state.deck))


def _go_on(state: State, events: Sequence[Event]) -> tuple[tuple[Event, ...], State]:
    """Return events of the supply as a tuple, and the state after them."""
    for event in events:
        state = SUPPLIED[type(event)](state, event)
    return tuple(events), state
