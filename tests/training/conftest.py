"""Makes the recipes under `training/`, which is no installed package, importable."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
