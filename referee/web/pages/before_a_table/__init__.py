"""Pages before a table: where one opens or resumes it, what was played, what is put away."""
