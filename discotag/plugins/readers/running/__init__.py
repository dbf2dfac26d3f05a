"""Whole texts without lines in common: folders, JSON Lines, blank lines between, subtitles."""
