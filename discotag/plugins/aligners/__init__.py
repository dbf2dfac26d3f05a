"""Built-in aligners, each a plugin like any other."""
