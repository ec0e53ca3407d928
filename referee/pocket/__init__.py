"""The service in a browser: what writes it as a folder, and what runs there."""
