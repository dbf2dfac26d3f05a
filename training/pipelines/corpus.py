"""Treebank files → spaCy training documents, one sentence each (some two), seen through the pipeline's own tokenizer.

Lines of dialogue are not treebank sentences: they hold two sentences, lack the full stop, or use the typographic
apostrophe. A seeded share of the documents is varied in just these ways.
"""

from __future__ import annotations

import logging
import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from spacy.tokens import Doc, DocBin

from discotag.plugins.conllu.reader import read_conllu
from training.pipelines.harmonise import Harmoniser
from training.pipelines.project import Gold, project
from training.pipelines.recipes import find
from training.pipelines.surface import text_and_spans

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from spacy.language import Language

    from discotag.plugins.conllu.reader import Sentence
    from training.pipelines.recipes import Recipe, Treebank

log = logging.getLogger(__name__)

SEED = 20
JOINED, UNSTOPPED, CURLED, CAPITALISED, BARE = 0.12, 0.08, 0.25, 0.5, 0.2
FINAL = frozenset({".", "!", "?", "…", "...", "。"})


@dataclass(frozen=True, slots=True)
class Line:
    """Tokens with their annotation; `spaces[j]`: a space follows token j."""

    words: tuple[str, ...]
    spaces: tuple[bool, ...]
    gold: tuple[Gold, ...]

    @property
    def has_tree(self) -> bool:
        """Whether the treebank gave heads."""
        return all(token.head is not None for token in self.gold)


def training_lines(recipe: Recipe, folders: list[Path], nlp: Language) -> Iterator[Line]:
    """Give the training lines of all treebanks of a recipe, harmonised and projected, in file order."""
    files = {treebank: training_files(treebank, folders) for treebank in recipe.treebanks}
    reference = next(t for t in recipe.treebanks if t.reference)
    harmoniser = Harmoniser(
        (s for path in files[reference] if ".um" not in path.name for s in read_conllu(path)),
        recipe.drop_feats,
    )
    chance = random.Random(SEED)
    for treebank, paths in files.items():
        for path in paths:
            own = treebank.reference and ".um" not in path.name
            lines = list(_lines(_chosen(read_conllu(path), treebank), nlp, recipe, harmoniser, own=own))
            log.info("%s: %d sentences, %d tokens", path.name, len(lines), sum(len(x.words) for x in lines))
            yield from varied(lines, chance, spoken=treebank.spoken)


def development_lines(recipe: Recipe, folders: list[Path], nlp: Language) -> Iterator[Line]:
    """Give the lines that steer the choice of the best checkpoint."""
    reference = next(t for t in recipe.treebanks if t.reference)
    files = [p for p in training_files(reference, folders) if ".um" not in p.name]
    harmoniser = Harmoniser((s for path in files for s in read_conllu(path)), recipe.drop_feats)
    path = find(folders, recipe.development)
    if path is None:
        raise FileNotFoundError(f"{recipe.development}.conllu is in none of the treebank folders")
    sentences = list(read_conllu(path))[: recipe.development_size]
    own = recipe.development.startswith(f"{reference.prefix}-")
    yield from _lines(sentences, nlp, recipe, harmoniser, own=own)


def training_files(treebank: Treebank, folders: list[Path]) -> list[Path]:
    """Find a treebank's training files: the released splits, else the recipe's fallback.

    Raises:
        FileNotFoundError: naming the files that were looked for.
    """
    for splits in (treebank.train, treebank.fallback):
        found = [find(folders, f"{treebank.prefix}-ud-{split}") for split in splits]
        present = [path for path in found if path is not None]
        if splits and len(present) == len(splits):
            return present
    wanted = ", ".join(f"{treebank.prefix}-ud-{split}.conllu" for split in treebank.train)
    raise FileNotFoundError(f"{wanted}: in none of the treebank folders (--ud)")


def _chosen(sentences: Iterable[Sentence], treebank: Treebank) -> Iterator[Sentence]:
    keep = not treebank.documents
    for sentence in sentences:
        document = sentence.comments.get("newdoc id")
        if document is not None and treebank.documents:
            keep = document.startswith(treebank.documents)
        if keep:
            yield sentence


def _lines(
    sentences: Iterable[Sentence],
    nlp: Language,
    recipe: Recipe,
    harmoniser: Harmoniser,
    *,
    own: bool,
) -> Iterator[Line]:
    for sentence in sentences:
        placed = text_and_spans(sentence, recipe.contractions)
        if placed is None:
            continue
        text, word_spans = placed
        doc = nlp.make_doc(text)
        words = [harmoniser.own(w) for w in sentence.words] if own else harmoniser.foreign(sentence.words)
        gold = project(words, word_spans, [(t.idx, t.idx + len(t)) for t in doc])
        if gold is not None:
            yield Line(
                tuple(t.text for t in doc), tuple(bool(t.whitespace_) for t in doc), tuple(gold)
            )


