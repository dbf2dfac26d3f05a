"""The Russian language pack of discotag."""
