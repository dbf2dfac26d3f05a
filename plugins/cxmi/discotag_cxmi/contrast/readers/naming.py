"""Names that sets give twice are told apart: the second `a` is `a#2`."""

from __future__ import annotations


class Names:
    """Remembers the names that were given."""

    def __init__(self) -> None:
        self._given: dict[str, int] = {}

    def unique(self, name: str) -> str:
        """Return the name, or the name with a number behind `#` where it was given before."""
        count = self._given[name] = self._given.get(name, 0) + 1
        return name if count == 1 else f"{name}#{count}"
