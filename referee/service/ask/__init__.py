"""Answer a question about a position that stands in no log."""
