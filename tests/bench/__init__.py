"""How fast Referee is, as ratios to what else people use: `python -m tests.bench`."""
