"""Experiments: the tables of papers, computed again from a configuration, step by step."""
