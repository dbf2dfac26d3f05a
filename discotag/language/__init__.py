"""What analyzers share: lines made readable, and rules applied after a model."""
