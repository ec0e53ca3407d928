"""What is done at a table over the network, the same for pages and API."""
