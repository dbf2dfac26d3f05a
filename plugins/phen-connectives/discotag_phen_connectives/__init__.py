"""Discourse connectives as a phenomenon: words that join a segment to the text before it."""
