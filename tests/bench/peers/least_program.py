"""The least a command line program can do that writes one thing down: argparse, msgspec, sqlite3."""

import argparse
import sqlite3

import msgspec


class Note(msgspec.Struct):
    """What it writes down."""

    table: str
    text: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("table")
    parser.add_argument("text")
    asked = parser.parse_args()
    db = sqlite3.connect(asked.file, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE IF NOT EXISTS notes (note TEXT NOT NULL)")
    note = msgspec.json.encode(Note(asked.table, asked.text)).decode()
    db.execute("INSERT INTO notes VALUES (?)", (note,))
    db.close()
    print("kept")  # noqa: T201


if __name__ == "__main__":
    main()
