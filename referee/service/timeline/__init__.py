"""A log as a timeline: told again, told otherwise, told to the end."""
