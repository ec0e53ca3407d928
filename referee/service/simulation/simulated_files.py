"""A folder of simulated games: those that lie in it whole are not played again."""

from collections.abc import Generator, Iterator
from hashlib import blake2b, file_digest
from pathlib import Path

import msgspec

from referee.kernel.registry import find_game
from referee.service.simulation.executor import BatchFolder, open_executor
from referee.service.simulation.simulate import Simulated, simulate_batch

GAMES_PER_BATCH = 20
"""Games played in one piece of work."""

_DIGEST = 16
"""Bytes of the digests that tell two files, or two pieces of work, from one another."""


class OtherGameError(Exception):
    """A file that this run did not write holds something else than its game; `args[0]` is the file."""


class Played(msgspec.Struct, frozen=True, array_like=True):
    """A game in its file: the name of the file, the entries in it, the digest of its bytes."""

    file: str
    entries: int
    digest: str


def simulate_into(
    out: Path, asked: Simulated, on: str | None = None, *, force: bool = False
) -> Generator[Played, None, None]:
    """Play the games asked for into a folder, one file a game; yield them in order.

    A run that was interrupted goes on where it was: it leaves beside the games, hidden, what it knows of
    those that are done. Raises OtherGameError, unless `force`, ClusterError, DeadEndError, OSError.
    """
    batches, done = _SimulatedBatches(out, asked, force=force), False
    try:
        with open_executor(on, asked.game) as executor:
            every = [(batch, batches.stands(batch)) for batch in batches_of(asked)]
            missing = (batch for batch, stands in every if not stands)
            played = executor.each(simulate_batch, missing)
            for batch, stands in every:
                yield from batches.read(batch) if stands else batches.write(batch, next(played))
        done = True
    finally:
        batches.finish(done=done)


def batches_of(asked: Simulated) -> Iterator[Simulated]:
    """Yield the games in batches, always cut in the same way."""
    for first in range(asked.first, asked.last + 1, GAMES_PER_BATCH):
        yield msgspec.structs.replace(asked, first=first, last=min(first + GAMES_PER_BATCH - 1, asked.last))


class _SimulatedBatches:
    """What is done of a simulation: the games in their folder, and what is known of them."""

    def __init__(self, out: Path, asked: Simulated, *, force: bool) -> None:
        self._out, self._asked, self._force = out, asked, force
        plan = {"simulated": asked, "rules": find_game(asked.game).ruleset.rules_version}
        encoded = msgspec.json.encode(plan, order="sorted")
        self._folder = BatchFolder(
            out / f".simulate-{blake2b(encoded, digest_size=_DIGEST).hexdigest()}", plan
        )

    def stands(self, batch: Simulated) -> bool:
        """Return whether every game of a batch lies in its file as it was written."""
        return self._folder.has(name_of(batch)) and all(self._is_whole(played) for played in self.read(batch))

    def read(self, batch: Simulated) -> list[Played]:
        """Return what is known of the games of a batch that was played."""
        return msgspec.json.decode(self._folder.read(name_of(batch)), type=list[Played])

    def write(self, batch: Simulated, games: list[bytes]) -> list[Played]:
        """Write the games of a batch, each whole or not at all, and note that they are there."""
        self._folder.begin()
        is_own = self._force or self._folder.has(name_of(batch))
        played = [self._write(number, data, is_own=is_own) for number, data in enumerate(games, batch.first)]
        self._folder.write(name_of(batch), played)
        return played

    def finish(self, *, done: bool) -> None:
        """Remove the notes once all games are played (`done`), or none is."""
        if done or not self._folder.names():
            self._folder.remove()

    def _write(self, number: int, data: bytes, *, is_own: bool) -> Played:
        """Write a game; raise OtherGameError over a file with other bytes in it, unless that `is_own`."""
        file = f"{self._asked.game}-{self._asked.seed}-{number:0{len(str(self._asked.last))}}.jsonl"
        played = Played(file, data.count(b"\n"), blake2b(data, digest_size=_DIGEST).hexdigest())
        part, path = self._folder.path / "game.part", self._out / file
        if not is_own and path.is_file() and not self._is_whole(played):
            raise OtherGameError(str(path))
        try:
            part.write_bytes(data)
            part.replace(path)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from error
        return played

    def _is_whole(self, played: Played) -> bool:
        try:
            with (self._out / played.file).open("rb") as file:
                found = file_digest(file, lambda: blake2b(digest_size=_DIGEST))
        except FileNotFoundError:
            return False
        return found.hexdigest() == played.digest


def name_of(batch: Simulated) -> str:
    return f"{batch.first:07d}"
