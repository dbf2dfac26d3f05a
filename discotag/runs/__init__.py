"""Runs: tagging and scoring a corpus, what is written down, and what is made of it later."""
