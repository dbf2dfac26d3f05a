"""How the translation tables in the language packs are made from free parallel text and dictionaries."""
