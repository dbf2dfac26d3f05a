"""`discotag serve`: a page on this machine that shows translations as they are typed."""
