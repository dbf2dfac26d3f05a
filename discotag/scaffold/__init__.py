"""Packages begun for authors: a language, a phenomenon, an aligner, a coref, a scorer, a check."""
