"""Stanza: where its models lie, how they are loaded, and its analyses as `Tokens`."""
