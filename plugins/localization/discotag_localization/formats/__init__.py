"""A module for each kind of file: where its texts stand, and how they are written there."""
