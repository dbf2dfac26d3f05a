"""Documents in invented languages, in which one target word needs the previous segment."""
