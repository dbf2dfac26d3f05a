"""Embedded analysis: the compact spaCy pipelines of the language packs, and the code they need."""
