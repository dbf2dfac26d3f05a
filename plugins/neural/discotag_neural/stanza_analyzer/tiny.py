"""A tiny folder of Stanza models, trained in seconds on a few sentences: for tests and benchmarks.

The files are what `stanza.download` would have put there: `resources.json` and a checkpoint per
processor. They know nothing of the language beyond the sentences given.
"""

from __future__ import annotations

import hashlib
import json
import logging
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PACKAGE = "tiny"
WIDTH = "32"


def make_models(folder: Path, language: str, conllu: str, *, steps: int = 200) -> Path:
    """Train tokenizer, expander, tagger, lemmatizer and parser on CoNLL-U text; give the folder.

    Args:
        folder: where the models go; made.
        language: Stanza's code.
        conllu: sentences, each with `# text`; multi-word tokens as ranges; at least one.
        steps: training steps of the tokenizer; the tagger and the parser get half as many.
    """
    from stanza.models import lemmatizer, mwt_expander, parser, tagger

    work = folder / "training"
    work.mkdir(parents=True)
    train = work / "train.conllu"
    train.write_text(conllu, encoding="utf-8")
    shared = ["--train_file", train, "--eval_file", train, "--output_file", work / "out.conllu",
              "--shorthand", f"{language}_{PACKAGE}"]  # fmt: skip
    tagging = ["--lang", language, "--no_pretrain", "--max_steps", steps // 2, "--eval_interval",
               steps // 2, "--hidden_dim", WIDTH, "--char_hidden_dim", WIDTH, "--transformed_dim",
               WIDTH, "--deep_biaff_hidden_dim", WIDTH, "--num_layers", "1", "--augment_nopunct",
               "0.0", "--word_dropout", "0", "--dropout", "0.1"]  # fmt: skip
    small = ["--hidden_dim", WIDTH, "--emb_dim", WIDTH, "--num_epoch", "2"]
    with _quiet():
        _train_tokenizer(work, folder / language, language, conllu, steps)
        for processor, module, options in (
            ("mwt", mwt_expander, ["--lang", language, "--gold_file", train, *small]),
            ("lemma", lemmatizer, ["--pos_dim", WIDTH, *small]),
            ("pos", tagger, tagging),
            ("depparse", parser, tagging),
        ):
            place = folder / language / processor
            place.mkdir(parents=True)
            to = ["--save_dir", place, "--save_name", f"{PACKAGE}.pt"]
            module.main(args=[str(word) for word in (*shared, *to, *options)])
            for rest in place.glob("*checkpoint*"):
                rest.unlink()
    write_resources(folder, language)
    return folder


def write_resources(folder: Path, language: str, url: str = "") -> None:
    """Write the index of a folder's models, as in Stanza's server."""
    models: dict[str, Any] = {}
    for path in sorted((folder / language).glob("*/*.pt")):
        digest = hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()
        models.setdefault(path.parent.name, {})[path.stem] = {"md5": digest}
    packages = {"default": {name: next(iter(files)) for name, files in models.items()}}
    index = {language: {**models, "packages": packages, "lang_name": language}, "url": url}
    (folder / "resources.json").write_text(json.dumps(index), encoding="utf-8")


def _train_tokenizer(work: Path, place: Path, language: str, conllu: str, steps: int) -> None:
    from stanza.models import tokenizer

    text, labels, words = [], [], []
    for sentence in conllu.strip().split("\n\n"):
        line, marks, expansions = _labelled(sentence)
        text.append(line)
        labels.append(marks)
        words += expansions
    (work / "train.txt").write_text("\n\n".join(text) + "\n\n", encoding="utf-8")
    (work / "train.label").write_text("\n\n".join(labels) + "\n\n", encoding="utf-8")
    (work / "train.json").write_text(json.dumps(words), encoding="utf-8")
    (place / "tokenize").mkdir(parents=True)
    files = ["--txt_file", work / "train.txt", "--label_file", work / "train.label",
             "--mwt_json_file", work / "train.json", "--dev_txt_file", work / "train.txt",
             "--dev_label_file", work / "train.label"]  # fmt: skip
    options = ["--lang", language, "--shorthand", f"{language}_{PACKAGE}", "--save_dir",
               place / "tokenize", "--save_name", f"{PACKAGE}.pt", "--steps", steps,
               "--eval_steps", steps // 2, "--hidden_dim", WIDTH, "--emb_dim", WIDTH,
               "--lr0", "0.02", "--dropout", "0", "--unit_dropout", "0",
               "--feat_unit_dropout", "0", "--device", "cpu"]  # fmt: skip
    tokenizer.main(args=[str(word) for word in (*files, *options)])


def _labelled(sentence: str) -> tuple[str, str, list[list[Any]]]:
    """Return a sentence's text, the label of each character and its multi-word tokens."""
    lines = sentence.splitlines()
    text = next(line.partition("=")[2].strip() for line in lines if line.startswith("# text ="))
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    labels = ["0"] * len(text)
    expansions: list[list[Any]] = []
    place, inside = 0, 0
    for row in rows:
        if "-" in row[0]:
            first, last = (int(part) for part in row[0].split("-"))
            parts = [other[1] for other in rows if "-" not in other[0]][first - 1 : last]
            expansions.append([[row[1], parts], 1])
            inside = last
        elif int(row[0]) <= inside:
            continue
        place = text.index(row[1], place) + len(row[1])
        labels[place - 1] = "3" if "-" in row[0] else "1"
    labels[-1] = "4" if labels[-1] == "3" else "2"
    return text, "".join(labels), expansions


@contextmanager
def _quiet() -> Iterator[None]:
    logger = logging.getLogger("stanza")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # its training leaves files open
            yield
    finally:
        logger.setLevel(level)
