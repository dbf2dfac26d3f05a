"""Document coreference for English by rules: mentions, agreement, syntax, salience."""
