"""Document coreference for English: mentions and agreement by rules, a network to choose."""
