"""Scoring: counts per document, the scores that follow from their sums, and the signature."""
