"""Tables and files as commands find, open and change them."""
