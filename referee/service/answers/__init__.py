"""What is answered, described once: `--json` of the terminal and the HTTP API give these objects."""
