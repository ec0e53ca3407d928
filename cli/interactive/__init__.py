"""`referee play`: a whole table round one keyboard."""
