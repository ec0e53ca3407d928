"""A whole game or study in one file, to keep or to send: reports, and a film that plays by itself."""
