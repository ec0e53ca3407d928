"""The layout of a PostgreSQL store: every step from an empty database to today's, and the views for people.

All of it stands in a schema of its own, so that a database may hold other things, too. Texts sort by
their bytes, as in every other store.
"""

from collections.abc import Callable

from events.stores.faults import first_lines
from events.stores.identities import give_identities, move_openings
from events.stores.marks import Db

SCHEMA = "referee"
"""The schema everything stands in."""

LAYOUT_LOCK = 0x52454645
"""The number of the lock that a process holds while it lays the database out ("REFE")."""

_TEXT = 'text COLLATE "C" NOT NULL'

_LOGS = (
    f"""CREATE TABLE table_heads (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name {_TEXT} UNIQUE, revision bigint NOT NULL,
        head {_TEXT}, answers bigint NOT NULL DEFAULT 0, answers_hash {_TEXT} DEFAULT '')""",
    f"""CREATE TABLE log (
        table_id bigint NOT NULL, seq bigint NOT NULL, line {_TEXT}, PRIMARY KEY (table_id, seq))""",
    f"""CREATE TABLE submissions (
        table_id bigint NOT NULL, key {_TEXT}, revision bigint NOT NULL, answer {_TEXT},
        place bigint NOT NULL, hash {_TEXT}, PRIMARY KEY (table_id, key))""",
    f"""CREATE TABLE refusals (
        table_id bigint NOT NULL, reader {_TEXT}, revision bigint NOT NULL, body {_TEXT},
        PRIMARY KEY (table_id, reader))""",
    f"""CREATE TABLE changes (
        table_name {_TEXT}, place bigint NOT NULL, revision bigint NOT NULL, kind {_TEXT},
        rows_hash {_TEXT}, hash {_TEXT}, PRIMARY KEY (table_name, place))""",
    f"""CREATE TABLE web_links (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, hash {_TEXT} UNIQUE, table_name {_TEXT},
        role {_TEXT}, seat {_TEXT}, lang text COLLATE "C", opened int NOT NULL, nonce {_TEXT} DEFAULT '',
        writes bigint NOT NULL DEFAULT 0, issued bigint NOT NULL DEFAULT 1,
        UNIQUE (table_name, role, seat))""",
    f"""CREATE TABLE web_notes (
        table_name {_TEXT}, topic {_TEXT}, body {_TEXT}, PRIMARY KEY (table_name, topic))""",
)

_PRESENCE = (
    f"""CREATE UNLOGGED TABLE presence (
        process {_TEXT}, table_name {_TEXT}, seat {_TEXT}, streams int NOT NULL,
        told_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (process, table_name, seat))""",
    "CREATE INDEX presence_by_table ON presence (table_name)",
)

_ROLES = (
    f"""CREATE FUNCTION let_serve(service name) RETURNS void LANGUAGE plpgsql AS $$
        DECLARE each text;
        BEGIN
            FOREACH each IN ARRAY ARRAY[
                'USAGE ON SCHEMA {SCHEMA}',
                'SELECT ON ALL TABLES IN SCHEMA {SCHEMA}',
                'INSERT ON {SCHEMA}.log, {SCHEMA}.submissions, {SCHEMA}.changes',
                'INSERT, UPDATE (revision, head, answers, answers_hash) ON {SCHEMA}.table_heads',
                'INSERT, UPDATE ON {SCHEMA}.refusals, {SCHEMA}.web_links',
                'INSERT, UPDATE, DELETE ON {SCHEMA}.web_notes, {SCHEMA}.presence'
            ] LOOP
                EXECUTE format('GRANT %s TO %I', each, service);
            END LOOP;
        END $$""",
    "REVOKE EXECUTE ON FUNCTION let_serve FROM PUBLIC",
)
"""Lets a role do what a service needs, and no more: entries, answers and marks it may only add and read."""

