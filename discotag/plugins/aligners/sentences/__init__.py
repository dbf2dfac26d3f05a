"""Sentence alignment of whole documents with the packs' translation tables."""
