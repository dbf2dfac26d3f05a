"""CXMI of a corpus and P-CXMI of its words, from a model's scores with and without context."""
