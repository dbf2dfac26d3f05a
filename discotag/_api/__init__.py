"""discotag from Python: load texts, tag, score, compare and lint them in a few lines.

A thin layer over the pipeline and runs; `import discotag` gives all of it.
"""

from discotag._api.corpus import Corpus, load
from discotag._api.findings import Findings, lint
from discotag._api.scores import Differences, Scores, compare, score
from discotag._api.tagged import Tagged, tag

__all__ = [
    "Corpus", "Differences", "Findings", "Scores", "Tagged",
    "compare", "lint", "load", "score", "tag",
]  # fmt: skip
