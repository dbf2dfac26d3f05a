"""English coreference beside the baseline "last agreeing noun": GUM, ParCorFull, LitBank.

Third-person pronouns. A pronoun is resolved if the system puts it into a cluster that holds a noun
phrase. Precision = right of resolved, recall = right of the gold pronouns that have a coreferent
noun phrase; "any" asks whether the nearest mention of the cluster is gold-coreferent, "noun"
whether its nearest noun phrase is. Mentions match by span, else by head. CoNLL is the mean F1 of
MUC, B³ and CEAF-φ4. GAP (`gap-*.tsv`) and probes (`*.antecedents.tsv`) have figures of their own.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.tasks.coref_gap import gap_figures, read_gap
from benchmarks.tasks.coref_gold import FIRST_OR_SECOND, GoldDocument, read_gum, read_parcor
from benchmarks.tasks.coref_litbank import read_litbank
from benchmarks.tasks.coref_measures import (
    CLASSES,
    ClusterCounts,
    GoldIndex,
    PronounCounts,
    Span,
    count_pronouns,
    spans,
)
from benchmarks.tasks.coref_probes import probe_figures, read_probes
from benchmarks.tasks.coref_reliability import Judged, judged, reliability
from benchmarks.tasks.figures import Figures, Value, f_score, ratio, without_data
from discotag._pipeline.planning import CORE_DEFAULTS
from discotag.core.coreference import Cluster, Mention
from discotag.core.discovery import discover
from discotag.core.interfaces import Context
from discotag.core.language import LanguagePack
from discotag.core.registry import Registry
from discotag_lang_en.coref.expletive import is_expletive
from discotag_lang_en.coref.mentions import phrases
from discotag_lang_en.coref.syntax import Syntax

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Sequence

    from discotag.core.document import Side
    from discotag.core.tokens import Tokens

SUMMARY = "English coreference: pronoun antecedents, CoNLL score, GAP, probes"
ROWS = ("all", "he/she", "it", "they", "back 0", "back 1", "back 2", "back 3+", "ahead")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument(
        "--split",
        default="test",
        help="GUM's part: train, dev or test; of LitBank `train`, or else the rest",
    )
    parser.add_argument("--analyzer", choices=("gold", "embedded"), default="embedded")
    parser.add_argument("--coref", help="the coreference component; default: what users get")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--errors", type=Path, help="write the probes that are not right here")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Resolve every document below the folder with the component and the baseline."""
    gold = list(read_gold(given.folder, given.split))
    passages = {path.stem: list(read_gap(path)) for path in found_files(given.folder, "gap-*.tsv")}
    probes = {
        path.name.split(".")[0]: list(read_probes(path))
        for path in found_files(given.folder, "*.antecedents.tsv")
    }
    if not (gold or passages or probes):
        raise without_data("GUM treebank, ParCorFull, LitBank, GAP or probes", given.folder)
    name = given.coref or CORE_DEFAULTS["coref"]
    resolve = resolver_of(name, given.option)
    tables = list[Figures]()
    if gold:
        documents = analysed(gold, given.analyzer)
        title = f"{len(documents)} documents, {sum(len(side) for _, side in documents)} segments"
        data = measured(documents, resolve)
        table = reliability(f"{name}, {title}", data["judged"])
        tables += [*_tables(f"{name}, {title}", data), *([table] if table else [])]
        baseline = measured(documents, last_agreeing_noun)
        tables += _tables(f"last agreeing noun, {title}", baseline)
    for part, items in passages.items():
        sides = _sides([item.document for item in items])
        tables.append(gap_figures(f"{name}, {part}", items, sides, resolve))
    errors = list[str]()
    for part, texts in probes.items():
        sides = _sides([item.document for item in texts])
        tables += probe_figures(f"{name}, probes {part}", texts, sides, resolve, errors)
    if given.errors:
        given.errors.write_text("".join(f"{line}\n" for line in errors), "utf-8")
    return tables


def found_files(folder: Path, pattern: str) -> list[Path]:
    """Return the files of a pattern below a folder, sorted; the folder itself may be one."""
    return [folder] if folder.match(pattern) else sorted(folder.rglob(pattern))


