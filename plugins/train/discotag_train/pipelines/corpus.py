"""Parts a treebank file: what is trained on, and what is kept to measure with."""

from __future__ import annotations

import json
import logging
import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import srsly
from spacy.strings import StringStore
from spacy.tokens import Doc, DocBin

from discotag.plugin import InputError, ud
from discotag.plugin.training import read_conllu
from discotag_train.pipelines.addressed import Line, addressed, exchanged, read_words, varied
from discotag_train.pipelines.harmonise import Conventions, Harmoniser, Sejong
from discotag_train.pipelines.lexicon import whole
from discotag_train.pipelines.recipes import find, missing
from discotag_train.pipelines.second_person import second_person
from discotag_train.pipelines.second_person_es import second_person as second_person_es
from discotag_train.pipelines.surface import project, text_and_spans

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from spacy.language import Language

    from discotag.plugin.training import Sentence
    from discotag_train.pipelines.addressed import Words
    from discotag_train.pipelines.recipes import Recipe, Treebank
    from discotag_train.pipelines.surface import Gold


PART, KEPT = "part", "kept"


def split(path: Path, out: Path, every: int) -> tuple[Path, Path]:
    """Write `NAME.part.conllu` and `NAME.kept.conllu`; return both.

    Args:
        path: a CoNLL-U file.
        out: the folder to write into.
        every: each sentence whose number is a multiple of this is kept.

    Raises:
        InputError: the file is not there, or has too few sentences for both parts.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read as CoNLL-U: {error}", path=path) from error
    sentences = [block.strip("\n") for block in text.split("\n\n") if block.strip()]
    if len(sentences) < every:
        raise InputError(f"has {len(sentences)} sentences: none to keep", path=path)
    out.mkdir(parents=True, exist_ok=True)
    parts = {
        PART: [block for number, block in enumerate(sentences, 1) if number % every],
        KEPT: [block for number, block in enumerate(sentences, 1) if not number % every],
    }
    written = []
    for name, blocks in parts.items():
        file = out / f"{path.name.removesuffix('.conllu')}.{name}.conllu"
        file.write_text("\n\n".join(blocks) + "\n\n", encoding="utf-8")
        written.append(file)
    return written[0], written[1]


PRIVATE = re.compile(
    r"""
      [A-Za-z0-9._+-]@[A-Za-z0-9]          # e-mail addresses, masked ones and parts of them too
    | (?<!\w)@[A-Za-z0-9_]{3,}$            # names of users
    | //\S*[~@]                            # addresses of pages with such names
    | (?=.*\d\d)(?:\d[\s().+-]*){7,}       # telephone numbers and other long numbers
    """,
    re.VERBOSE,
)
NOTHING = "\ue000"
"""Replaces what was taken out: a character that no text holds."""


def is_private(text: str) -> bool:
    """Return whether a string looks like personal data."""
    return PRIVATE.search(text) is not None


def forget(pipeline: Path) -> tuple[str, ...]:
    """Take what looks like personal data out of a pipeline's folder; return what it was, sorted."""
    strings = pipeline / "vocab" / "strings.json"
    known: list[str] = json.loads(strings.read_text(encoding="utf-8"))
    private = {text for text in known if is_private(text)}
    if private:
        store = StringStore([*known, NOTHING])
        hashes = {store[text] for text in private}
        for trees in sorted(pipeline.glob("*/trees")):
            trees.write_bytes(_without(trees.read_bytes(), hashes, store[NOTHING]))
        kept = sorted({*known, NOTHING} - private)
        strings.write_text(json.dumps(kept, ensure_ascii=False), encoding="utf-8")
    return tuple(sorted(private))


def _without(trees: bytes, hashes: set[int], nothing: int) -> bytes:
    data: dict[str, Any] = srsly.msgpack_loads(trees)
    for tree in data["trees"]:
        if hashes & {tree.get("orig"), tree.get("subst")}:
            tree.update(orig=nothing, subst=nothing)
    return bytes(srsly.msgpack_dumps(data))


log = logging.getLogger(__name__)

SEED = 20
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
SECOND_PERSON = {"fr": second_person, "es": second_person_es}


