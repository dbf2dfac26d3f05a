"""Speed of `transformer` and `simalign` side by side: the same pairs, model and machine.

The model has the size of BERT base and random weights, its vocabulary is learnt from the pairs:
speed does not depend on what the weights are. The pairs are given in blocks, now to one aligner,
now to the other, so that other work on the machine slows both alike.

    python plugins/neural/benchmarks/aligners.py --src FILE --tgt FILE --pairs 500
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from tokenizers import BertWordPieceTokenizer
from transformers import BertConfig, BertModel

from discotag.plugin import Tokens
from discotag.testing.builders import context
from discotag_neural.aligners import loading
from discotag_neural.aligners.simalign_guard import SimAligner
from discotag_neural.aligners.subwords import split
from discotag_neural.aligners.transformer import TransformerAligner
from discotag_torch import quiet

if TYPE_CHECKING:
    from collections.abc import Sequence

    Pairs = Sequence[tuple[Tokens, Tokens]]

WORD = re.compile(r"\w+|[^\w\s]")
BLOCK = 250
VOCABULARY = 6000
"""Small, so that words fall into about as many pieces as in a vocabulary for many languages."""


def main() -> None:
    """Read the arguments, measure, print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--src", type=Path, help="one segment per line; without it, made-up words")
    parser.add_argument("--tgt", type=Path, help="as many lines")
    parser.add_argument("--pairs", type=int, default=500, help="the first pairs of the files")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--dtype", default="float32", help="of transformer; simalign has float32")
    parser.add_argument("--batch-tokens", type=int, default=None)
    parser.add_argument("--only-transformer", action="store_true")
    parser.add_argument("--unpacked", action="store_true", help="linear layers as torch has them")
    given = parser.parse_args()
    if given.unpacked:
        loading.pack = lambda *_: False
    torch.set_num_threads(given.threads)
    pairs = _pairs(given.src, given.tgt, given.pairs)
    with tempfile.TemporaryDirectory() as place, quiet():
        folder = Path(place) / "base"
        _make_model(folder, pairs)
        common: dict[str, Any] = {"argument": str(folder), "layer": 8, "device": given.device}
        own = {"dtype": given.dtype, "batch_tokens": given.batch_tokens}
        aligners: dict[str, Any] = {}
        if not given.only_transformer:
            aligners["simalign argmax"] = SimAligner.create(
                context(name="simalign", method="argmax", **common)
            )
        for method in ("argmax", "softmax"):
            aligners[f"transformer {method}"] = TransformerAligner.create(
                context(name="transformer", method=method, **common, **own)
            )
        tokenizer = aligners["transformer argmax"]._encoder.tokenizer
        subwords = sum(len(side.ids) for pair in pairs for side in split(pair, tokenizer))
    words = sum(len(side) for pair in pairs for side in pair)
    print(
        f"{len(pairs)} pairs, {words} words, {subwords} subwords; device {given.device}, "
        f"{given.threads} thread(s), torch {torch.__version__}"
    )
    _report(_measure(aligners, pairs), len(pairs))


def _measure(aligners: dict[str, Any], pairs: Pairs) -> dict[str, tuple[float, float, int]]:
    """Give, for each aligner, seconds by the clock and of the processor, and the links found."""
    for aligner in aligners.values():
        aligner.align(pairs[:2])
    found = dict.fromkeys(aligners, (0.0, 0.0, 0))
    for start in range(0, len(pairs), BLOCK):
        for name, aligner in aligners.items():
            clock, work = time.perf_counter(), time.process_time()
            links = sum(len(one.links) for one in aligner.align(pairs[start : start + BLOCK]))
            clock, work = time.perf_counter() - clock, time.process_time() - work
            before = found[name]
            found[name] = (before[0] + clock, before[1] + work, before[2] + links)
    return found


def _report(found: dict[str, tuple[float, float, int]], pairs: int) -> None:
    base = next(iter(found.values()))
    print(
        f"{'aligner':<22}{'seconds':>9}{'pairs/s':>9}{'CPU s':>9}{'links':>8}{'times':>8}{'CPU':>8}"
    )
    for name, (clock, work, links) in found.items():
        print(
            f"{name:<22}{clock:>9.1f}{pairs / clock:>9.2f}{work:>9.1f}{links:>8}"
            f"{base[0] / clock:>8.2f}{base[1] / work:>8.2f}"
        )


def _pairs(source: Path | None, target: Path | None, count: int) -> Pairs:
    if source is None or target is None:
        rng = random.Random(1)
        return [(_made_up(rng), _made_up(rng)) for _ in range(count)]
    sides = [path.read_text(encoding="utf-8").splitlines()[:count] for path in (source, target)]
    return [(_tokens(a), _tokens(b)) for a, b in zip(*sides, strict=True)]


def _tokens(line: str) -> Tokens:
    words = list(WORD.finditer(line))
    return Tokens(
        line,
        tuple(word.group() for word in words),
        tuple(word.start() for word in words),
        tuple(word.end() for word in words),
    )


def _made_up(rng: random.Random) -> Tokens:
    words = ("".join(rng.choices("aeioubdfglmnprst", k=rng.randint(1, 9))) for _ in range(100))
    return _tokens(" ".join(list(words)[: rng.randint(3, 45)]))


def _make_model(folder: Path, pairs: Pairs) -> None:
    folder.mkdir()
    learner = BertWordPieceTokenizer(lowercase=False)
    learner.train_from_iterator(
        (side.text for pair in pairs for side in pair), vocab_size=VOCABULARY, show_progress=False
    )
    learner.save_model(str(folder))
    (folder / "tokenizer_config.json").write_text('{"do_lower_case": false}', encoding="utf-8")
    torch.manual_seed(1)
    BertModel(BertConfig(vocab_size=learner.get_vocab_size())).save_pretrained(folder)


if __name__ == "__main__":
    main()
