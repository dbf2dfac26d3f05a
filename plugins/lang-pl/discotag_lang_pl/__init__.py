"""Polish for discotag."""
