"""The layout of a SQLite store, and the reads that are for people: all through sqlite-utils.

The library costs 80 ms to import, so it is imported by the functions that need it: a store
that is already laid out is opened, appended to and replayed without it.
"""

import sqlite3
from typing import TYPE_CHECKING, Any

from events.stores.identities import give_identities, move_openings
from events.stores.integrity import add_mark, answer_hash, first_lines, mark_the_rest

if TYPE_CHECKING:
    from sqlite_utils import Database  # a start without it: 80 ms
    from sqlite_utils.migrations import Migrations

APPLICATION_ID = 0x52454645
"""Marks a SQLite file as a store of ours ("REFE")."""

SCHEMA_VERSION = 8
"""Kept as `user_version`; one for each migration below."""

FIRST_LINES = first_lines("CASE WHEN json_valid(line) THEN json_extract(line, '$.table') END")
"""Every table something is left of, damaged or not."""

_VIEWS_BY_NAME = {
    "tables": """
        select h.name as "table", json_extract(l.line, '$.event.game') as game,
            json_extract(l.line, '$.event.edition') as edition,
            json_extract(l.line, '$.event.seats') as seats,
            json_extract(l.line, '$.at') as opened_at, h.revision as entries, h.head
        from table_heads h join log l on l.table_id = h.id and l.seq = 1
        where json_valid(l.line)""",
    "entries": """
        select h.name as "table", l.seq, json_extract(l.line, '$.at') as at,
            json_extract(l.line, '$.by') as "by", json_extract(l.line, '$.kind') as kind,
            json_extract(l.line, '$.cause') as cause,
            json_extract(l.line, '$.event.type') as type, json_extract(l.line, '$.event') as event
        from log l join table_heads h on h.id = l.table_id
        where json_valid(l.line)""",
    "results": """
        with ended as (
            select l.table_id, l.seq, l.line from log l
            where instr(l.line, '"type":"game_ended"') and json_valid(l.line) and not exists (
                select 1 from log b where b.table_id = l.table_id and b.seq > l.seq
                    and instr(b.line, '"type":"taken_back"') and json_valid(b.line)
                    and json_extract(b.line, '$.event.to') < l.seq))
        select h.name as "table", e.seq, json_extract(e.line, '$.at') as ended_at,
            json_extract(e.line, '$.event.winners') as winners,
            json_extract(e.line, '$.event.reason') as reason,
            json_extract(e.line, '$.event.standings') as standings
        from ended e join table_heads h on h.id = e.table_id
        where e.seq = (select max(seq) from ended f where f.table_id = e.table_id)""",
    "games": """
        select t.game, t.edition, count(*) as tables, sum(t.entries) as entries,
            sum(r."table" is not null) as finished
        from tables t left join results r on r."table" = t."table"
        group by t.game, t.edition""",
}
"""What somebody sees who opens the file in Datasette; each may read the ones before it."""


def lay_out(connection: sqlite3.Connection) -> None:
    """Bring a database, empty or older, up to today's layout; one transaction."""
    from sqlite_utils import Database  # a start without it: 80 ms

    database = Database(connection)
    connection.execute("BEGIN IMMEDIATE")
    try:
        migrations().apply(database)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise


def migrations() -> "Migrations":
    """Return every step from an empty database to today's layout, in order."""
    from sqlite_utils.migrations import Migrations  # a start without it: 80 ms

    steps = Migrations("referee")
    steps(name="0001_logs")(create_logs)
    steps(name="0002_answers_in_a_chain")(_chain_answers)
    steps(name="0003_refusals")(_create_refusals)
    steps(name="0004_one_result_a_table")(_renew_results)
    steps(name="0005_seals")(_create_seals)
    steps(name="0006_links")(_create_links)
    steps(name="0007_seals_in_a_chain")(_chain_seals)
    steps(name="0008_identities")(_identify_tables)
    return steps


def create_logs(database: "Database") -> None:
    """Create the log, the heads, the answers, and the views over them."""
    heads: dict[str, Any] = {"id": int, "name": str, "revision": int, "head": str}
    database.table("table_heads").create(heads, pk="id", not_null=set(heads))
    database.table("table_heads").create_index(["name"], unique=True)
    # Without rowid the lines of a table lie together however the games of a file interleave;
    # the library has no word for it.
    database.execute(
        "CREATE TABLE log (table_id INTEGER NOT NULL REFERENCES table_heads(id), seq INTEGER NOT NULL,"
        " line TEXT NOT NULL, PRIMARY KEY (table_id, seq)) WITHOUT ROWID"
    )
    database.execute(
        "CREATE TABLE submissions (table_id INTEGER NOT NULL REFERENCES table_heads(id), key TEXT NOT NULL,"
        " revision INTEGER NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (table_id, key)) WITHOUT ROWID"
    )
    for name, select in _VIEWS_BY_NAME.items():
        database.create_view(name, select)


