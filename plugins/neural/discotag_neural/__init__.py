"""Neural engines: better analysis, alignment, coreference and scoring for whoever has the models."""
