"""Kinds of files: where their texts are, and how they are written there."""
