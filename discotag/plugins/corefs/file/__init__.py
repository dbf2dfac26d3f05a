"""Coreference read from a file."""
