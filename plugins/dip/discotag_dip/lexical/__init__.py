"""Lexical consistency: words that the reference repeats and a system does not."""
