"""A judgement of Lifeboat being written, or refused."""

from referee.games.lifeboat.evolve import EVOLVERS
from referee.games.lifeboat.state import State
from referee.kernel import draft
from referee.kernel.verdict import refuse

__all__ = ["Draft", "refuse"]


class Draft(draft.Draft[State]):
    """The facts of a judgement so far, and the state of Lifeboat after them."""

    __slots__ = ()
    evolvers = EVOLVERS
