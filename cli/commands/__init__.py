"""One module for each command, of its name, imported when the command is called."""
