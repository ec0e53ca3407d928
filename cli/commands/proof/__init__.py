"""Commands that prove a log, and whether it is still the one there was."""
