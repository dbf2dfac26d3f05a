"""The French language pack of discotag."""
