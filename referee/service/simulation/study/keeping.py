"""Where the outcomes of a study are kept: a file for each lot while it runs, one Parquet file at its end."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from referee.service.simulation.kept_lots import KeptLots
from referee.service.simulation.study.plan import Lot, Plan, lots_of
from referee.service.simulation.study.playing import Outcome

GAMES = "games.parquet"
PLAN = "study.json"

_OUTCOMES = msgspec.json.Decoder(list[Outcome])


class Folder(KeptLots):
    """The folder of a study: what is done of it survives whatever interrupts it."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Begin a study in a folder, or go on with the one there. Raises OtherWorkError, OSError."""
        super().__init__(path, plan, PLAN)
        self.plan = plan

    def missing(self) -> Iterator[Lot]:
        """List the lots that are still to be played."""
        return (lot for lot in lots_of(self.plan) if not self.has(lot.name))

    def outcomes(self) -> Iterator[list[Outcome]]:
        """Read what came of every lot, in order; raises FileNotFoundError before all are played."""
        for lot in lots_of(self.plan):
            yield _OUTCOMES.decode(self.read(lot.name))

    def write_parquet(self) -> Path:
        """Write all outcomes as one table, a row a game: the same bytes however the work was done."""
        import pyarrow as pa  # type: ignore[import-untyped]
        from pyarrow import parquet

        schema = pa.schema(
            [
                ("kind", pa.string()),
                ("players", pa.int32()),
                ("number", pa.int64()),
                ("cell", pa.int32()),
                ("options", pa.string()),
                ("winners", pa.list_(pa.int32())),
                ("acts", pa.int32()),
                ("rounds", pa.int32()),
                ("course", pa.string()),
                ("matters", pa.list_(pa.int32())),
            ]
        )
        cells = [msgspec.json.encode(cell, order="sorted").decode() for cell in self.plan.cells]
        path, part = self.path / GAMES, self.path / f"{GAMES}.part"
        with parquet.ParquetWriter(part, schema, compression="zstd") as writer:
            for outcomes in self.outcomes():
                rows: list[dict[str, Any]] = [
                    {**msgspec.to_builtins(one), "options": cells[one.cell]} for one in outcomes
                ]
                writer.write_table(pa.Table.from_pylist(rows, schema))
        part.replace(path)
        return path
