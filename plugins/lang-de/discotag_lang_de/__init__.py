"""The de language pack of discotag."""
