"""The en language pack of discotag."""
