"""Work cut into pieces and done on all cores, or on a Dask cluster: the results in the order asked for."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from multiprocessing import active_children
from typing import Any, Protocol, Self, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4
"""So many pieces for each worker are handed out before the first comes back: memory stays flat."""

CONNECTING_SECONDS = 10


class ClusterError(Exception):
    """A cluster that cannot be used: `reason` is a message id, `args_` its arguments."""

    def __init__(self, reason: str, **args: Any) -> None:
        super().__init__(reason, args)
        self.reason, self.args_ = reason, args


class Crew(Protocol):
    """Who does work."""

    def each(self, work: Callable[[T], R], pieces: Iterable[T]) -> Iterator[R]:
        """Do each piece of work; give the results in the order of the pieces."""
        ...


def hire(on: str | None, game: str | None = None) -> AbstractContextManager[Crew]:
    """Find who works: all cores of this machine, or the cluster at an address.

    `game` is what they must be able to play. Raises ClusterError.
    """
    return Here() if on is None else Cluster(on, game)


class Here:
    """All cores of this machine; a single piece is done where it is."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or os.cpu_count() or 1
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if self._pool is None:
            return
        self._pool.shutdown(wait=kind is None, cancel_futures=True)
        if kind is not None:
            # Whoever interrupts does not wait for what is being done.
            for child in active_children():
                child.kill()

    def each(self, work: Callable[[T], R], pieces: Iterable[T]) -> Iterator[R]:
        """Do each piece of work in a process of the crew."""
        if self._workers == 1:
            yield from map(work, pieces)
            return
        self._pool = pool = ProcessPoolExecutor(self._workers, initializer=ignore_interrupts)
        waiting: deque[Any] = deque()
        for piece in pieces:
            with interrupts_held():
                waiting.append(pool.submit(work, piece))
            if len(waiting) > AHEAD * self._workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Hear Ctrl-C a moment later: where a process is being started it would be lost."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_interrupts() -> None:
    """Let only the parent hear Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Cluster:
    """A Dask cluster: a worker that is lost is replaced, and its work done again."""

    def __init__(self, address: str, game: str | None = None) -> None:
        """Connect; raises ClusterError where there is no such cluster, or it cannot do this work."""
        try:
            from distributed import Client
        except ImportError:
            raise ClusterError("crew.no_extra", command="pip install 'referee[cluster]'") from None
        try:
            self._client: Any = Client(  # type: ignore[no-untyped-call]
                address, timeout=CONNECTING_SECONDS, set_as_default=False
            )
        except (OSError, ValueError, TimeoutError) as error:
            raise ClusterError("crew.no_cluster", address=address, why=str(error)) from None
        try:
            self._check(address, game)
        except BaseException:
            self._client.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def _check(self, address: str, game: str | None) -> None:
        found: dict[str, Any] = self._client.run(able_to, game)
        if not found:
            raise ClusterError("crew.nobody", address=address)
        ours = able_to(game)
        for worker, theirs in found.items():
            if theirs[0] != ours[0]:
                raise ClusterError("crew.other_version", worker=worker, theirs=theirs[0], ours=ours[0])
            if not theirs[1]:
                raise ClusterError("crew.no_game", worker=worker, game=game or "")

    def each(self, work: Callable[[T], R], pieces: Iterable[T]) -> Iterator[R]:
        """Do each piece of work on some worker."""
        waiting: deque[Any] = deque()
        window = AHEAD * max(1, sum(self._client.nthreads().values()))
        for piece in pieces:
            waiting.append(self._client.submit(work, piece, pure=False))
            if len(waiting) > window:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def able_to(game: str | None) -> tuple[str, bool]:
    """Say, wherever this runs, which version of the referee is there, and whether it has a game."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        ours = version("referee")
    except PackageNotFoundError:
        ours = "?"
    if game is None:
        return ours, True
    from referee.kernel.registry import BrokenGameError, UnknownGameError, find_game

    try:
        find_game(game)
    except (UnknownGameError, BrokenGameError):
        return ours, False
    return ours, True
