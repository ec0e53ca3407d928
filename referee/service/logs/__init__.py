"""Logs as they are read: proved whole, applied to states, in force, as one viewer may see them."""
