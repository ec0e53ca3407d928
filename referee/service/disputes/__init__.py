"""Disputes: found, analysed, voted on, settled."""
