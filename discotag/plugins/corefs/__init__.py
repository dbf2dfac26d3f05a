"""Coreference resolvers that serve any language."""
