"""A dispute: found, laid open, voted on, settled; and what was refused remembered for it."""
