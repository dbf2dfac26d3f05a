"""Ukrainian for discotag."""
