"""`discotag cxmi attribute`: which words of the context change a translation's words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from discotag.plugin import count_noun, options
from discotag.plugin.commands import open_registry, writable_file, writable_folder
from discotag_cxmi.commands import (
    MODEL,
    ContextSizes,
    Journal,
    Scoring,
    Service,
    is_agreed,
    kept_values,
    opened_model,
    print_json,
    print_notes,
)
from discotag_cxmi.measure.command import Texts, Words, read_texts, target_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_cxmi.attribution.explaining import Explained, Finder, Wanted
    from discotag_cxmi.attribution.explaining import Words as Found
    from discotag_cxmi.attribution.results import Agreement
    from discotag_cxmi.examples import ContextModel, Example
    from discotag_cxmi.measure.texts import Sizes, Text

    Chosen = dict[tuple[str, int], list[Wanted]]

SHOWN = 20
"""Words that are printed."""


@options.panel("Which words, and how")
@dataclass(frozen=True)
class Choice:
    """Which words are explained, and how."""

    tags: Annotated[
        Path | None,
        typer.Option(
            help="Tags of the same target, from discotag tag: explain the words tagged, and tell"
            " how often their evidence is what the model uses."
        ),
    ] = None
    tagged_text: Annotated[
        str | None, typer.Option(help="Which text, if --tags holds several.")
    ] = None
    scat: Annotated[
        Path | None,
        typer.Option(
            metavar="highlighted.PART.en",
            help="SCAT instead of --src: explain its pronouns, and tell how often the words that"
            " translators marked are what the model uses.",
        ),
    ] = None
    by: Annotated[
        Literal["leave-one-out", "gradient"], typer.Option(help="How effects are taken.")
    ] = "leave-one-out"
    least: Annotated[
        float, typer.Option(help="Without --tags: least P-CXMI of a word, in nats.")
    ] = 0.5
    top: Annotated[int, typer.Option(min=1, help="Without --tags: most words.")] = 100


@options.panel("Output")
@dataclass(frozen=True)
class Results:
    """What is written and kept."""

    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            rich_help_panel="Options",
            callback=writable_folder,
            help="Folder for attribution.jsonl and .json.",
        ),
    ] = None
    html: Annotated[Path | None, typer.Option(callback=writable_file, help="Write a page.")] = None
    journal: Journal = None
    quiet: options.Quiet = False
    output: options.Output = options.Format.TEXT


@options.grouped
def attribute(
    *,
    model: Annotated[str, MODEL],
    corpus: Texts,
    words: Words,
    context_sizes: ContextSizes,
    how: Scoring,
    service: Service,
    choice: Choice,
    results: Results,
) -> None:
    """Show which words of the context make a difference to the words of a translation.

    A word of the context is left out, and what the word of the translation loses is its effect.

    Example:
    discotag cxmi attribute --model model --src talks.en --tgt talks.fr --docids talks.docids -s en
    -t fr
    --target-context 2 --tags tags.jsonl --html cues.html
    """
    from discotag_cxmi.attribution.explaining import Words as Found
    from discotag_cxmi.measure import choosing

    texts, wanted, notes, segmentation = _texts(corpus, words, choice)
    finder, _ = target_words(words)
    found_by = Found(_source_words(words), finder)
    with opened_model(model, how.options("attribute"), service) as loaded:
        sizes, told = choosing.sizes_of(loaded.format, *context_sizes.texts)
        with kept_values(loaded, results.journal, results.out):
            if not is_agreed(loaded, service, _foreseen(texts, sizes), quiet=results.quiet):
                return
            explained = _explained(loaded, texts, sizes, found_by, wanted=wanted, choice=choice)
        notes += [*told, *loaded.notes]
        about = _about(loaded, sizes, choice, texts)
        if segmentation is not None:
            about["segmentation"] = segmentation
    _report(explained, texts, about, notes, languages=words.languages, results=results)


def _texts(
    corpus: Texts, words: Words, choice: Choice
) -> tuple[list[Text], Chosen | None, list[str], dict[str, str] | None]:
    """Read what is explained: documents, words (None = those that gain most), notes, units."""
    from discotag.plugin import UsageError
    from discotag.plugin.files import Notes
    from discotag_cxmi.attribution.explaining import marked_words, tagged_words
    from discotag_cxmi.contrast.scat import marked_items
    from discotag_cxmi.measure import choosing
    from discotag_cxmi.themes.results import tags_by_document

    if choice.scat is not None:
        if (corpus.source, choice.tags, corpus.unit) != (None, None, options.Unit.LINE):
            raise UsageError(
                "--scat brings its own texts and marks; leave out --src, --tags and --unit"
            )
        told = Notes(is_strict=corpus.strict)
        texts, wanted = marked_words(marked_items(choice.scat, told))
        return texts, wanted, list(told.texts()), None
    if corpus.source is None:
        raise UsageError("--src is missing; discotag cxmi attribute --help shows an example")
    kind, file = choosing.context_kind(corpus.context)
    if kind == "random":
        raise UsageError("--context random has no words to explain by; take gold or generated:FILE")
    texts, notes, units = read_texts(corpus, corpus.source, file, words)
    if choice.tags is None:
        return texts, None, notes, units
    return (
        texts,
        tagged_words(texts, tags_by_document(choice.tags, choice.tagged_text)),
        notes,
        units,
    )


def _foreseen(texts: list[Text], sizes: Sizes) -> Iterator[Example]:
    """Yield what choosing words asks a server for; explaining them asks for more."""
    from discotag_cxmi.measure.run import Settings, examples_of

    return examples_of(texts, Settings(sizes, has_control=False))


def _explained(
    model: ContextModel,
    texts: list[Text],
    sizes: Sizes,
    words: Found,
    *,
    wanted: Chosen | None,
    choice: Choice,
) -> list[Explained]:
    """Choose words, if none are chosen, and explain them, that with the largest P-CXMI first."""
    from discotag_cxmi.attribution.explaining import explain, gains, most_gained

    if wanted is None:
        wanted = most_gained(gains(model, texts, sizes, words), least=choice.least, top=choice.top)
    found = explain(model, texts, sizes, wanted, words, method=choice.by)
    return sorted(found, key=lambda item: -item.pcxmi)


def _about(model: ContextModel, sizes: Sizes, choice: Choice, texts: list[Text]) -> dict[str, Any]:
    """Return what made the results."""
    from discotag_cxmi.measure.choosing import digest_of

    return {
        "model": {"name": Path(model.name).name, "digest": model.digest},
        "settings": model.identity,
        "format": model.format.model_dump(),
        "texts": digest_of(texts),
        "size": sizes.names[-1],
        "by": choice.by,
        "words": _chosen(choice),
    }


def _chosen(choice: Choice) -> str:
    if choice.scat is not None:
        return "marked by SCAT"
    return "tagged" if choice.tags is not None else f"at least {choice.least} nats"


def _report(
    explained: list[Explained],
    texts: list[Text],
    about: dict[str, Any],
    notes: list[str],
    *,
    languages: tuple[str | None, str | None],
    results: Results,
) -> None:
    """Write files, and print figures and words."""
    from discotag.plugin.files import atomic_write, made_folder, write_json
    from discotag_cxmi.attribution.results import FIGURES, FILE, agreement, figures, line_of, page

    found = agreement(explained)
    by_id = {text.id: text for text in texts}
    if not explained:
        notes.append("no word is explained: none is tagged with evidence before it, or gains")
    data = figures(about, explained, found, notes)
    if results.out is not None:
        made_folder(results.out)
        with atomic_write(results.out / FILE) as write:
            for item in explained:
                write(line_of(item, by_id[item.document]))
        write_json(results.out / FIGURES, data)
    if results.html is not None:
        with atomic_write(results.html) as write:
            for piece in page(explained, texts, found, notes, languages):
                write(piece)
    if results.output is options.Format.JSON:
        print_json(data)
    else:
        _print(explained, found, by_id)
    print_notes(notes, quiet=results.quiet)


def _print(explained: list[Explained], found: Agreement, texts: dict[str, Text]) -> None:
    from discotag_cxmi.attribution.explaining import where

    typer.echo(f"{count_noun(len(explained), 'word')} explained")
    if found.words:
        span = found.interval
        inside = "" if span is None else f" [{100 * span.low:.1f}, {100 * span.high:.1f}]"
        typer.echo(
            f"the context word with the largest effect is evidence in {found.hits} of"
            f" {found.words} words ({100 * found.share:.1f} %{inside}); by chance"
            f" {100 * found.expected:.1f} %"
        )
    for item in explained[:SHOWN]:
        cues = ", ".join(f"{cue.form} {cue.effect:+.2f}" for cue in item.cues[:3])
        at = f"{item.document}:{item.place.segment + 1}{where(item.place, texts[item.document])}"
        typer.echo(f"  {at} {item.form} ({item.pcxmi:+.2f}): {cues}")


def _source_words(words: Words) -> Finder | None:
    """Return what finds the words of source lines; None = between spaces."""
    from discotag_cxmi.measure.texts import word_finder

    if words.source_language is None or words.target_language is None:
        return None
    return word_finder(open_registry(), words.target_language, words.source_language)[0]
