"""The nl language pack of discotag."""
