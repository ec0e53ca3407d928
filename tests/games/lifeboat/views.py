"""Situations of a recorded game of Lifeboat, as a seat or everybody sees them."""

from msgspec.structs import replace

from referee.games.lifeboat import GAME
from referee.testing.recorded import record
from tests.architecture.sources import RECORDED

NAMES = {"Ann": "Anna", "Ben": "Ben", "Cal": "小明", "Dee": "Dora", "Eve": "Eva", "Fay": "Fumiko"}
STATES = [step.after for step in record(RECORDED / "lifeboat" / "six-dealt-6p-en.jsonl").steps]


def moment(wanted):
    return next(filter(wanted, STATES))


SITUATIONS = {
    "supply": moment(lambda s: s.packet is not None and s.day == 2),
    "fight": moment(lambda s: s.fight is not None and len(s.fight.attack + s.fight.defence) > 2),
    "overboard": moment(lambda s: bool(s.fallen)),
    "thirst": moment(lambda s: GAME.phase(s) == "thirst"),
    "ended": moment(lambda s: s.result is not None),
}


def seen(situation, seat=None):
    return replace(GAME.view(SITUATIONS[situation], seat), names=NAMES)
