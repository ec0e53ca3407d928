"""The terminal: one module per command, imported when it is called."""

import gc
import os

# Read by typer when it is imported; rich would cost every start and paint parts of rule ids.
os.environ["TYPER_USE_RICH"] = "0"

# A start makes much and drops nothing: looking for circles in it every 700 objects takes 8 ms.
gc.set_threshold(50_000)
