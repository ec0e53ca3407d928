"""What every command stands in: session, help, problems, streams, files."""
