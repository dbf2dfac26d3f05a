"""Translating documents with context: `discotag cxmi decode`."""
