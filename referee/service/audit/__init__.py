"""What proves a log: audits, heads, seeds, witnesses."""
