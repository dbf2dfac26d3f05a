"""The es language pack of discotag."""
