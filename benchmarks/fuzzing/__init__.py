"""Fuzzing: whatever bytes a file holds, what reads it gives a result or an error of its own."""
