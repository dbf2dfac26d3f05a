"""Built-in corefs, each a plugin like any other."""
