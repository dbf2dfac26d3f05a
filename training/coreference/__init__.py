"""What the English coreference learns from GUM: kinds of nouns, weights of salience."""
