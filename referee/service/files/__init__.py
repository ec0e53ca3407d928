"""Files of records and logs: refereed, mended, taken in, given away, copied."""
