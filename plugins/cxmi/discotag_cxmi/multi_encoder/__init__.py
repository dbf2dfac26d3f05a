"""The multi-encoder: a translation model whose context has an encoder of its own."""
