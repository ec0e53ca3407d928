"""Stores of logs behind one protocol: in memory, as JSON Lines, in SQLite."""
