"""What several pages are made of: markup, frame, board, buttons."""
