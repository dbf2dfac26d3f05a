"""How well a translation agrees with itself, and which of several does so best."""
