"""Coreference beside the baseline "last agreeing noun": English sets, and those of any language.

Third-person pronouns. A pronoun is resolved if the system puts it into a cluster that holds a noun
phrase. Precision = right of resolved, recall = right of the gold pronouns that have a coreferent
noun phrase; "any" asks whether the nearest mention of the cluster is gold-coreferent, "noun"
whether its nearest noun phrase is. Mentions match by span, else by head. CoNLL is the mean F1 of
MUC, B³ and CEAF-φ4. GAP (`gap-*.tsv`) and probes (`*.antecedents.tsv`) have figures of their own.
Outside English, gold mentions are widened to the tokens of the pack's analysis, which also tells
the pronouns; a component that does not serve a language is left out there. Dropped subjects, whose
mentions are verbs, have a row of their own and are left out of the others and of clusters.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.tasks.coref_formats import read_litbank
from benchmarks.tasks.coref_gold import GoldDocument, GoldMention, Part, Span, read_gum, read_parcor
from benchmarks.tasks.coref_measures import (
    ClusterCounts,
    GoldIndex,
    Judged,
    PronounCounts,
    count_pronouns,
    judged,
    reliability,
    spans,
)
from benchmarks.tasks.coref_probes import gap_figures, probe_figures, read_gap, read_probes
from benchmarks.tasks.coref_pronouns import CLASSES, TokenWords, last_agreeing_noun
from benchmarks.tasks.coref_sets import (
    analysed,
    found_files,
    left_out,
    on_tokens,
    read_sets,
    with_heads,
)
from benchmarks.tasks.harness import Figures, Value, f_score, ratio, registry, without_data
from discotag.core.errors import UnknownNameError
from discotag.core.interfaces import Context
from discotag.pipeline.layer_planning import CORE_DEFAULTS
from discotag_lang_en.coref.expletive import is_expletive
from discotag_lang_en.coref.syntax import Syntax

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Sequence

    from discotag.core.document import Cluster, Side


VERBS = frozenset({"VERB", "AUX"})


def dropped_subjects(document: GoldDocument, side: Side) -> dict[tuple[int, int], GoldMention]:
    """Return the gold's dropped subjects by segment and the token of the verb, or what holds it."""
    found: dict[tuple[int, int], GoldMention] = {}
    for item in document.zeros:
        if item.deprel == "nsubj":
            tokens = side[item.segment]
            inside = (
                index
                for index in range(len(tokens))
                if tokens.starts[index] < item.end and item.start < tokens.ends[index]
            )
            if (first := next(inside, None)) is not None:
                found[item.segment, first] = item
    return found


def count_dropped(
    document: GoldDocument, side: Side, system: Sequence[Sequence[Span]], counts: PronounCounts
) -> None:
    """Add one document's dropped subjects to counts of their own: of gold and of the system."""
    zeros, verbs = list[GoldMention](), set[Span]()
    for (segment, token), item in dropped_subjects(document, side).items():
        start, end = side[segment].starts[token], side[segment].ends[token]
        zeros.append(replace(item, start=start, end=end, head=start))
        verbs.add(Span(segment, start, end, start, is_pronoun=True))
    laid = on_tokens(document, side)
    index = GoldIndex(replace(laid, mentions=(*laid.mentions, *zeros)), TokenWords(side))
    verbs.update(span for cluster in system for span in cluster if _is_dropped(side, span))
    asked = sorted(verbs, key=lambda span: (span.segment, span.start))
    count_pronouns(index, asked, system, counts, {})


def without_dropped(side: Side, system: Sequence[Sequence[Span]]) -> list[list[Span]]:
    """Return clusters without the mentions that are verbs."""
    return [[span for span in cluster if not _is_dropped(side, span)] for cluster in system]


def _is_dropped(side: Side, span: Span) -> bool:
    tokens = side[span.segment]
    return span.is_pronoun and (tokens.upos or ())[tokens.starts.index(span.head)] in VERBS


