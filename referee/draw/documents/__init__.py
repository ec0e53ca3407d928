"""Documents of a whole game or study, each one file: reports and a replay."""
