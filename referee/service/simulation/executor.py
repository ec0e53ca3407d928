"""Work in batches, done on all cores or on a Dask cluster; what is finished is kept in a folder."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from logging import CRITICAL, getLogger
from multiprocessing import active_children, parent_process
from pathlib import Path
from shutil import rmtree
from socket import create_connection
from threading import Thread
from typing import Any, Protocol, Self, TypeVar

import msgspec

from referee.kernel.registry import BrokenGameError, UnknownGameError, find_game
from referee.kernel.verdict import Refused
from referee.service.program import program_version

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 4
"""Batches for each worker that are handed out before the first comes back: memory stays flat."""

CONNECTING_SECONDS = 10

_LOGGERS = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")
"""The loggers of a cluster, silenced: what they would print is raised once, as ClusterError."""

_STOPPING_SECONDS = 5
"""How long a worker may take to stop."""

_WorkerCheck = Callable[[], Refused | None]
"""Returns, on the worker that runs it, why the work cannot be done there; None where it can."""


class ClusterError(Exception):
    """A cluster that cannot be used: `reason` is a message id, `args_` its arguments."""

    def __init__(self, reason: str, **args: Any) -> None:
        super().__init__(reason, args)
        self.reason, self.args_ = reason, args


class _Executor(Protocol):
    """What does work."""

    def each(self, work: Callable[[T], R], pieces: Iterable[T]) -> Iterator[R]:
        """Do each piece of work; yield the results in the order of the pieces."""
        ...


def open_executor(
    on: str | None, game: str | None = None, check: _WorkerCheck | None = None
) -> AbstractContextManager[_Executor]:
    """Return an executor on all cores of this machine (`on` None), or on the cluster at an address.

    `game` is what the workers of a cluster must be able to play; each runs `check` first. Raises
    ClusterError.
    """
    return LocalExecutor() if on is None else Cluster(on, game, check)


class LocalExecutor:
    """All cores of this machine; with one core, the work is done in this process."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or os.cpu_count() or 1
        self._pool: ProcessPoolExecutor | None = None
        self._strangers = active_children()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if self._pool is None:
            return
        if kind is not None:
            self._stop(self._pool)
        self._pool.shutdown()

    def _stop(self, pool: ProcessPoolExecutor) -> None:
        """Terminate the workers: whoever interrupts does not wait for what is being done.

        None is killed as long as it obeys: half a result in the pipe would be waited for without end.
        """
        pool.shutdown(wait=False, cancel_futures=True)
        workers = [child for child in active_children() if child not in self._strangers]
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join(_STOPPING_SECONDS)
            worker.kill()

    def each(self, work: Callable[[T], R], pieces: Iterable[T]) -> Iterator[R]:
        """Do each piece of work in a process of its own; yield the results in order."""
        if self._workers == 1:
            yield from map(work, pieces)
            return
        self._pool = pool = ProcessPoolExecutor(self._workers, initializer=_follow_the_parent)
        waiting: deque[Any] = deque()
        for piece in pieces:
            with _hold_interrupts():
                waiting.append(pool.submit(_do_here, work, piece))
            if len(waiting) > _AHEAD * self._workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


@contextmanager
def _hold_interrupts() -> Iterator[None]:
    """Block Ctrl-C for a moment: where a process is being started it would be lost."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _StoppedError(Exception):
    """The work was stopped: nobody waits for it any more."""


class _WorkerState:
    """Whether this worker works, and whether it was told to stop."""

    doing = stopped = False


def _do_here(work: Callable[[T], R], piece: T) -> R:
    """Do a piece of work in this process. Raises _StoppedError once the worker was told to stop."""
    if _WorkerState.stopped:
        raise _StoppedError
    _WorkerState.doing = True
    try:
        return work(piece)
    finally:
        _WorkerState.doing = False


def _stop_work(*_: object) -> None:
    """Handle SIGTERM: stop the work at hand; a result that is being handed over is handed over whole."""
    _WorkerState.stopped = True
    if _WorkerState.doing:
        raise _StoppedError


def _follow_the_parent() -> None:
    """Leave Ctrl-C to the parent, and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop_work)
    Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    """Wait for the parent to end: a worker that is waiting for work would not notice."""
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(0)


