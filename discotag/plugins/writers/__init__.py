"""Writers of tagged documents: JSON Lines, which can be read back, and MuDA's JSON."""
