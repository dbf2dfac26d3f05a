"""The Chinese language pack of discotag: simplified and traditional."""
