"""The Portuguese language pack of discotag."""
