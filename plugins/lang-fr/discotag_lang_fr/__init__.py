"""The fr language pack of discotag."""
