"""Neural rankers: any encoder of Transformers with a small head; need the extra `neural`."""
