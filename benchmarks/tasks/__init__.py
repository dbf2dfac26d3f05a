"""The tasks of `benchmarks/accuracy.py`: each reads gold data from a folder and gives figures."""
