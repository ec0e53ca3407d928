"""What Referee is compared to; each module imports one package of the extra `bench`."""
