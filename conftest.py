"""For all tests, those of the plugins too: what one test computed is nothing to another."""

from __future__ import annotations

import os

os.environ["DISCOTAG_CACHE"] = "off"
