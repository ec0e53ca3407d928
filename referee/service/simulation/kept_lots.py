"""What is done of long work, a file for each lot: whatever interrupts the work, it goes on from there."""

import os
from pathlib import Path
from shutil import rmtree

import msgspec

from referee.service.simulation.executor import able_to


class OtherWorkError(Exception):
    """The folder holds something else than this work; `args[0]` is the folder."""


class KeptLots:
    """A folder that says what work it is of, and holds what came of each lot: whole, or not at all.

    `path` is the folder, made with the first that is kept. The plan says all that the results depend on;
    the version of Referee is added.
    """

    def __init__(self, path: Path, plan: object, plan_file: str = "work.json") -> None:
        """Look whether work can begin in a folder, or go on there. Raises OtherWorkError, OSError."""
        self.path = path
        self._told = msgspec.json.encode({"referee": able_to(None)[0], "work": plan}, order="sorted")
        self._plan = path / plan_file
        if self._plan.exists():
            if self._plan.read_bytes() != self._told:
                raise OtherWorkError(str(path))
        elif path.exists() and any(found.name != part_of(self._plan).name for found in path.iterdir()):
            raise OtherWorkError(str(path))
        self._lots = path / "lots"

    def begin(self) -> None:
        """Say in the folder what work it is of. Raises OSError."""
        if not self._plan.exists():
            self.path.mkdir(parents=True, exist_ok=True)
            write_whole(self._plan, self._told)
        self._lots.mkdir(exist_ok=True)

    def names(self) -> list[str]:
        """Name the lots that are kept, in order of name."""
        return sorted(file.stem for file in self._lots.glob("*.json"))

    def has(self, name: str) -> bool:
        """Whether a lot is done."""
        return self._file(name).exists()

    def keep(self, name: str, results: object) -> None:
        """Keep what came of a lot. Raises OSError."""
        self.begin()
        write_whole(self._file(name), msgspec.json.encode(results))

    def read(self, name: str) -> bytes:
        """Read what came of a lot, as JSON. Raises FileNotFoundError."""
        return self._file(name).read_bytes()

    def forget(self) -> None:
        """Remove all of it, once the work is done; what somebody else put there stays."""
        if not self.path.exists():
            return
        rmtree(self._lots, ignore_errors=True)
        for file in (*self.path.glob("*.part"), self._plan):
            file.unlink(missing_ok=True)
        if not any(self.path.iterdir()):
            self.path.rmdir()

    def _file(self, name: str) -> Path:
        return self._lots / f"{name}.json"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole, or not at all."""
    part = part_of(path)
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def part_of(path: Path) -> Path:
    """Name the file that is written before it takes its name."""
    return path.with_name(f"{path.name}.part")
