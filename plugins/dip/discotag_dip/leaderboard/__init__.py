"""The leaderboard: a page of all results of a folder."""
