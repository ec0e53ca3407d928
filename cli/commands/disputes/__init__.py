"""Commands for disputes, what might have been, and the result."""
