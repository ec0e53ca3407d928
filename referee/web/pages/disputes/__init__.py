"""Pages of a dispute: what was refused, the case laid open, the vote."""