ROWS = ("all", "he/she", "it", "they", "back 0", "back 1", "back 2", "back 3+", "ahead")
ROWS_OF_ALL = ("all", *ROWS[4:])
"""The rows of languages other than English, which share no classes."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument(
        "--split",
        default="test",
        help="the part: train, dev, test or all. Of sets without parts a quarter of the documents"
        " is `dev`, the others `train`, and `test` means all; of LitBank `test` means `dev`",
    )
    parser.add_argument("--analyzer", choices=("gold", "embedded"), default="embedded")
    parser.add_argument(
        "--coref",
        metavar="NAME[:ARGUMENT]",
        help="the coreference component; default: what users get",
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--errors", type=Path, help="write the probes that are not right here")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Resolve every document below the folder with the component and the baseline."""
    name = given.coref or CORE_DEFAULTS["coref"]
    tables = english(given, name) if given.lang in {None, "en"} else []
    others = dict[str, list[GoldDocument]]()
    part: Part = given.split if given.split in {"train", "dev"} else "all"
    for document in read_sets(given.folder, registry(), lang=given.lang, part=part):
        others.setdefault(document.side.language, []).append(document)
    for code, gold in sorted(others.items()):
        tables += _language(given, name, code, gold)
    if lacking := left_out(given.folder, registry(), given.lang):
        tables.append(Figures("no text beside", ("file", "documents"), tuple(lacking.items())))
    if not tables:
        raise without_data("coreference or probes that this task reads", given.folder)
    return tables


def english(given: argparse.Namespace, name: str) -> list[Figures]:
    """Measure the English sets: GUM, ParCorFull, LitBank; GAP; probes. Nothing found, no tables."""
    gold = list(read_gold(given.folder, given.split))
    passages = {path.stem: list(read_gap(path)) for path in found_files(given.folder, "gap-*.tsv")}
    probes = {
        path.name.split(".")[0]: list(read_probes(path))
        for path in found_files(given.folder, "*.antecedents.tsv")
    }
    tables = list[Figures]()
    if not (gold or passages or probes):
        return tables
    resolve = resolver_of(name, given.option)
    if gold:
        tables += _compared(analysed(gold, given.analyzer), name, resolve)
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


def _language(
    given: argparse.Namespace, name: str, code: str, gold: Sequence[GoldDocument]
) -> list[Figures]:
    """Measure another language: the component, where it serves the language, and the baseline."""
    known = name.partition(":")[0]
    serves = registry().corefs.get(known).info.serves(code)
    if not serves and given.coref and given.lang:
        raise UnknownNameError("coref", known, _serving(code), scope=f"for {code}")
    resolve = resolver_of(name, given.option, code) if serves else None
    rows = ROWS if code == "en" else ROWS_OF_ALL
    return _compared(analysed(gold, given.analyzer), name, resolve, rows, f"{code}, ")


def _serving(code: str) -> list[str]:
    return [item.info.name for item in registry().corefs if item.info.serves(code)]


def _compared(
    documents: Sequence[tuple[GoldDocument, Side]],
    name: str,
    resolve: Callable[[Side], Sequence[Cluster]] | None,
    rows: Sequence[str] = ROWS,
    language: str = "",
) -> list[Figures]:
    """Return the tables of a component, where there is one, and of the baseline."""
    tables = list[Figures]()
    title = f"{len(documents)} documents, {sum(len(side) for _, side in documents)} segments"
    if resolve is not None:
        data = measured(documents, resolve, rows)
        table = reliability(f"{language}{name}, {title}", data["judged"])
        tables += [*_tables(f"{language}{name}, {title}", data), *([table] if table else [])]
    baseline = measured(documents, last_agreeing_noun, rows)
    return [*tables, *_tables(f"{language}last agreeing noun, {title}", baseline)]


def resolver_of(
    name: str, cells: Sequence[str] = (), code: str = "en"
) -> Callable[[Side], Sequence[Cluster]]:
    """Return what resolves a side: a component of an installed plugin.

    Args:
        name: its name, with an argument behind a colon where it takes one (`file:CLUSTERS.jsonl`).
        cells: its options, `NAME=VALUE` with values in JSON.
        code: the language.
    """
    pack = registry().language(code).info
    known, _, argument = name.partition(":")
    options = {key: json.loads(value) for key, _, value in (cell.partition("=") for cell in cells)}
    component = (
        registry()
        .corefs.get(known)
        .info.load()
        .create(
            Context(
                name=known,
                source=pack,
                target=pack,
                side="source",
                argument=argument or None,
                options=options,
            )
        )
    )

    def resolve(side: Side) -> Sequence[Cluster]:
        found: Sequence[Cluster] = component.resolve([side])[0]
        return found

    return resolve


