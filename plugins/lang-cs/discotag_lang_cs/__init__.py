"""Czech for discotag."""
