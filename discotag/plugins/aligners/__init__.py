"""Word aligners (`lexicon`, `pharaoh`) and the alignment of sentences."""
