"""What commands print: sentences, refusals, cases, proposals."""
