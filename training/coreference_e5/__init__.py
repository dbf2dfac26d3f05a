"""Learns the ranker of the coreference `e5` (`plugins/e5`)."""