def training_lines(
    recipe: Recipe, folders: list[Path], dictionaries: list[Path], nlp: Language
) -> Iterator[Line]:
    """Yield the training lines of a recipe's treebanks, harmonised and projected, in file order."""
    files = {treebank: training_files(treebank, folders) for treebank in recipe.treebanks}
    reference = next(t for t in recipe.treebanks if t.reference)
    harmoniser = Harmoniser(
        (s for path in files[reference] if ".um" not in path.name for s in read_conllu(path)),
        recipe.drop_feats,
    )
    chance = random.Random(SEED)
    sejong = None
    if recipe.sejong:
        sejong = Sejong(s for path in files[reference] for s in read_conllu(path))
    held_out = _texts(recipe.tests, folders) if recipe.hold_out else frozenset()
    words = words_of(recipe, dictionaries)
    conventions = Conventions(_infinitives(files)) if recipe.conventions else None
    for treebank, paths in files.items():
        for path in paths:
            own = treebank.reference and ".um" not in path.name
            sentences: Iterable[Sentence] = _chosen(read_conllu(path), treebank)
            if treebank.capitals_lost and ".um" in path.name:
                sentences = map(with_capital_names, sentences)
            if sejong is not None and not own:
                sentences = map(sejong.sentence, sentences)
            lines = [
                line
                for line in _lines(sentences, nlp, recipe, harmoniser, own=own)
                if "".join(line.words) not in held_out
            ]
            if conventions is not None:
                lines = lines if own else conventions.applied(lines)
                if treebank.reference:
                    conventions.learn(lines)
            if not treebank.pos_learned:
                lines = [without_pos(line) for line in lines]
            log.info(
                "%s: %d sentences, %d tokens",
                path.name,
                len(lines),
                sum(len(x.words) for x in lines),
            )
            if recipe.second_person:
                extra = list(SECOND_PERSON[recipe.language](lines, chance))
                log.info("%s: %d sentences in the second person added", path.name, len(extra))
                yield from varied(extra, chance, spoken=False)
            if recipe.addressed:
                extra = list(addressed(lines, recipe.addressed, chance))
                log.info("%s: %d sentences said to somebody", path.name, len(extra))
                yield from varied(extra, chance, spoken=False)
            yield from varied(lines, chance, spoken=treebank.spoken)
            if words is None:
                continue
            for _ in range(recipe.exchange_copies):
                yield from varied(list(exchanged(lines, words, chance)), chance, spoken=False)


def development_lines(recipe: Recipe, folders: list[Path], nlp: Language) -> Iterator[Line]:
    """Yield the lines that steer the choice of the best checkpoint."""
    reference = next(t for t in recipe.treebanks if t.reference)
    files = [p for p in training_files(reference, folders) if ".um" not in p.name]
    harmoniser = Harmoniser((s for path in files for s in read_conllu(path)), recipe.drop_feats)
    path = find(folders, recipe.development)
    if path is None:
        raise missing(f"{recipe.development}.conllu", folders, "--ud")
    sentences = list(read_conllu(path))[: recipe.development_size]
    own = recipe.development.startswith(f"{reference.prefix}-")
    yield from _lines(sentences, nlp, recipe, harmoniser, own=own)


def training_files(treebank: Treebank, folders: list[Path]) -> list[Path]:
    """Find a treebank's training files: the released splits, else the recipe's fallback.

    Raises:
        InputError: naming the files that were expected.
    """
    for splits in (treebank.train, treebank.fallback):
        found = [find(folders, f"{treebank.prefix}-ud-{split}") for split in splits]
        present = [path for path in found if path is not None]
        if splits and len(present) == len(splits):
            return present
    wanted = ", ".join(f"{treebank.prefix}-ud-{split}.conllu" for split in treebank.train)
    raise missing(wanted, folders, "--ud")


def words_of(recipe: Recipe, dictionaries: list[Path]) -> Words | None:
    """Return the words of a recipe's dictionary; InputError where no folder holds it."""
    if recipe.exchange is None:
        return None
    return read_words(_listed(recipe.exchange, dictionaries))


def forms_of(recipe: Recipe, dictionaries: list[Path]) -> frozenset[str]:
    """Return the forms of a recipe's texts, in lower case; InputError where one is not there."""
    paths = [_listed(name, dictionaries) for name in recipe.texts]
    lines = (line for path in paths for line in path.read_text(encoding="utf-8").splitlines())
    words = (word for line in lines for word in WORD.findall(line.rpartition("\t")[2]))
    return frozenset(word.lower() for word in words)


def _listed(name: str, folders: list[Path]) -> Path:
    path = find(folders, name)
    if path is None:
        raise missing(name, folders, "--dict")
    return path


