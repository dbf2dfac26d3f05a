"""Log-probabilities of targets under a translation model, with and without context."""
