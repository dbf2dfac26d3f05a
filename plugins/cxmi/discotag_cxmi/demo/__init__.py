"""The demonstration: texts in invented languages, a model that learns them, what it uses."""
