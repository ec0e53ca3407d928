"""A record as people write it: header lines, one act a line in notation, comments; see RECORDS.md."""