def _infinitives(files: Mapping[Treebank, Iterable[Path]]) -> Iterator[str]:
    for path in (path for paths in files.values() for path in paths):
        for sentence in read_conllu(path):
            for word in sentence.words:
                lemma = word.lemma or ""
                if word.upos in ud.VERBAL and lemma.endswith("r"):
                    yield lemma


def _texts(names: Iterable[str], folders: list[Path]) -> frozenset[str]:
    """Return the sentences of the files that are present, without spaces."""
    paths = (find(folders, name) for name in names)
    return frozenset(
        "".join(s.text.split()) for path in paths if path is not None for s in read_conllu(path)
    )


def _chosen(sentences: Iterable[Sentence], treebank: Treebank) -> Iterator[Sentence]:
    keep = not treebank.documents
    for sentence in sentences:
        document = sentence.comments.get("newdoc id")
        if document is not None and treebank.documents:
            keep = document.startswith(treebank.documents)
        if keep:
            yield _retagged(sentence, dict(treebank.retag)) if treebank.retag else sentence


def _retagged(sentence: Sentence, tags: dict[str, str]) -> Sentence:
    words = (replace(word, upos=tags.get(word.form, word.upos)) for word in sentence.words)
    return replace(sentence, words=tuple(words))


def with_capital_names(sentence: Sentence) -> Sentence:
    """Return the lemma of a name the capital that its form has."""
    words = (
        replace(word, lemma=word.lemma[:1].upper() + word.lemma[1:])
        if word.upos == "PROPN" and word.lemma and word.form[:1].isupper()
        else word
        for word in sentence.words
    )
    return replace(sentence, words=tuple(words))


def _lines(
    sentences: Iterable[Sentence],
    nlp: Language,
    recipe: Recipe,
    harmoniser: Harmoniser,
    *,
    own: bool,
) -> Iterator[Line]:
    for given in sentences:
        words = [harmoniser.own(w) for w in given.words] if own else harmoniser.foreign(given.words)
        sentence = replace(given, words=tuple(words))
        if recipe.graphic_words:
            sentence = whole(sentence)
        placed = text_and_spans(sentence, recipe.contractions)
        if placed is None:
            continue
        text, word_spans = placed
        doc = nlp.make_doc(text)
        forms = [token.text for token in doc]
        gold = project(sentence.words, word_spans, [(t.idx, t.idx + len(t)) for t in doc], forms)
        if gold is not None:
            yield Line(tuple(forms), tuple(bool(t.whitespace_) for t in doc), tuple(gold))


def without_pos(line: Line) -> Line:
    """Take parts of speech and features away."""
    return replace(line, gold=tuple(replace(g, upos="", feats="") for g in line.gold))


def to_doc(line: Line, nlp: Language, *, lemmas: bool, tags: bool = False) -> Doc:
    """Make spaCy's reference document; the parser passes by a line without a tree."""
    tree = line.has_tree
    doc = Doc(
        nlp.vocab,
        words=list(line.words),
        spaces=list(line.spaces),
        pos=[token.upos for token in line.gold] if any(t.upos for t in line.gold) else None,
        lemmas=[token.lemma for token in line.gold] if lemmas else None,
        tags=[token.xpos for token in line.gold] if tags else None,
        heads=[_head(j, token) for j, token in enumerate(line.gold)] if tree else None,
        deps=[_relation(token) for token in line.gold] if tree else None,
    )
    for token, gold in zip(doc, line.gold, strict=True):
        if gold.upos:  # without a part of speech the features are unknown, not empty
            _set_morph(token, gold.feats)
    return doc


def _set_morph(token: Any, feats: str) -> None:
    """Set a token's features; spaCy's type stubs lack the method."""
    token.set_morph("" if feats == "_" else feats)


def _head(index: int, token: Gold) -> int:
    return index if token.head is None or token.head == -1 else token.head


def _relation(token: Gold) -> str:
    return "ROOT" if token.head == -1 else token.deprel or "dep"


def save(
    lines: Iterable[Line], nlp: Language, path: Path, *, lemmas: bool, tags: bool = False
) -> int:
    """Write the documents as a `DocBin`; gives the number of tokens."""
    columns = ["ORTH", "SPACY", "POS", "MORPH", "HEAD", "DEP", "LEMMA"]
    box = DocBin(attrs=[*columns, "TAG"] if tags else columns)
    tokens = 0
    for line in lines:
        box.add(to_doc(line, nlp, lemmas=lemmas, tags=tags))
        tokens += len(line.words)
    box.to_disk(path)
    return tokens
