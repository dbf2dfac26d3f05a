"""The Dutch language pack of discotag."""
