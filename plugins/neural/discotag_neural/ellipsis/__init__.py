"""Ellipsis by a trained classifier: its data, its training, and its use in a run."""
