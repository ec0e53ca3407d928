"""Commands that look up rules."""