def varied(lines: Sequence[Line], chance: random.Random, *, spoken: bool) -> Iterator[Line]:
    """Vary a seeded share of the lines; every sentence is given once, alone or joined to the next."""
    waiting: Line | None = None
    for original in lines:
        line = original
        if spoken and chance.random() < CAPITALISED:
            line = stopped(capitalised(line))
        elif spoken and chance.random() < BARE:
            line = bare(line)
        elif chance.random() < UNSTOPPED:
            line = unstopped(line)
        if chance.random() < CURLED:
            line = replace(line, words=tuple(word.replace("'", "’") for word in line.words))
        if waiting is not None and line.has_tree:
            yield joined(waiting, line)
            waiting = None
        elif chance.random() < JOINED and line.has_tree:
            waiting = line
        else:
            yield line
    if waiting is not None:
        yield waiting


def joined(first: Line, second: Line) -> Line:
    """Put two sentences on one line; the second's root hangs on the first's as `parataxis`."""
    shift = len(first.words)
    root = next((j for j, token in enumerate(first.gold) if token.head == -1), 0)
    moved = [
        replace(token, head=root, deprel="parataxis")
        if token.head == -1
        else replace(token, head=(token.head or 0) + shift)
        for token in second.gold
    ]
    return Line(
        first.words + second.words,
        (*first.spaces[:-1], True, *second.spaces),
        (*first.gold, *moved),
    )


def capitalised(line: Line) -> Line:
    """Begin with a capital letter."""
    return replace(line, words=(line.words[0][:1].upper() + line.words[0][1:], *line.words[1:]))


def stopped(line: Line) -> Line:
    """End with a full stop."""
    if line.words[-1] in FINAL or not line.has_tree:
        return line
    root = next((j for j, token in enumerate(line.gold) if token.head == -1), 0)
    return Line(
        (*line.words, "."),
        (*line.spaces[:-1], False, False),
        (*line.gold, Gold("PUNCT", ".", "_", root, "punct")),
    )


def unstopped(line: Line) -> Line:
    """Take the final full stop away."""
    last = len(line.words) - 1
    if last < 1 or line.words[-1] != "." or any(token.head == last for token in line.gold):
        return line
    return Line(line.words[:-1], line.spaces[:-1], line.gold[:-1])


def bare(line: Line) -> Line:
    """Take all punctuation away, as in unedited subtitles."""
    keep = [j for j, token in enumerate(line.gold) if token.upos != "PUNCT"]
    place = {old: new for new, old in enumerate(keep)}
    place[-1] = -1
    if not keep or any(line.gold[j].head not in place for j in keep):
        return line
    spaces = [
        line.spaces[j] or any(line.spaces[j:after])
        for j, after in zip(keep, [*keep[1:], len(line.words)], strict=True)
    ]
    gold = tuple(replace(line.gold[j], head=place[line.gold[j].head or 0 if line.gold[j].head != -1 else -1]) for j in keep)
    return Line(tuple(line.words[j] for j in keep), tuple(spaces), gold)


def to_doc(line: Line, nlp: Language, *, lemmas: bool) -> Doc:
    """Make spaCy's reference document; a line without a tree leaves heads unset, and the parser passes it by."""
    tree = line.has_tree
    return Doc(
        nlp.vocab,
        words=list(line.words),
        spaces=list(line.spaces),
        pos=[token.upos for token in line.gold],
        morphs=["" if token.feats == "_" else token.feats for token in line.gold],
        lemmas=[token.lemma for token in line.gold] if lemmas else None,
        heads=[j if t.head == -1 else t.head for j, t in enumerate(line.gold)] if tree else None,
        deps=[_relation(token) for token in line.gold] if tree else None,
    )


def _relation(token: Gold) -> str:
    return "ROOT" if token.head == -1 else token.deprel or "dep"


def save(lines: Iterable[Line], nlp: Language, path: Path, *, lemmas: bool) -> int:
    """Write the documents as a `DocBin`; gives the number of tokens."""
    box = DocBin(attrs=["ORTH", "SPACY", "POS", "MORPH", "HEAD", "DEP", "LEMMA"])
    tokens = 0
    for line in lines:
        box.add(to_doc(line, nlp, lemmas=lemmas))
        tokens += len(line.words)
    box.to_disk(path)
    return tokens
