"""What people do to a table besides playing: each act one function of a table and a request."""
