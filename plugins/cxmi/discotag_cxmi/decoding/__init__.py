"""Translating documents with context: `discotag decode`."""
