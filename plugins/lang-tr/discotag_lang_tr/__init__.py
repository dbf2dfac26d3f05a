"""The Turkish language pack of discotag."""
