"""Terms: glossaries that a translation should keep to, and what it really calls its terms."""

from __future__ import annotations
