"""Logs as they are read: where from, whole, folded to a state, as one asker may see them."""
