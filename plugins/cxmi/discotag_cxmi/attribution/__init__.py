"""Which words of the context make a difference to a word of the translation, and to whom else."""
