"""Recipes of the pipelines in this repository, and what makes their files ready."""
