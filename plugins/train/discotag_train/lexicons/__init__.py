"""How the packs' translation tables are made from free parallel text and dictionaries."""
