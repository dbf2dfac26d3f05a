"""The it language pack of discotag."""
