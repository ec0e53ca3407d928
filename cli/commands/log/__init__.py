"""Commands that read, prove and move logs."""
