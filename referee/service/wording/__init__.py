"""Lines and changes in words: which line is meant, what could stand in it, what the table is asked."""
