"""Translations of whole documents from other people's engines, a line per segment."""
