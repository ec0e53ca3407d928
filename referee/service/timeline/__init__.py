"""A log as a story: told again, told otherwise, told to the end."""
