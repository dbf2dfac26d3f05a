"""Analyzers: tokens, lemmas, parts of speech, features and dependencies."""
