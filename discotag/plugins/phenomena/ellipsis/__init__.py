"""Ellipsis: target words for which the source gives no word, only its context."""
