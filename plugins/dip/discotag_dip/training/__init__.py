"""Training rankers: the embedded ones on texts or runs, and the command."""
