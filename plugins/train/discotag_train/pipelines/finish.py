"""Accuracy of a pipeline on kept-out treebanks: raw text, own tokenizer, the analyzer users get.

`discotag train pack measure PIPELINE FILE.conllu … [--drop Typo] [--whole]`

Token F1 compares character spans with the treebank's surface tokens (a multi-word token such as
*du* counts as one, with the annotation of its head word and the features of the others). All other
figures are percentages of the tokens whose span matches; LAS ignores subtypes; Tense, Mood,
Person and Polite count the tokens where the treebank has the feature, and the gender of nouns is
right, wrong or, for the rest, unknown (of nouns to which the treebank gives one gender). A
pipeline without trees has no UAS and LAS. Speed is CPU time.
"""

from __future__ import annotations

import json
import shutil
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import srsly
from thinc.api import Config

from discotag.plugin import ud
from discotag.plugin.training import EmbeddedAnalyzer, load_pipeline, read_conllu
from discotag_train.pipelines.corpus import forget, training_files
from discotag_train.pipelines.harmonise import parse
from discotag_train.pipelines.lexicon import whole
from discotag_train.pipelines.recipes import find
from discotag_train.pipelines.surface import project, text_and_spans

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from spacy.language import Language

    from discotag.plugin import Tokens
    from discotag_train.pipelines.recipes import Recipe
    from discotag_train.pipelines.surface import Gold


FEATURES = ("Tense", "Mood", "Person", "Polite")
FEATURED = 0.1
"""Share of tokens with features below which a treebank counts as having none."""
NOUN_GENDER, WRONG_GENDER = "noun gender", "wrong gender"
MEASURES = (
    *("token F1", "UPOS", "FEATS", "lemma", "UAS", "LAS", "verb lemma", *FEATURES),
    *(NOUN_GENDER, WRONG_GENDER),
)

Reference = tuple[list[tuple[int, int]], "list[Gold]"]


def gold_sentences(path: Path, *, graphic_words: bool = False) -> tuple[list[str], list[Reference]]:
    """Read texts with the spans and annotation of their surface tokens.

    Args:
        path: a CoNLL-U file.
        graphic_words: whether prefixes and suffix pronouns belong to their word (Hebrew, Arabic).
    """
    texts: list[str] = []
    references: list[Reference] = []
    for given in read_conllu(path):
        sentence = whole(given) if graphic_words else given
        placed = text_and_spans(sentence, {})
        if placed is None:
            continue
        text, spans = placed
        surface = sorted(set(spans))
        gold = project(sentence.words, spans, surface)
        if gold is not None:
            texts.append(text)
            references.append((surface, gold))
    return texts, references


def evaluate(
    analyzer: EmbeddedAnalyzer,
    path: Path,
    *,
    drop: Collection[str] = (),
    graphic_words: bool = False,
) -> dict[str, float]:
    """Measure a pipeline on one file: measure → percentage, and `tokens/s` (CPU time)."""
    texts, references = gold_sentences(path, graphic_words=graphic_words)
    analyzer.analyze(texts[:50])
    begin = time.process_time()
    analyses = analyzer.analyze(texts)
    seconds = time.process_time() - begin
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for tokens, reference in zip(analyses, references, strict=True):
        _compare(tokens, reference, frozenset(drop), right, total)
    featured = sum(token.feats != "_" for _, gold in references for token in gold)
    if featured < FEATURED * total["FEATS"]:
        del total["FEATS"]
    figures = {name: 100 * right[name] / total[name] for name in MEASURES if total[name]}
    figures["tokens/s"] = sum(map(len, analyses)) / seconds
    return figures


def _compare(
    tokens: Tokens,
    reference: Reference,
    drop: frozenset[str],
    right: Counter[str],
    total: Counter[str],
) -> None:
    spans, gold = reference
    mine = {span: j for j, span in enumerate(zip(tokens.starts, tokens.ends, strict=True))}
    matched = [(k, mine[span]) for k, span in enumerate(spans) if span in mine]
    right["token F1"] += 2 * len(matched)
    total["token F1"] += len(spans) + len(tokens)
    place = dict(matched)
    for k, j in matched:
        theirs, token = gold[k], tokens[j]
        feats = _kept(parse(theirs.feats), drop)
        found = _kept(token.feats, drop)
        _count("UPOS", theirs.upos == token.upos, right, total)
        if theirs.upos != "_":
            _count("FEATS", feats == found, right, total)
            _count("lemma", theirs.lemma == token.lemma, right, total)
        if theirs.upos in ud.VERBAL:
            _count("verb lemma", theirs.lemma == token.lemma, right, total)
        for name in FEATURES:
            if name in feats:
                _count(name, feats[name] == found.get(name), right, total)
        gender = feats.get("Gender", ",")
        if theirs.upos == "NOUN" and "," not in gender:
            _count(NOUN_GENDER, gender == found.get("Gender"), right, total)
            _count(WRONG_GENDER, found.get("Gender", gender) != gender, right, total)
        if theirs.head is not None and tokens.heads is not None:
            head = -1 if theirs.head == -1 else place.get(theirs.head)
            relation = (theirs.deprel or "").split(":")[0] == ud.relation(token)
            _count("UAS", head == token.head, right, total)
            _count("LAS", head == token.head and relation, right, total)


