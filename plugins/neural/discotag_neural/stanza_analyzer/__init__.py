"""Stanza: where its models are, how they are loaded, and its analyses as `Tokens`."""
