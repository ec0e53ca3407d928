"""Commands for a first evening."""
