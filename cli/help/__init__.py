"""How the program explains itself: help, the man page, completion, what was typed wrongly."""
