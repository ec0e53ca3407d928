"""The facts of a game of Lifeboat: what is true in the boat, and who may know it."""

from collections.abc import Callable

from events.base import REFEREE
from referee.games.lifeboat.by_hand.correcting import place_by_hand
from referee.games.lifeboat.by_hand.position import (
    actor_of,
    characters_of,
    hands_of,
    named_bits,
    stack_seen_by,
)
from referee.games.lifeboat.events import Position
from referee.games.lifeboat.hidden_cards.knowing import known
from referee.games.lifeboat.state import State, phase_of
from referee.kernel.state.facts import Facts, StateFact
from referee.kernel.state.rows import names_in, row


def bits(field: str) -> Callable[[State], tuple[str, ...]]:
    """Read seats that the state holds as a bit set."""
    return lambda state: named_bits(state, getattr(state, field))


FACTS = Facts(
    Position,
    (
        StateFact(name="characters", read=characters_of, by_seat=True, public=True),
        StateFact(name="boat", read=names_in("boat"), public=True),
        StateFact(name="wounds", read=row("wounds"), by_seat=True, public=True),
        StateFact(name="hands", read=hands_of, by_seat=True),
        StateFact(name="table", read=row("table"), by_seat=True, public=True),
        StateFact(name="open_parasols", read=bits("parasols"), public=True),
        StateFact(name="love", read=row("love"), by_seat=True),
        StateFact(name="hate", read=row("hate"), by_seat=True),
        StateFact(name="birds", public=True),
        StateFact(name="rowed", read=bits("rowed"), public=True),
        StateFact(name="fought", read=bits("fought"), public=True),
        StateFact(name="lost", read=names_in("lost"), public=True),
        StateFact(name="eaten", read=names_in("eaten"), public=True),
        StateFact(name="day", public=True),
        StateFact(name="phase", read=phase_of, public=True),
        StateFact(name="acting", read=actor_of, public=True),
        StateFact(name="row_stack", read=lambda state: stack_seen_by(state, REFEREE), glimpse=stack_seen_by),
        StateFact(name="deck", public=True),
        StateFact(name="discard", public=True),
    ),
    place=place_by_hand,
    hide=known,
)
"""All are set together, for each card has one place: LIF-SET-03, LIF-ROW-04, LIF-INFO-04."""
