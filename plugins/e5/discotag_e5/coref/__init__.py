"""Coreference by the encoder's vectors: which words of a text speak of the same thing."""
