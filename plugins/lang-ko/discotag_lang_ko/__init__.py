"""The Korean language pack of discotag."""
