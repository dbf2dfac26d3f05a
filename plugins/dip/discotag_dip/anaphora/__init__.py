"""Anaphora: pronouns that systems get wrong, and how well a text's pronouns fit its context."""
