"""Built-in analyzers, each a plugin like any other."""
