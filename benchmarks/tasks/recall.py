"""Recall of verb forms: how many pasts that the source leaves open are tagged.

Sites are drawn without looking at tags or analyses: words of the translations that treebanks know
as finite pasts, and auxiliaries of the present before a past participle, in a segment behind
another site of the same kind. With `--draw SHEET.tsv --gold TREEBANKS` a blind sheet is drawn from
the tags files (`*.jsonl`) below the folder. The reader writes `right` where the source leaves the
form open (a simple past that could also have been another form), `wrong` or `unsure`. With
`--sheet SHEET.tsv` the share of right sites that the tags files have a tag for is told, with its
Wilson 95 % interval.
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.tasks.harness import Figures, without_data
from benchmarks.tasks.review import CONTEXT, FIELDS, JUDGEMENTS, SEED, wilson
from discotag.core.errors import InputError
from discotag.core.tokens import parse_feats
from discotag.files.tags import read_tags
from discotag.plugins.analyzers.conllu import read_conllu

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from discotag.core.document import Document

PHENOMENON = "verb_form"
SURE = 0.9
"""Share of a form's occurrences in treebanks that must be of the kind."""
LEAST = 2
"""Occurrences from which a form is known."""
AHEAD = 3
"""Tokens behind an auxiliary within which its participle must stand."""
PASTS = frozenset({"Past", "Imp"})
FINITE, AUXILIARY, PARTICIPLE = "past", "auxiliary", "participle"


class Site(NamedTuple):
    """A past: where it stands, and its kind (the tense of treebanks, or `perfect`)."""

    document: Document
    segment: int
    token: int
    kind: str

    @property
    def id(self) -> str:
        """The name of the place, as sheets of tags have it."""
        return f"{self.document.id}:{self.segment}:{self.token}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--gold", type=Path, help="treebanks (*.conllu) of the target language")
    parser.add_argument("--draw", type=Path, metavar="SHEET", help="draw sites into this sheet")
    parser.add_argument("--sheet", type=Path, metavar="SHEET", help="score this filled sheet")
    parser.add_argument("--number", type=int, default=100, help="sites to draw")
    parser.add_argument("--seed", type=int, default=SEED)


def measure(given: argparse.Namespace) -> list[Figures]:
    """Draw a sheet, or score a filled one against the tags."""
    paths = sorted(given.folder.rglob("*.jsonl")) if given.folder.is_dir() else [given.folder]
    if not paths:
        raise without_data("*.jsonl", given.folder)
    if given.draw and given.gold:
        return [_drawn(paths, given)]
    if given.sheet:
        return [_scored(paths, given.sheet)]
    raise SystemExit("accuracy: error: recall needs --draw with --gold, or --sheet")


def known_forms(paths: Sequence[Path]) -> dict[str, str]:
    """Return case-folded form → kind (a tense, `auxiliary`, `participle`) that treebanks tell."""
    kinds: dict[str, Counter[str]] = {}
    for path in paths:
        for sentence in read_conllu(path):
            for word in sentence.words:
                kind = _kind(word.upos, dict(parse_feats(word.feats)))
                kinds.setdefault(word.form.casefold(), Counter())[kind] += 1
    known = {}
    for form, counts in kinds.items():
        kind, number = counts.most_common(1)[0]
        if kind and number >= max(LEAST, SURE * sum(counts.values())):
            known[form] = kind
    return known


def sites(document: Document, known: dict[str, str]) -> Iterator[Site]:
    """Yield the pasts of a document's target that follow one of their kind in another segment."""
    first: dict[str, int] = {}
    for segment, tokens in enumerate(document.target):
        forms = [known.get(form.casefold(), "") for form in tokens.forms]
        for token, form in enumerate(forms):
            kind = form.removeprefix(f"{FINITE} ") if form.startswith(FINITE) else ""
            if form == AUXILIARY and PARTICIPLE in forms[token + 1 : token + 1 + AHEAD]:
                kind = "perfect"
            if kind and first.setdefault(kind, segment) < segment:
                yield Site(document, segment, token, kind)


def _kind(upos: str | None, feats: dict[str, str]) -> str:
    is_verb = upos in {"VERB", "AUX"}
    form, tense = feats.get("VerbForm"), feats.get("Tense")
    if is_verb and form == "Fin" and feats.get("Mood") == "Ind" and tense in PASTS:
        return f"{FINITE} {tense} {feats.get('Aspect', '')}".rstrip()
    if upos == "AUX" and form == "Fin" and tense == "Pres":
        return AUXILIARY
    return PARTICIPLE if is_verb and form == "Part" and tense != "Pres" else ""


def _drawn(paths: Sequence[Path], given: argparse.Namespace) -> Figures:
    treebanks = sorted(given.gold.rglob("*.conllu"))
    if not treebanks:
        raise without_data("*.conllu", given.gold)
    known = known_forms(treebanks)
    found = [
        site
        for path in paths
        for tagged in read_tags(path)
        for site in sites(tagged.document, known)
    ]
    number = min(given.number, len(found))
    with given.draw.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, delimiter="\t", lineterminator="\n", restval="")
        writer.writeheader()
        writer.writerows(_row(site) for site in random.Random(given.seed).sample(found, number))
    return Figures(
        f"wrote {given.draw}", ("phenomenon", "drawn", "of"), ((PHENOMENON, number, len(found)),)
    )


def _row(site: Site) -> dict[str, str]:
    source, target = site.document.source.segments, site.document.target.segments
    tokens = site.document.target[site.segment]
    start, end = tokens.starts[site.token], tokens.ends[site.token]
    before = range(max(0, site.segment - CONTEXT), site.segment)
    return {
        "id": site.id,
        "phenomenon": PHENOMENON,
        "source": source[site.segment],
        "target": f"{tokens.text[:start]}[[{tokens.text[start:end]}]]{tokens.text[end:]}",
        "before": " // ".join(f"{source[index]} = {target[index]}" for index in before),
    }


def _scored(paths: Sequence[Path], sheet: Path) -> Figures:
    """Return recall on the sites that are judged right; the error names file and line."""
    tagged = {
        f"{text.document.id}:{mark.segment}:{mark.token}"
        for path in paths
        for text in read_tags(path)
        for mark in text.tags
        if mark.phenomenon == PHENOMENON
    }
    judged: Counter[str] = Counter()
    with sheet.open(encoding="utf-8", newline="") as file:
        for line, row in enumerate(csv.DictReader(file, delimiter="\t"), start=2):
            judgement = row.get("judgement")
            if judgement not in JUDGEMENTS:
                told = f"judgement {judgement!r} is none of {', '.join(sorted(JUDGEMENTS))}"
                raise InputError(told, path=sheet, line=line)
            judged[judgement] += 1
            judged["tagged"] += judgement == "right" and row["id"] in tagged
    right = judged["right"]
    if not right:
        raise without_data("sites judged right", sheet)
    interval = wilson(judged["tagged"], right)
    values = (PHENOMENON, sum(judged[name] for name in JUDGEMENTS), right, judged["tagged"])
    columns = ("phenomenon", "sites", "open", "tagged", "recall", "from", "to")
    return Figures(
        f"recall: {sheet.name}", columns, ((*values, judged["tagged"] / right, *interval),)
    )
