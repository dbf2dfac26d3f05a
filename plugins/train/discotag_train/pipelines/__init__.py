"""How the embedded spaCy pipelines are made, from public treebanks to what a pack ships."""
