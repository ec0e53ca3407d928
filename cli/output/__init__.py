"""What commands print, in words and with --json."""
