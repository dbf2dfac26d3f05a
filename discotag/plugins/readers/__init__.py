"""Readers of corpora: line-aligned files, TSV and JSON Lines."""