def resolver_of(name: str, cells: Sequence[str] = ()) -> Callable[[Side], Sequence[Cluster]]:
    """Return what resolves a side: a component of an installed plugin, with NAME=VALUE options."""
    english = LanguagePack.from_package("discotag_lang_en")
    options = {key: json.loads(value) for key, _, value in (cell.partition("=") for cell in cells)}
    info = Registry(discover()).corefs.get(name).info
    component = info.load().create(
        Context(name=name, source=english, target=english, side="source", options=options)
    )

    def resolve(side: Side) -> Sequence[Cluster]:
        found: Sequence[Cluster] = component.resolve([side])[0]
        return found

    return resolve


def _sides(documents: Sequence[GoldDocument]) -> list[Side]:
    return [side for _, side in analysed(documents, "embedded")]


def read_gold(folder: Path, split: str) -> Iterable[GoldDocument]:
    """Read GUM (`*-ud-SPLIT.conllu` with `Entity=`), ParCorFull (MMAX2), LitBank (CoNLL-2012)."""
    for path in sorted(folder.rglob(f"*gum-ud-{split}.conllu")):
        yield from read_gum(path.parent, split)
    if next(folder.rglob("*_words.xml"), None) is not None:
        yield from read_parcor(folder)
    yield from read_litbank(folder, "train" if split == "train" else "dev")


def _tables(title: str, data: dict[str, Any]) -> list[Figures]:
    kinds = [f"{score} {what}" for what in ("any", "noun") for score in "PRF"]
    pronouns_of = tuple(
        (row, cells["gold"], cells["resolved"], *(_percent(cells[kind]) for kind in kinds))
        for row, cells in data["pronouns"].items()
    )
    others: list[tuple[Value, ...]] = [
        (name, data[name]["gold"], _percent(data[name]["P"]), _percent(data[name]["R"]), None)
        for name in ("empty it", "antecedent outside the segment")
    ]
    for name in ("clusters", "clusters without I, we, you"):
        for metric, values in data[name].items():
            shares = (_percent(values[side]) for side in "PRF")
            others.append((f"{name}: {metric}", None, *shares))
    return [
        Figures(f"{title}: pronouns, %", ("pronoun", "gold", "resolved", *kinds), pronouns_of, 1),
        Figures(f"{title}: other, %", ("what", "gold", "P", "R", "F"), tuple(others), 1),
    ]


def _percent(value: float | None) -> float | None:
    return None if value is None else 100 * value


def last_agreeing_noun(side: Side) -> tuple[Cluster, ...]:
    """Link every third-person pronoun, empty *it* apart, to the last noun phrase that agrees."""
    found, earlier = [], []
    for segment, tokens in enumerate(side):
        for phrase in phrases(segment, tokens):
            if phrase.pronoun is None:
                earlier.append(phrase)
            elif phrase.pronoun != "demonstrative" and not is_expletive(phrase.syntax, phrase.head):
                for other in reversed(earlier):
                    holds = other.segment == segment and other.mention.end > phrase.head
                    if not holds and other.traits.agrees(phrase.traits):
                        found.append((other.mention, phrase.mention))
                        break
    groups: dict[Mention, list[Mention]] = {}
    for noun, pronoun in found:
        groups.setdefault(noun, [noun]).append(pronoun)
    return tuple(Cluster(tuple(sorted(group))) for group in groups.values())


def pronouns(side: Side, analysed: Sequence[Syntax]) -> list[Span]:
    """Return the third-person personal pronouns by form, as spans of characters."""
    return [
        Span(
            segment, tokens.starts[index], tokens.ends[index], tokens.starts[index], is_pronoun=True
        )
        for segment, tokens in enumerate(side)
        for index, form in enumerate(analysed[segment].forms)
        if form in CLASSES
    ]


def with_heads(document: GoldDocument, side: Side) -> GoldDocument:
    """Return gold mentions without a head the one that the system's parse shows."""
    mentions = []
    for item in document.mentions:
        if item.head is not None:
            mentions.append(item)
            continue
        tokens = side[item.segment]
        inside = [
            index
            for index in range(len(tokens))
            if item.start <= tokens.starts[index] and tokens.ends[index] <= item.end
        ]
        heads = tokens.heads or ()
        head = next((tokens.starts[index] for index in inside if heads[index] not in inside), None)
        mentions.append(replace(item, head=head))
    return replace(document, mentions=tuple(mentions))


