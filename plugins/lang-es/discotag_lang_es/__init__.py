"""The Spanish language pack of discotag."""
