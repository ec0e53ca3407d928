"""Commands that change what stands: take back, tell again, set by hand, agree."""
