"""The English language pack of discotag."""
