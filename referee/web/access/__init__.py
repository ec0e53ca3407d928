"""Who comes in: links, tokens, codes, limits, addresses."""
