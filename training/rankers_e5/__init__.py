"""Learning the rankers of `plugins/dip` that read an encoder's states."""