def _kept(feats: Mapping[str, str], drop: frozenset[str]) -> dict[str, str]:
    return {name: value for name, value in feats.items() if name not in drop}


def _count(name: str, is_right: bool, right: Counter[str], total: Counter[str]) -> None:
    right[name] += is_right
    total[name] += 1


def table(
    pipeline: Path,
    files: Mapping[str, Path | None],
    *,
    drop: Collection[str],
    graphic_words: bool,
) -> Iterator[str]:
    """Yield the lines of a Markdown table of figures, one for each file; None = it is absent."""
    analyzer = EmbeddedAnalyzer(load_pipeline(pipeline))
    yield f"| file | {' | '.join(MEASURES)} | tokens/s |"
    yield "|---" * (len(MEASURES) + 2) + "|"
    for name, path in files.items():
        if path is None:
            yield f"| {name} (absent) |" + " – |" * (len(MEASURES) + 1)
            continue
        found = evaluate(analyzer, path, drop=drop, graphic_words=graphic_words)
        cells = [f"{found[name]:.1f}" if name in found else "–" for name in MEASURES]
        yield f"| {name} | {' | '.join(cells)} | {found['tokens/s']:,.0f} |"


CARD = "CARD.md"
FRAME = (Path(__file__).parent / "card.md").read_text(encoding="utf-8")


def write_card(recipe: Recipe, folders: list[Path], out: Path, *, step: int, command: str) -> None:
    """Measure a pipeline on its recipe's test files and write its card.

    Args:
        recipe: what it was made by.
        folders: the treebank folders.
        out: the pipeline's directory.
        step: training step of the kept checkpoint.
        command: the command that makes it.
    """
    trained_on = {path.stem for bank in recipe.treebanks for path in training_files(bank, folders)}
    data = [
        f"| {', '.join(path.name for path in training_files(bank, folders))} | {bank.licence} |"
        for bank in recipe.treebanks
    ]
    text = FRAME.format(
        language=recipe.language,
        description=recipe.description,
        megabytes=size(out) / 1e6,
        licence=recipe.licence,
        data="\n".join(data),
        notes="".join(f"\n{note}\n" for note in recipe.notes),
        command=command,
        step=step,
        steps=recipe.network.steps,
        development=recipe.development,
        held_out="part of" if recipe.development in trained_on else "not in",
        dropped=", ".join(recipe.drop_feats) or "none",
        table="\n".join(
            table(
                out,
                {name: find(folders, name) for name in recipe.tests},
                drop=recipe.drop_feats,
                graphic_words=recipe.graphic_words,
            )
        ),
    )
    (out / CARD).write_text(text, encoding="utf-8")


SPACY = ">=3.8,<3.9"


def shrink(nlp: Language, out: Path, *, name: str, licence: str, description: str) -> None:
    """Write the pipeline to `out`.

    Strings that no component names are pruned, and those that look like personal data; of the
    configuration only what loading needs stays.
    """
    nlp.meta.update(name=name, license=licence, description=description)
    shutil.rmtree(out, ignore_errors=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    nlp.to_disk(out)
    _prune(nlp, out)


def _prune(nlp: Language, out: Path) -> None:
    needed = {""}
    for pipe_name in nlp.pipe_names:
        pipe = nlp.get_pipe(pipe_name)
        needed.update(str(label) for label in getattr(pipe, "labels", ()))
        if hasattr(pipe, "trees"):
            needed.update(_affixes(pipe.trees.to_bytes(), nlp))
    (out / "vocab" / "strings.json").write_text(
        json.dumps(sorted(needed), ensure_ascii=False), encoding="utf-8"
    )
    forget(out)
    for empty in ("vectors", "key2row", "vectors.cfg", "lookups.bin"):
        (out / "vocab" / empty).unlink(missing_ok=True)
    config = Config().from_disk(out / "config.cfg", interpolate=False)
    kept = {name: config[name] for name in ("nlp", "components")}
    kept["initialize"] = {"components": {}, "tokenizer": {}}
    Config(kept).to_disk(out / "config.cfg")
    meta = out / "meta.json"
    facts = json.loads(meta.read_text(encoding="utf-8"))
    told = (
        "lang",
        "name",
        "version",
        "description",
        "license",
        "pipeline",
        "components",
        "disabled",
    )
    facts = {key: facts[key] for key in told if key in facts}
    facts["spacy_version"] = SPACY
    meta.write_text(json.dumps(facts, ensure_ascii=False, indent=1), encoding="utf-8")


def _affixes(trees: bytes, nlp: Language) -> set[str]:
    """Return the strings that the lemmatizer's edit trees put in and take away."""
    hashes = {
        tree[name]
        for tree in srsly.msgpack_loads(trees)["trees"]
        for name in ("orig", "subst")
        if tree.get(name)
    }
    return {nlp.vocab.strings[key] for key in hashes}


def size(folder: Path) -> int:
    """Return the bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
