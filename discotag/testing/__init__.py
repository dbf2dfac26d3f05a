"""The testing kit: documents built by hand, for tests of plugins."""

from discotag.testing.builders import context, document, side, tagged, tokens

__all__ = ["context", "document", "side", "tagged", "tokens"]