def measured(
    documents: Iterable[tuple[GoldDocument, Side]],
    resolve: Callable[[Side], Sequence[Cluster]],
) -> dict[str, Any]:
    """Return all figures of one resolver over analysed documents."""
    counts, nominal = PronounCounts(), ClusterCounts()
    everything, scored = ClusterCounts(), list[Judged]()
    for document, side in documents:
        clusters = resolve(side)
        index = GoldIndex(with_heads(document, side))
        system = spans(side, clusters)
        scored.extend(judged(index, side, clusters))
        analysed = [Syntax(tokens) for tokens in side]
        referring = {
            (segment, side[segment].starts[token]): not is_expletive(syntax, token)
            for segment, syntax in enumerate(analysed)
            for token, form in enumerate(syntax.forms)
            if form == "it"
        }
        count_pronouns(index, pronouns(side, analysed), system, counts, referring)
        for table, is_kept in ((everything, True), (nominal, False)):
            table.add(
                _gold_sets(index, keep_speakers=is_kept),
                _system_sets(index, system, keep_speakers=is_kept),
            )
    return {
        "pronouns": {row: _row(counts, row) for row in ROWS},
        "empty it": {
            "gold": counts.empty["gold"],
            "P": ratio(counts.empty["right"], counts.empty["called"]),
            "R": ratio(counts.empty["right"], counts.empty["gold"]),
        },
        "antecedent outside the segment": {
            "gold": counts.outside["gold"],
            "P": ratio(counts.outside["right"], counts.outside["called"]),
            "R": ratio(counts.outside["right"], counts.outside["gold"]),
        },
        "judged": scored,
        "clusters": everything.scores(),
        "clusters without I, we, you": nominal.scores(),
    }


def _row(counts: PronounCounts, row: str) -> dict[str, float | None]:
    gold, resolved = counts.gold[row], counts.resolved[row]
    result: dict[str, float | None] = {"gold": gold, "resolved": resolved}
    for name, right in (("any", counts.right[row]), ("noun", counts.right_noun[row])):
        precision, recall = ratio(right, resolved), ratio(right, gold)
        result |= {
            f"P {name}": precision,
            f"R {name}": recall,
            f"F {name}": f_score(precision, recall),
        }
    return result


def _gold_sets(index: GoldIndex, *, keep_speakers: bool) -> list[set[Any]]:
    groups = [
        {
            item
            for item in items
            if item.is_nominal
            and not item.is_expletive
            and (keep_speakers or index.form(item) not in FIRST_OR_SECOND)
        }
        for items in index.entities.values()
    ]
    return [group for group in groups if len(group) > 1]


def _system_sets(
    index: GoldIndex, system: Sequence[Sequence[Span]], *, keep_speakers: bool
) -> list[set[Any]]:
    groups: list[set[Any]] = [
        {
            index.find(item) or item
            for item in cluster
            if keep_speakers
            or index.texts[item.segment][item.start : item.end].lower() not in FIRST_OR_SECOND
        }
        for cluster in system
    ]
    taken: set[Any] = set()
    for number, group in enumerate(groups):
        groups[number] = group - taken
        taken |= group
    return [group for group in groups if len(group) > 1]


def analysed(documents: Iterable[GoldDocument], analyzer: str) -> list[tuple[GoldDocument, Side]]:
    """Pair each document with its side as analysed by gold or by the embedded pipeline."""
    if analyzer == "gold":
        return [(document, document.side) for document in documents]
    from discotag.plugins.embedded.analyzer import EmbeddedAnalyzer

    english = LanguagePack.from_package("discotag_lang_en")
    engine = EmbeddedAnalyzer.create(
        Context(name="embedded", source=english, target=english, side="source")
    )
    result = []
    for document in documents:
        tokens: Sequence[Tokens] = engine.analyze(document.side.segments)
        result.append((document, replace(document.side, tokens=tuple(tokens))))
    return result
