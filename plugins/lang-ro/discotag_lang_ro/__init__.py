"""The Romanian language pack of discotag."""
