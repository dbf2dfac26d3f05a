"""Formality: words and verbs that say how the speaker addresses somebody."""