def _chain_answers(database: "Database") -> None:
    """Chain the stored answers in the order in which they were made, as far as that is known."""
    database.table("submissions").add_column("place", int, not_null_default=0)
    database.table("submissions").add_column("hash", str, not_null_default="")
    database.table("table_heads").add_column("answers", int, not_null_default=0)
    database.table("table_heads").add_column("answers_hash", str, not_null_default="")
    for head in list(database.query("select id from table_heads")):
        answers, hash = 0, ""
        kept = database.query(
            "select key, revision, answer from submissions where table_id = ? order by revision, key",
            (head["id"],),
        )
        for answers, row in enumerate(list(kept), 1):
            hash = answer_hash(hash, row["key"], row["revision"], row["answer"])
            changed = {"place": answers, "hash": hash}
            database.table("submissions").update((head["id"], row["key"]), changed)
        database.table("table_heads").update(head["id"], {"answers": answers, "answers_hash": hash})


def _renew_results(database: "Database") -> None:
    """Let the view of results have one result for a table, the last, also where it was concluded twice."""
    database.create_view("results", _VIEWS_BY_NAME["results"], replace=True)


def _create_refusals(database: "Database") -> None:
    """Create the table of what was refused last, for each reader."""
    columns: dict[str, Any] = {"table_id": int, "reader": str, "revision": int, "body": str}
    database.table("refusals").create(columns, pk=("table_id", "reader"), not_null=set(columns))


def _create_seals(database: "Database") -> None:
    """Create the table of seals; the service of older versions made it, too."""
    columns: dict[str, Any] = {"table_name": str, "kind": str, "hash": str}
    database.table("seals").create(
        columns, pk=("table_name", "kind"), not_null=set(columns), if_not_exists=True
    )


def _create_links(database: "Database") -> None:
    """Create the links and notes of a service.

    The service of older versions laid them out itself: what it left is completed.
    """
    columns: dict[str, Any] = {
        "id": int,
        "hash": str,
        "table_name": str,
        "role": str,
        "seat": str,
        "lang": str,
        "opened": int,
    }
    links, notes = database.table("web_links"), database.table("web_notes")
    links.create(columns, pk="id", not_null=set(columns) - {"lang"}, if_not_exists=True)
    links.create_index(["hash"], unique=True, if_not_exists=True)
    links.create_index(["table_name"], if_not_exists=True)
    added: dict[str, tuple[Any, Any]] = {"nonce": (str, ""), "writes": (int, 0), "issued": (int, 1)}
    for name, (kind, default) in added.items():
        if name not in links.columns_dict:
            links.add_column(name, kind, not_null_default=default)
    links.create_index(["table_name", "role", "seat"], unique=True, if_not_exists=True)
    notes.create(
        {"table_name": str, "topic": str, "body": str}, pk=("table_name", "topic"), if_not_exists=True
    )


def _chain_seals(database: "Database") -> None:
    """Chain the seals there are, in the order of their kinds, and mark what was not marked yet."""
    columns: dict[str, Any] = {
        "table_name": str,
        "place": int,
        "revision": int,
        "kind": str,
        "rows_hash": str,
        "hash": str,
    }
    database.table("changes").create(columns, pk=("table_name", "place"), not_null=set(columns))
    seals = "select table_name, kind, hash from seals order by table_name, kind"
    for seal in list(database.query(seals)):
        add_mark(database.conn, seal["kind"], seal["table_name"], seal["hash"])
    database.table("seals").drop()
    mark_the_rest(database.conn)


def _identify_tables(database: "Database") -> None:
    """Give every table an identity, and move notes about openings with a key to the table they opened."""
    database.table("table_heads").add_column("identity", str, not_null_default="")
    database.table("web_notes").create_index(["topic"])
    # For programs of older versions that have the file open, and open tables still.
    database.execute(
        "CREATE TRIGGER identify_table AFTER INSERT ON table_heads WHEN new.identity = '' BEGIN"
        " UPDATE table_heads SET identity = lower(hex(randomblob(16))) WHERE id = new.id; END"
    )
    give_identities(database.conn)
    move_openings(database.conn)


def rows_of(connection: sqlite3.Connection, view: str) -> list[dict[str, Any]]:
    """Return the rows of a view by column, ordered as the view has them."""
    from sqlite_utils import Database  # a start without it: 80 ms

    return list(Database(connection).view(view).rows)
