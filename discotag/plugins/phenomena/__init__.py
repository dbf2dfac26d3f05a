"""Built-in phenomena, each a plugin like any other."""
