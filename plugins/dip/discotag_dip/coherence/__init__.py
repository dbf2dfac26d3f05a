"""Coherence: documents that systems find hard, by an entity grid and lexical chains."""
