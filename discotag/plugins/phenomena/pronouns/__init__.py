"""Pronoun choice: pronouns whose form an antecedent outside the segment decides."""