def _sides(documents: Sequence[GoldDocument]) -> list[Side]:
    return [side for _, side in analysed(documents, "embedded")]


def read_gold(folder: Path, split: str) -> Iterable[GoldDocument]:
    """Read GUM (`*-ud-SPLIT.conllu` with `Entity=`), ParCorFull (MMAX2), LitBank (CoNLL-2012)."""
    for path in sorted(folder.rglob(f"*gum-ud-{'*' if split == 'all' else split}.conllu")):
        yield from read_gum(path.parent, path.stem.rpartition("-")[2])
    if next(folder.rglob("*_words.xml"), None) is not None:
        yield from read_parcor(folder)
    part: Part = "train" if split == "train" else "all" if split == "all" else "dev"
    yield from read_litbank(folder, part)


def _tables(title: str, data: dict[str, Any]) -> list[Figures]:
    kinds = [f"{score} {what}" for what in ("any", "noun") for score in "PRF"]
    pronouns_of = tuple(
        (row, cells["gold"], cells["resolved"], *(_percent(cells[kind]) for kind in kinds))
        for row, cells in data["pronouns"].items()
    )
    others: list[tuple[Value, ...]] = [
        (name, data[name]["gold"], _percent(data[name]["P"]), _percent(data[name]["R"]), None)
        for name in ("empty it", "antecedent outside the segment")
        if name in data and ("it" in data["pronouns"] or name != "empty it")
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


def pronouns(side: Side, analysed: Sequence[Syntax]) -> list[Span]:
    """Return the English third-person personal pronouns by form, as spans of characters."""
    return [
        Span(
            segment, tokens.starts[index], tokens.ends[index], tokens.starts[index], is_pronoun=True
        )
        for segment, tokens in enumerate(side)
        for index, form in enumerate(analysed[segment].forms)
        if form in CLASSES
    ]


@dataclass(frozen=True)
class _Asked:
    """What is asked of one document.

    Args:
        index: its gold.
        pronouns: the pronouns that are measured.
        referring: whether an *it* refers, as the patterns say; nothing in other languages.
    """

    index: GoldIndex
    pronouns: list[Span]
    referring: dict[tuple[int, int], bool]


def _asked(document: GoldDocument, side: Side) -> _Asked:
    if side.language != "en":
        words = TokenWords(side)
        return _Asked(GoldIndex(on_tokens(document, side), words), words.third(), {})
    analysed = [Syntax(tokens) for tokens in side]
    referring = {
        (segment, side[segment].starts[token]): not is_expletive(syntax, token)
        for segment, syntax in enumerate(analysed)
        for token, form in enumerate(syntax.forms)
        if form == "it"
    }
    return _Asked(GoldIndex(with_heads(document, side)), pronouns(side, analysed), referring)


def measured(
    documents: Iterable[tuple[GoldDocument, Side]],
    resolve: Callable[[Side], Sequence[Cluster]],
    rows: Sequence[str] = ROWS,
) -> dict[str, Any]:
    """Return all figures of one resolver over analysed documents, those of pronouns by row."""
    counts, dropped, nominal = PronounCounts(), PronounCounts(), ClusterCounts()
    everything, scored = ClusterCounts(), list[Judged]()
    for document, side in documents:
        clusters = resolve(side)
        asked = _asked(document, side)
        everybody = spans(side, clusters)
        system = without_dropped(side, everybody)
        if document.zeros:
            count_dropped(document, side, everybody, dropped)
        scored.extend(judged(asked.index, side, clusters))
        count_pronouns(asked.index, asked.pronouns, system, counts, asked.referring)
        for table, is_kept in ((everything, True), (nominal, False)):
            table.add(
                _gold_sets(asked.index, keep_speakers=is_kept),
                _system_sets(asked.index, system, keep_speakers=is_kept),
            )
    zeros_row = {"dropped subjects": _row(dropped, "all")} if dropped.gold["all"] else {}
    return {
        "pronouns": {row: _row(counts, row) for row in rows} | zeros_row,
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
            and (keep_speakers or not index.words.is_speaker(item))
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
            if keep_speakers or not index.words.is_speaker(item)
        }
        for cluster in system
    ]
    taken: set[Any] = set()
    for number, group in enumerate(groups):
        groups[number] = group - taken
        taken |= group
    return [group for group in groups if len(group) > 1]
