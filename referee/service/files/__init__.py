"""Files of records and logs: refereed, repaired, taken in, given away, copied, audited."""
