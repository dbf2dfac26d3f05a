"""The Italian language pack of discotag."""