class Cluster:
    """A Dask cluster: a worker that is lost is replaced, and its work done again."""

    def __init__(self, address: str, game: str | None = None, check: _WorkerCheck | None = None) -> None:
        """Connect; raises ClusterError where there is no such cluster, or it cannot do this work."""
        try:
            from distributed import Client  # an extra
        except ImportError:
            raise ClusterError("crew.no_extra", command="pip install 'referee[cluster]'") from None
        for name in _LOGGERS:  # what it would say on stderr is told once, by ClusterError
            getLogger(name).setLevel(CRITICAL + 1)
        self._address = address
        try:
            knock(address)
            self._client: Any = Client(  # type: ignore[no-untyped-call]
                address, timeout=CONNECTING_SECONDS, set_as_default=False
            )
        except Exception as error:  # what answers there may be anything
            why = str(error) or type(error).__name__
            raise ClusterError("crew.no_cluster", address=address, why=why) from error
        try:
            self._check_versions(address, game)
            self._check_workers(check)
        except BaseException:
            close: Callable[[], None] = self._client.close
            close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def _check_versions(self, address: str, game: str | None) -> None:
        try:
            found: dict[str, Any] = self._client.run(_able_to, game)
        except Exception as error:  # what a worker cannot import arrives as a bare one
            raise ClusterError("crew.no_referee", address=address, why=str(error)) from error
        if not found:
            raise ClusterError("crew.nobody", address=address)
        ours = _able_to(game)
        for worker, theirs in found.items():
            if theirs[0] != ours[0]:
                raise ClusterError("crew.other_version", worker=worker, theirs=theirs[0], ours=ours[0])
            if not theirs[1]:
                raise ClusterError("crew.no_game", worker=worker, game=game or "")

    def _check_workers(self, check: _WorkerCheck | None) -> None:
        found: dict[str, Refused | None] = self._client.run(check) if check else {}
        for worker, why in found.items():
            if why is not None:
                raise ClusterError("crew.no_logs", worker=worker, why=why)

    def each(self, work: Callable[[T], R], pieces: Iterable[T]) -> Iterator[R]:
        """Do each piece of work on some worker; yield the results in order. Raises ClusterError."""
        waiting: deque[Any] = deque()
        with self._losses():
            window = _AHEAD * max(1, sum(self._client.nthreads().values()))
        for piece in pieces:
            with self._losses():
                waiting.append(self._client.submit(work, piece, pure=False))
            if len(waiting) > window:
                yield self._result(waiting.popleft())
        while waiting:
            yield self._result(waiting.popleft())

    def _result(self, future: Any) -> Any:
        with self._losses():
            return future.result()

    @contextmanager
    def _losses(self) -> Iterator[None]:
        """Raise ClusterError where the cluster gave work up, or is gone."""
        from distributed import KilledWorker  # an extra
        from distributed.client import FutureCancelledError
        from distributed.comm.core import CommClosedError

        try:
            yield
        except (KilledWorker, FutureCancelledError, CommClosedError) as error:
            raise ClusterError("crew.given_up", address=self._address, why=str(error)) from None


def knock(address: str) -> None:
    """Raise OSError or ValueError where no cluster listens at an address.

    A client of Dask that finds none leaves threads behind that hang or bring the process down.
    """
    # Only a cluster needs these; an extra.
    from asyncio import run, timeout

    from distributed.comm.addressing import parse_address, parse_host_port
    from distributed.comm.core import connect
    from distributed.comm.registry import get_backend

    async def greet() -> None:
        async with timeout(CONNECTING_SECONDS):  # its own does not bound what a stranger answers
            comm = await connect(address)  # type: ignore[no-untyped-call]
            comm.abort()

    scheme, place = parse_address(address)
    get_backend(scheme)
    create_connection(parse_host_port(place), CONNECTING_SECONDS).close()
    run(greet())


def _able_to(game: str | None) -> tuple[str, bool]:
    """Return the version of Referee where this runs ("?": unknown), and whether it has the game, if any."""
    ours = program_version()
    if game is None:
        return ours, True
    try:
        find_game(game)
    except (UnknownGameError, BrokenGameError):
        return ours, False
    return ours, True


class OtherWorkError(Exception):
    """The folder holds something else than this work; `args[0]` is the folder."""


class BatchFolder:
    """A folder that says what work it is of, and holds the result of each batch: whole, or not at all.

    The folder `path` is made with the first result. `plan` is all that the results depend on; the version of
    Referee is added.
    """

    def __init__(self, path: Path, plan: object, plan_file: str = "work.json") -> None:
        """Raises OtherWorkError where the folder holds something else, and OSError."""
        self.path = path
        self._encoded_plan = msgspec.json.encode({"referee": _able_to(None)[0], "work": plan}, order="sorted")
        self._plan = path / plan_file
        if self._plan.exists():
            if self._plan.read_bytes() != self._encoded_plan:
                raise OtherWorkError(str(path))
        elif path.exists() and any(found.name != _partial_path(self._plan).name for found in path.iterdir()):
            raise OtherWorkError(str(path))
        self._batches = path / "lots"  # work that was interrupted goes on by this name

    def begin(self) -> None:
        """Write into the folder what work it is of, if it is not there. Raises OSError."""
        if not self._plan.exists():
            self.path.mkdir(parents=True, exist_ok=True)
            _write_atomically(self._plan, self._encoded_plan)
        self._batches.mkdir(exist_ok=True)

    def names(self) -> list[str]:
        """Return the names of the batches that are done, sorted."""
        return sorted(file.stem for file in self._batches.glob("*.json"))

    def has(self, name: str) -> bool:
        """Return whether a batch is done."""
        return self._file(name).exists()

    def write(self, name: str, results: object) -> None:
        """Write the result of a batch. Raises OSError."""
        self.begin()
        _write_atomically(self._file(name), msgspec.json.encode(results))

    def read(self, name: str) -> bytes:
        """Return the result of a batch as JSON. Raises FileNotFoundError."""
        return self._file(name).read_bytes()

    def remove(self) -> None:
        """Remove the results and the plan; what somebody else put into the folder stays."""
        if not self.path.exists():
            return
        rmtree(self._batches, ignore_errors=True)
        for file in (*self.path.glob("*.part"), self._plan):
            file.unlink(missing_ok=True)
        if not any(self.path.iterdir()):
            self.path.rmdir()

    def _file(self, name: str) -> Path:
        return self._batches / f"{name}.json"


def _write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole, or not at all."""
    part = _partial_path(path)
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def _partial_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.part")
