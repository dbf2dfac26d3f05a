"""Fingerprints of results, to set those of two processes side by side.

`python -m discotag_dev.determinism PLUGIN` prints those of a plugin as JSON.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import TYPE_CHECKING

from discotag.plugin import Registry, Statistics, discover
from discotag_dev.exercises import working
from discotag_dev.subjects import subjects_of

if TYPE_CHECKING:
    from collections.abc import Iterable


ROLES = ("tagger", "aligner", "analyzer", "coref", "scorer", "check")
"""Roles whose results are of known kinds; an annotator's values are its own."""


def fingerprints(plugin: str, registry: Registry) -> dict[str, str]:
    """Return a digest of the results of each of a plugin's components; of none where they fail."""
    found = {}
    for subject in subjects_of(plugin, registry):
        if subject.role not in ROLES:
            continue
        for item in working(subject):
            found[f"{subject.title} {item.title}"] = _digest(item.outcome.results)
    return found


def _digest(results: Iterable[object]) -> str:
    plain = [
        (item.document, sorted(item.counts.items(), key=repr))
        if isinstance(item, Statistics)
        else item
        for item in results
    ]
    return hashlib.sha256(repr(plain).encode()).hexdigest()


if __name__ == "__main__":
    sys.stdout.write(json.dumps(fingerprints(sys.argv[1], Registry(discover()))))