_VIEWS = (
    # What is damaged is no entry, and spoils nobody's view of the others.
    """CREATE FUNCTION entry(line text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
        $$ SELECT CASE WHEN pg_input_is_valid(line, 'jsonb') THEN line::jsonb END $$""",
    """CREATE VIEW tables AS
        SELECT h.name AS "table", e->'event'->>'game' AS game, e->'event'->>'edition' AS edition,
            e->'event'->'seats' AS seats, e->>'at' AS opened_at, h.revision AS entries, h.head
        FROM table_heads h JOIN log l ON l.table_id = h.id AND l.seq = 1, entry(l.line) e
        WHERE e IS NOT NULL""",
    """CREATE VIEW entries AS
        SELECT h.name AS "table", l.seq, e->>'at' AS at, e->>'by' AS "by", e->>'kind' AS kind,
            e->'cause' AS cause, e->'event'->>'type' AS type, e->'event' AS event
        FROM log l JOIN table_heads h ON h.id = l.table_id, entry(l.line) e
        WHERE e IS NOT NULL""",
    """CREATE VIEW results AS
        WITH ended AS (
            SELECT l.table_id, l.seq, e FROM log l, entry(l.line) e
            WHERE strpos(l.line, '"type":"game_ended"') > 0 AND e IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM log b WHERE b.table_id = l.table_id AND b.seq > l.seq
                    AND strpos(b.line, '"type":"taken_back"') > 0
                    AND entry(b.line) #> '{event,to}' < to_jsonb(l.seq)))
        SELECT DISTINCT ON (h.name) h.name AS "table", seq, e->>'at' AS ended_at,
            e->'event'->'winners' AS winners, e->'event'->>'reason' AS reason,
            e->'event'->'standings' AS standings
        FROM ended JOIN table_heads h ON h.id = ended.table_id ORDER BY h.name, seq DESC""",
    """CREATE VIEW games AS
        SELECT t.game, t.edition, count(*) AS tables, sum(t.entries)::bigint AS entries,
            count(r."table") AS finished
        FROM tables t LEFT JOIN results r ON r."table" = t."table"
        GROUP BY t.game, t.edition""",
)

_IDENTITIES: tuple[str | Callable[[Db], None], ...] = (
    # Drawn here for services of older versions that open tables still.
    f"ALTER TABLE table_heads ADD COLUMN identity {_TEXT} DEFAULT replace(gen_random_uuid()::text, '-', '')",
    "CREATE INDEX notes_by_topic ON web_notes (topic)",
    give_identities,
    move_openings,
)

STEPS = ((*_LOGS, *_PRESENCE, *_VIEWS, *_ROLES), _IDENTITIES)
"""Each step from one layout to the next; the first lays out an empty database."""

SCHEMA_VERSION = len(STEPS)

_IS_LAID_OUT = f"""
    SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = '{SCHEMA}' AND c.relname = 'layout'"""  # noqa: S608 - constants

FIRST_LINES = first_lines("entry(line)->>'table'")
"""Every table something is left of, damaged or not."""


def layout_of(db: Db) -> int:
    """Read which layout a database has; 0 where it has none yet."""
    # Asked of the catalogue itself: a name looked up before another process laid it out stays unknown.
    if not db.execute(_IS_LAID_OUT).fetchone():
        return 0
    return int(db.execute(f"SELECT coalesce(max(version), 0) FROM {SCHEMA}.layout").fetchone()[0])  # noqa: S608 - constants


def lay_out(db: Db) -> None:
    """Bring a database, empty or older, up to today's layout, in the transaction the connection is in."""
    db.execute("SELECT pg_advisory_xact_lock(?)", (LAYOUT_LOCK,))
    found = layout_of(db)
    if found == 0:
        db.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        db.execute(
            f"CREATE TABLE {SCHEMA}.layout"
            " (version int PRIMARY KEY, laid_out_at timestamptz NOT NULL DEFAULT now())"
        )
    for version, step in enumerate(STEPS[found:], found + 1):
        for statement in step:
            if isinstance(statement, str):
                db.execute(statement)
            else:
                statement(db)
        db.execute(f"INSERT INTO {SCHEMA}.layout (version) VALUES (?)", (version,))  # noqa: S608 - constants
