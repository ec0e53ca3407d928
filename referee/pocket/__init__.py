"""The program in a browser, without a server: what differs there, and the command that writes it."""
