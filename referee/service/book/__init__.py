"""What the pages of a rulebook show beside its rules: deciding code, acts, options, sources that disagree."""
