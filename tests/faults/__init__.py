"""What goes wrong on purpose, and what must not come of it."""
