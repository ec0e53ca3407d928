"""Logs as they are read: where from, whole, folded to a state, as one viewer may see them."""
