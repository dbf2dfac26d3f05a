"""Ellipsis in English: rules that find where a verb phrase, noun or clause is missing."""
