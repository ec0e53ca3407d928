"""One module for each page, and beside it the template it fills in."""
