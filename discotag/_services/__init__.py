"""Talking to services: endpoints, keys, retries, pace; what is said never holds a key."""
