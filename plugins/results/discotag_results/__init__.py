"""A book of results: runs of many language pairs and years, ranked, on pages and as data."""
