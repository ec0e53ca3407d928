"""Every measure, in the order of the report."""

from referee.kernel.registry import own_games
from tests.bench import (
    asking,
    catching_up,
    clustering,
    commanding,
    database,
    ending,
    holding,
    looking,
    paddling,
    playing,
    possibility,
    remembering,
    replaying,
    starting,
    steering,
    tapping,
)
from tests.bench.measure import Measure

OTHERS = [game for game in own_games() if game != "niagara"]

MEASURES: list[Measure] = [
    *replaying.measures("niagara"),
    *replaying.measures_of_shape("niagara"),
    *playing.measures("niagara"),
    *commanding.measures("niagara"),
    *starting.measures("niagara"),
    *remembering.measures(),
    *holding.measures(),
    *looking.measures(),
    *steering.measures(),
    *asking.measures(),
    *database.measures(),
    *ending.measures(),
    *clustering.measures(),
    *(measure for game in OTHERS for measure in replaying.measures(game)),
    *(playing.measure_of_dominoes(game) for game in OTHERS),
    *possibility.measures(),
    *paddling.measures(),
    *tapping.measures(),
    *catching_up.measures(),
]
