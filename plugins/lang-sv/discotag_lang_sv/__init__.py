"""Swedish for discotag."""
