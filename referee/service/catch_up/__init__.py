"""Acts worked out from how the board stands, where nobody told them."""
