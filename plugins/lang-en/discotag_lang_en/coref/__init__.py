"""Document coreference for English: mentions, agreement and syntax by rules, a network to choose."""
