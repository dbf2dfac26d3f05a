"""The taggers of the five MuDA phenomena, and of names."""
