"""What analyzers share: lines made readable, and rules behind a model."""
