"""Puts `release`, which is no part of the package, where tests can import it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
