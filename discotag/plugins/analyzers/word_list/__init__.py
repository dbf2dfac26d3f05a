"""The analyzer `word-list`: words by their signs, what is known of them from a list."""
