"""The Japanese language pack of discotag."""
