"""The Arabic language pack of discotag."""
