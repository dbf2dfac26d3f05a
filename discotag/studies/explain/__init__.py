"""`discotag explain`: which words are meant, what the taggers say of them, and as data."""
