"""One module for each command, in the folders of `referee --help`."""
