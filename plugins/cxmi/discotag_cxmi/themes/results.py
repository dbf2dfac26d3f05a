"""Themes from the scores of a run, as data, on the terminal, and as a page."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING, Any

import typer

from discotag.plugin import InputError, UnknownNameError, count_noun
from discotag.plugin.commands import print_table
from discotag.plugin.pages import page_policy, page_templates
from discotag.plugin.runs import open_tags
from discotag.plugin.statistics import LEAST_DOCUMENTS
from discotag_cxmi.contrast.figures import signed
from discotag_cxmi.measure.records import read_scores
from discotag_cxmi.measure.run import SUMMARY
from discotag_cxmi.measure.texts import shown_lines
from discotag_cxmi.themes.figures import Gatherer, segments

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from discotag.plugin import Interval, TaggedDocument
    from discotag_cxmi.measure.tables import Unit
    from discotag_cxmi.measure.texts import Analysis
    from discotag_cxmi.themes.figures import Mean, TagMean, Themes, TopWord


COMMAND = "discotag new phenomenon"
"""The command that will take the examples."""


def notes_on(themes: Themes) -> list[str]:
    """Return the sentences that say what the figures mean and rest on."""
    what = (
        "P-CXMI of a word: how much more probable context makes it, summed over its subwords, in"
        f" nats; positive = context helps. Context size {themes.size} against none."
    )
    told = [what, "Ends of lines belong to no word."]
    if themes.documents < LEAST_DOCUMENTS:
        told.append(
            f"No intervals: {count_noun(themes.documents, 'document')}; "
            f"{LEAST_DOCUMENTS} are needed."
        )
    else:
        told.append(
            f"Intervals are 95 %, from drawing the documents again {themes.samples} times (seed"
            f" {themes.seed}); kinds in fewer than {LEAST_DOCUMENTS} documents have none."
        )
    told.append(
        f"Finer kinds, forms and labels with fewer than {themes.least} words are left out"
        f" ({count_noun(themes.left_out, 'form')}); the more kinds are looked at, the more of"
        " them stand out by chance: believe what comes back in another text."
    )
    joined = sum(mean.count for mean in themes.upos if "+" in mean.name)
    if joined > themes.words / 100:
        told.append(
            f"{100 * joined / themes.words:.0f} % of the words are several of the analyzer's"
            " tokens; discotag cxmi measure -t LANGUAGE measures the analyzer's own words."
        )
    if not themes.upos:
        told.append("No parts of speech: give -s and -t.")
    if themes.tags is None:
        told.append("No tags: discotag tag makes them, --tags joins them.")
    return told


SCHEMA = "discotag-themes/1"
EXAMPLES_SCHEMA = "discotag-examples/1"
FORMS = 50
"""Forms that examples carry."""

Languages = tuple[str | None, str | None]


def data(themes: Themes) -> dict[str, Any]:
    """Return everything, in nats; what is undefined is None."""
    return {
        "schema": SCHEMA,
        "unit": "nats",
        "size": themes.size,
        "documents": themes.documents,
        "segments": themes.segments,
        "words": themes.words,
        "samples": themes.samples,
        "seed": themes.seed,
        "least": themes.least,
        "overall": _mean(themes.overall),
        "upos": [_mean(mean) for mean in themes.upos],
        "kinds": [_mean(mean) for mean in themes.kinds],
        "forms": [_mean(mean) for mean in themes.vocabulary],
        "tags": None
        if themes.tags is None
        else [
            {
                "phenomenon": item.phenomenon,
                "label": item.label,
                "tagged": _mean(item.tagged),
                "others": None if item.others is None else _mean(item.others),
                "difference": item.difference,
                "interval": _interval(item.interval),
            }
            for item in themes.tags
        ],
        "top": _words(themes.top),
        "untagged": None if themes.untagged is None else _words(themes.untagged),
        "notes": notes_on(themes),
    }


def examples(themes: Themes, languages: Languages) -> dict[str, Any]:
    """Return a skeleton of a phenomenon: the words found, in their contexts, names left to fill in.

    Where tags are known, these are words that no known phenomenon explains.
    """
    return {
        "schema": EXAMPLES_SCHEMA,
        "phenomenon": None,
        "summary": None,
        "source_language": languages[0],
        "target_language": languages[1],
        "size": themes.size,
        "unit": "nats",
        "forms": [
            _mean(mean)
            for mean in themes.vocabulary[:FORMS]
            if mean.interval is None or mean.interval.low > 0
        ],
        "examples": _words(themes.top if themes.untagged is None else themes.untagged),
    }


def _words(found: Sequence[TopWord]) -> list[dict[str, Any]]:
    return [
        {
            "document": item.segment.document,
            "segment": item.segment.index,
            "start": item.word.start,
            "end": item.word.end,
            "form": item.word.form,
            "pcxmi": round(item.word.gain, 6),
            "upos": item.word.upos,
            "kinds": list(item.word.kinds),
            "tags": None if item.word.tags is None else [list(tag) for tag in item.word.tags],
            "source": item.segment.source,
            "target": item.segment.target,
            "source_context": [line.source for line in item.segment.earlier],
            "target_context": [line.target for line in item.segment.earlier],
        }
        for item in found
    ]


def _mean(mean: Mean) -> dict[str, Any]:
    return {
        "name": mean.name,
        "count": mean.count,
        "documents": mean.documents,
        "mean": mean.mean,
        "interval": _interval(mean.interval),
    }


def _interval(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]


def read_themes(
    scores: Path,
    *,
    size: str | None = None,
    analyse: Analysis | None = None,
    tags: dict[str, TaggedDocument] | None = None,
    least: int = 5,
    top: int = 20,
    samples: int,
    seed: int,
) -> Themes:
    """Work out what context is used for.

    Args:
        scores: folder of `discotag cxmi measure`, or its `scores.jsonl`.
        size: context size; None = the largest.
        analyse: gives the tokens of target lines; None = no parts of speech.
        tags: document id → tags of the same target; None = none.
        least: words below which a kind is left out.
        top: how many single words are kept.
        samples: draws of documents for intervals.
        seed: of the draws.

    Raises:
        InputError: a file is faulty, no word has a value, or the tags are of another text.
        UnknownNameError: there is no such size.
    """
    records = read_scores(scores)
    first = next(records)
    chosen = first.sizes[-1] if size is None and first.sizes else size
    if chosen is None or chosen not in first.sizes:
        raise UnknownNameError("context size", chosen or "", first.sizes)
    shown = shown_lines(chosen)
    gatherer = Gatherer(chosen, least=least, top=top)
    for segment in segments(
        chain([first], records), chosen, analyse=analyse, tags=tags, shown=shown
    ):
        gatherer.add(segment)
    found = gatherer.themes(samples=samples, seed=seed)
    if found is None:
        raise InputError("no word has a value: all targets are empty", path=scores)
    return found


def languages_of(scores: Path) -> tuple[str | None, str | None]:
    """Return the languages that `cxmi.json` next to the scores names; None where it does not."""
    path = (scores if scores.is_dir() else scores.parent) / SUMMARY
    if not path.is_file():
        return None, None
    try:
        told = json.loads(path.read_text("utf-8"))
        return told.get("source_language"), told.get("target_language")
    except (OSError, ValueError, AttributeError) as error:
        raise InputError(f"is no summary of discotag cxmi measure: {error}", path=path) from error


def tags_by_document(
    path: Path, system: str | None, *, verify: bool = True
) -> dict[str, TaggedDocument]:
    """Read the tags of one text; a file in the folder of a run must be as the run wrote it.

    Raises:
        InputError: the file is faulty, or holds several texts and none is named.
        UnknownNameError: it has no such text.
    """
    found: dict[str, dict[str, TaggedDocument]] = {}
    for tagged in open_tags(path, verify=verify).documents():
        found.setdefault(tagged.document.system, {})[tagged.document.id] = tagged
    if system is not None and system not in found:
        raise UnknownNameError("text for --system", system, found)
    if system is None and len(found) > 1:
        raise InputError(
            f"holds tags of several texts ({', '.join(sorted(found))}); name one with --system",
            path=path,
        )
    return found[system] if system is not None else next(iter(found.values()))


ABSENT = "–"
HEADER = ("words", "documents", "mean P-CXMI")


def print_themes(themes: Themes, unit: Unit, *, top: int) -> None:
    """Print the tables, the first so many rows of each, then single words with their context."""
    print_table(
        ("", *HEADER),
        [_row(themes.overall, unit), *(_row(mean, unit) for mean in themes.upos)],
        title=f"Context size {themes.size}, mean P-CXMI in {unit.name}",
        numeric=True,
    )
    for title, means in (("Finer kinds", themes.kinds), ("Forms", themes.vocabulary)):
        if means:
            typer.echo()
            shown = f"the {top} largest of {len(means)}" if len(means) > top else "all"
            rows = [_row(mean, unit) for mean in means[:top]]
            print_table(("", *HEADER), rows, title=f"{title}, {shown}", numeric=True)
    if themes.tags is not None:
        typer.echo()
        _print_tags(themes.tags, unit)
    _print_words("Single words", themes.top[:top], unit)
    if themes.untagged is not None:
        _print_words("Single words without any tag", themes.untagged[:top], unit)
    typer.echo()
    for note in notes_on(themes):
        typer.echo(note)


def _row(mean: Mean, unit: Unit) -> tuple[str, ...]:
    value = with_interval(mean.mean, mean.interval, unit)
    return mean.name, str(mean.count), str(mean.documents), value


def _print_tags(tags: Sequence[TagMean], unit: Unit) -> None:
    rows = [
        (
            item.phenomenon if item.label is None else f"  {item.label}",
            str(item.tagged.count),
            with_interval(item.tagged.mean, item.tagged.interval, unit),
            ABSENT
            if item.others is None
            else with_interval(item.others.mean, item.others.interval, unit),
            ABSENT
            if item.difference is None
            else with_interval(item.difference, item.interval, unit),
        )
        for item in tags
    ]
    header = ("", "tagged", "their mean", "mean of the others", "difference")
    print_table(header, rows or [(ABSENT,) * 5], title="Tagged words", numeric=True)


def _print_words(title: str, words: Sequence[TopWord], unit: Unit) -> None:
    typer.echo(f"\n{title} that gain most")
    for found in words:
        word, segment = found.word, found.segment
        about = ", ".join(
            filter(None, (word.upos, *(f"{name}={label}" for name, label in word.tags or ())))
        )
        typer.echo(
            f"\n{unit.value(word.gain, 3)}  {word.form}{f' ({about})' if about else ''}"
            f"  {segment.place(word)}"
        )
        for line in segment.earlier:
            typer.echo(f"        {line.source}  ⇒  {line.target}")
        target = f"{segment.target[: word.start]}[{word.form}]{segment.target[word.end :]}"
        typer.echo(f"      > {segment.source}  ⇒  {target}")


def with_interval(value: float, interval: Interval | None, unit: Unit) -> str:
    """Format a mean with its interval, where it has one."""
    if interval is None:
        return unit.value(value)
    return f"{unit.value(value)} [{unit.value(interval.low)}, {unit.value(interval.high)}]"


ROWS = 60
"""Rows of a table; the JSON has all."""
WIDTH = 220
"""Pixels of a bar's room."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a value is in a bar's room."""

    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[tuple[float, Interval | None]]) -> Scale:
        """Return a scale that holds zero, all values and all intervals."""
        ends = [0.0]
        for value, interval in values:
            ends += [value] if interval is None else [value, interval.low, interval.high]
        low, high = min(ends), max(ends)
        return cls(low, high if high > low else low + 1)

    def at(self, value: float) -> float:
        """Return the place of a value in pixels."""
        return round((value - self.low) / (self.high - self.low) * WIDTH, 1)


def page(themes: Themes, languages: Languages = (None, None)) -> Iterator[str]:
    """Yield the page piece by piece; all text from files is escaped."""
    from markupsafe import Markup

    style = (files("discotag_cxmi.themes") / "web" / "page.css").read_text(encoding="utf-8")
    skeleton = json.dumps(examples(themes, languages), ensure_ascii=False, indent=2)
    tables = [
        ("upos", "Parts of speech", (themes.overall, *themes.upos) if themes.upos else ()),
        ("kinds", "Finer kinds", themes.kinds),
        ("forms", "Forms", themes.vocabulary),
    ]
    yield from (
        page_templates("discotag_cxmi.themes", number=number, amount=count_noun)
        .get_template("page.html.j2")
        .generate(
            themes=themes,
            source=languages[0],
            target=languages[1],
            policy=page_policy(style),
            style=Markup(style),
            tables=[
                (name, title, means, Scale.of([(mean.mean, mean.interval) for mean in means]))
                for name, title, means in tables
                if means
            ],
            tag_scale=Scale.of(
                [
                    (item.difference, item.interval)
                    for item in themes.tags or ()
                    if item.difference is not None
                ]
            ),
            words=[
                ("words", "Single words that gain most", themes.top),
                ("untagged", "Single words without any tag that gain most", themes.untagged),
            ],
            notes=notes_on(themes),
            rows=ROWS,
            width=WIDTH,
            absent=ABSENT,
            skeleton=skeleton,
            command=COMMAND,
        )
    )


def number(value: float) -> str:
    """Format a number of nats with its sign."""
    return signed(value, 4)
