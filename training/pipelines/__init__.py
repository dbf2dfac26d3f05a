"""How the embedded spaCy pipelines are made: from public treebanks to a directory that a language pack ships."""
