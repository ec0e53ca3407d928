"""A table in session: what is submitted is judged, written and answered."""
