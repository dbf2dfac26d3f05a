"""How much a translation model uses context: CXMI, P-CXMI, themes, contrast, training, decoding."""
