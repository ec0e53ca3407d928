"""Changes to what stands: take back, tell again, correct, house rules, playing what was refused."""
