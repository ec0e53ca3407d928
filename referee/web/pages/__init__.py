"""One module for each page; its template lies beside it."""
