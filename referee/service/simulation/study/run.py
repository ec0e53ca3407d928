"""Run a study: play what is missing, on all cores or on a cluster, keep it, and add it up."""

from collections.abc import Callable
from itertools import tee
from pathlib import Path

from referee.service.simulation.executor import hire
from referee.service.simulation.study.figures import Compared, Figures
from referee.service.simulation.study.keeping import Folder
from referee.service.simulation.study.plan import Lot, Plan
from referee.service.simulation.study.playing import play_lot


def run(
    plan: Plan, folder: Path, on: str | None = None, note: Callable[[int], None] = lambda _: None
) -> tuple[Compared, ...]:
    """Play a study to its end in a folder; `note` hears how many games more are done.

    A run that was interrupted goes on where it was. Raises ClusterError, OtherWorkError, OSError.
    """
    kept = Folder(folder, plan)
    with hire(on, plan.game) as executor:
        handed_out, asked_for = tee(kept.missing())
        for lot, outcomes in zip(asked_for, executor.each(play_lot, handed_out), strict=True):
            kept.keep(lot.name, outcomes)
            note(games_in(lot))
    figures = Figures(plan)
    for outcomes in kept.outcomes():
        for outcome in outcomes:
            figures.add(outcome)
    kept.write_parquet()
    return figures.compared()


def games_in(lot: Lot) -> int:
    """Count the games of a lot, over all cells."""
    return (lot.last - lot.first + 1) * len(lot.plan.cells)
