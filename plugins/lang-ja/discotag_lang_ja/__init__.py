"""The ja language pack of discotag."""
