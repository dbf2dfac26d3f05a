"""The German language pack of discotag."""
