"""What every command stands in: session, settings, problems, progress, streams."""
