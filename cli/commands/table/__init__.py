"""Commands at a table: play, take back, agree, change by hand."""
