"""Lexical cohesion: a term that a text has translated in one way so far."""
