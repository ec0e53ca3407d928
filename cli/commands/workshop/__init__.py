"""Commands for whoever keeps the installation or makes lakes and games."""
