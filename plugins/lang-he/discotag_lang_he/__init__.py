"""The Hebrew language pack of discotag."""
