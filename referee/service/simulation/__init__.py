"""Games by the thousand: played at random, on all cores, compared."""
