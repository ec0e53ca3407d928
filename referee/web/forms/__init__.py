"""What pages send: forms, what is filled in, facts read back."""
