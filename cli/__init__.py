"""The terminal: one module per command, imported when it is called."""

import os

# Read by typer when it is imported; rich would cost every start and paint parts of rule ids.
os.environ["TYPER_USE_RICH"] = "0"
