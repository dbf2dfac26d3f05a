"""Neural engines: better analysis, alignment, coreference and scoring where models are at hand."""
