"""eventsourcing, as its documentation shows it: an aggregate, an application, a SQLite file."""

from pathlib import Path
from time import process_time
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from tests.bench.measure import Figure

MODULE = "eventsourcing.sqlite"


class Dog(Aggregate):
    """The aggregate of its tutorial."""

    @event("Registered")
    def __init__(self, name: str) -> None:
        self.name = name
        self.tricks: list[str] = []

    @event("TrickAdded")
    def add_trick(self, trick: str) -> None:
        self.tricks.append(trick)


def application(folder: Path, name: str) -> Application[UUID]:
    path = folder / f"{name}.db"
    path.unlink(missing_ok=True)
    return Application(env={"PERSISTENCE_MODULE": MODULE, "SQLITE_DBNAME": str(path)})


def taught(app: Application[UUID], length: int) -> UUID:
    dog = Dog("Fido")
    for n in range(1, length):
        dog.add_trick(f"trick {n}")
    app.save(dog)
    return dog.id


def getting(lengths: list[int], folder: Path) -> Figure:
    """Get aggregates of these lengths; give events a second."""
    app = application(folder, "aggregates")
    ids = [taught(app, length) for length in lengths]

    def figure() -> float:
        start = process_time()
        for id, length in zip(ids, lengths, strict=True):
            assert length == app.repository.get(id).version
        return sum(lengths) / (process_time() - start)

    return figure
