"""discotag from Python: load texts, tag, score, compare and lint them in a few lines.

A thin layer over the pipeline and runs; `import discotag` gives all of it.
"""
