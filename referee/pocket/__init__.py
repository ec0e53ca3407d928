"""The program in a browser, without a server: what differs there. `cli/pocket_site.py` writes it as files."""
