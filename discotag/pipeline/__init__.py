"""The pipeline: a configuration becomes a plan, a plan becomes tagged documents and scores."""
