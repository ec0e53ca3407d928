"""Case law of a group: what its tables decided, and what other groups handed it. None of it is a rule."""
