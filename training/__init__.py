"""How the data in the packs was made; never needed by a user."""
