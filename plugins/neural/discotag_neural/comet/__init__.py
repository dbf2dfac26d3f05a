"""COMET as a scorer: the package works in an environment of its own, as a separate process."""
