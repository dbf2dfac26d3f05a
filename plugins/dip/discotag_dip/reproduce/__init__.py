"""`discotag reproduce dip`: test sets of several corpora, and systems ranked on them."""
