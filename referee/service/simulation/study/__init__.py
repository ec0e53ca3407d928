"""How much a rule matters: the same games played under each value of an option, and compared."""
