"""What proves a log: audits, heads, witnesses."""
