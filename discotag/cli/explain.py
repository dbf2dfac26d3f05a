"""`discotag explain`: why words of a segment were tagged or not."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from discotag.cli import options
from discotag.cli.grouping import grouped
from discotag.cli.session import checked_registry, print_json, print_notes
from discotag.cli.tables import PLAIN_WIDTH, print_table
from discotag.core.errors import UsageError
from discotag.core.explanations import ReasonVerdict, nearest
from discotag.core.tags import TokenRef
from discotag.core.text import count_noun, visible
from discotag.core.tokens import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.core.document import ParallelText, Side, SideName
    from discotag.core.explanations import Reason
    from discotag.core.registry import Registry
    from discotag.core.tags import Mark
    from discotag.core.tokens import Tokens
    from discotag.pipeline.plans import Plan
    from discotag.studies.explain import Explanation


BETWEEN = "|||"
"""Separates source and translation of a `--context`."""


@dataclass(frozen=True)
class Given:
    """The text: files, or segments on the command line."""

    source: Annotated[
        Path | None,
        typer.Option("--src", help="Source text, one segment per line; - is standard input."),
    ] = None
    target: Annotated[
        str | None,
        typer.Option(
            "--tgt",
            metavar="[NAME=]FILE",
            help="The translation; not needed where --src holds it (TSV, JSONL).",
        ),
    ] = None
    text: Annotated[
        str | None, typer.Option("--text", help="A source segment, in place of --src.")
    ] = None
    translation: Annotated[
        str | None, typer.Option("--translation", help="Its translation, in place of --tgt.")
    ] = None
    context: Annotated[
        list[str] | None,
        typer.Option(
            "--context",
            metavar="SOURCE|||TRANSLATION",
            help="A segment before --text, in order; repeatable.",
        ),
    ] = None
    docids: options.DocumentIds = None
    reader: options.ReaderName = ""
    strict: options.Strict = False


@grouped
def explain(
    *,
    given: Given,
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar="DOC:SEGMENT[:WORD]",
            help="Where, counted from 0 as in files of tags; WORD is a word or a token's index."
            " With --text: WORD alone.",
        ),
    ] = None,
    pair: options.Languages,
    rules: options.Rules,
    engines: options.Engines,
    layers: Annotated[
        bool,
        typer.Option(
            "--layers",
            help="Show all words of the segment with their analysis.",
            rich_help_panel="Output",
        ),
    ] = False,
    as_json: options.Json = False,
    without: options.Without = None,
    quiet: options.Quiet = False,
) -> None:
    """Explain why words were tagged, merely marked, or neither: rule by rule, with the evidence.

    The whole document is analyzed, since earlier segments decide. Examples:

    discotag explain --src talk.en --tgt talk.fr --docids talk.docids -s en -t fr --at talk1:3:elle

    discotag explain -s en -t fr --context "I bought a table.|||J'ai acheté une table." --text
    "It was cheap." --translation "Elle était bon marché." --at elle
    """
    from discotag.pipeline.planning import plan as make_plan
    from discotag.studies.explain import explain as explain_words

    registry = checked_registry(without, quiet=quiet)
    config = options.run_config(
        pair.source_language, pair.target_language, rules, engines, scorers="", apart=("reader",)
    )
    planned = make_plan(config, registry)
    document, segment, word = _segment(given, at, planned, registry, engines.settings)
    found = explain_words(planned, registry, document, segment, word)
    if as_json:
        data = [explanation.data() for explanation in found]
        print_json(data)
        return

    for explanation in found:
        print_explanation(explanation, layers=layers)
    print_notes(planned.notes, quiet=quiet)


def _segment(
    given: Given, at: str | None, planned: Plan, registry: Registry, settings: list[str] | None
) -> tuple[ParallelText, int, str | None]:
    """Return the document, the segment's index and the word that are asked for, if one is."""
    from discotag.cli.corpus_input import CorpusInput
    from discotag.studies.explain import locate
    from discotag.units.units import in_units

    if (given.source is None) == (given.text is None):
        raise UsageError("give either --src or --text")
    if given.source is None:
        context = given.context or []
        document = _given(given.text or "", given.translation, context, given.target, given.docids)
        return document, len(document.source) - 1, at
    if at is None:
        raise UsageError("--src needs --at DOC:SEGMENT or --at DOC:SEGMENT:WORD")
    if given.translation is not None or given.context:
        raise UsageError("--translation and --context go with --text, not with --src")
    references = [given.target] if given.target else None
    texts = options.Texts(given.source, references, None, given.docids, given.reader, given.strict)
    corpus = CorpusInput(registry, planned, texts, settings)
    document, segment, word = locate(in_units(planned, corpus.read()).texts, at)
    if not (document.references or document.hypotheses):
        raise UsageError("the corpus holds no translation; give one with --tgt")
    return document, segment, word


def _given(
    text: str,
    translation: str | None,
    context: list[str],
    target: str | None,
    docids: Path | None,
) -> ParallelText:
    """Make a document from the command line."""
    from discotag.core.document import ParallelText

    if translation is None or target is not None or docids is not None:
        raise UsageError("--text needs --translation, and no --tgt or --docids")
    lines = []
    for value in context:
        before, between, behind = value.partition(BETWEEN)
        if not between:
            raise UsageError(f"--context {value!r} is not SOURCE{BETWEEN}TRANSLATION")
        lines.append((before.strip(), behind.strip()))
    sources, targets = zip(*lines, (text, translation), strict=True)
    return ParallelText("text", tuple(sources), {"ref": tuple(targets)}, {})


SIGNS = {ReasonVerdict.TAG: "tag ", ReasonVerdict.MARK: "mark", ReasonVerdict.NO: "no  "}
STYLES = {ReasonVerdict.TAG: "bold green", ReasonVerdict.MARK: "green", ReasonVerdict.NO: "red"}
SEVERAL = 2
"""Rules that refused a word, from which the report names which one came nearest."""
LAYERS = ("lemmas", "upos", "feats", "heads", "deprels")


class _Console(Console):
    """A console that shows what a text holds, and does not obey it."""

    def print(self, *objects: Any, **options: Any) -> None:
        for each in objects:
            each.plain = visible(each.plain)
        super().print(*objects, **options)


def print_explanation(explanation: Explanation, *, layers: bool = False) -> None:
    """Print both texts with the words marked, then each word with its reasons.

    For a whole segment, words that no rule marked are only named, and of the others only what
    marked them is reported; a word that is requested is reported in full.
    """
    console = _Console(highlight=False)
    if not console.is_terminal:
        console = _Console(highlight=False, width=PLAIN_WIDTH)
    document, segment = explanation.document, explanation.segment
    title = f"{document.id}, segment {segment}, {document.system}"
    console.print(Text(title, style="bold"), soft_wrap=True)
    sides: tuple[tuple[SideName, Side], ...] = (
        ("source", document.source),
        ("target", document.target),
    )
    for name, side in sides:
        console.print(Text(f"  {name}  ") + _marked(explanation, name, side[segment]))
    refused = []
    for place in explanation.places:
        marks = [m for m in explanation.marks if TokenRef("target", m.segment, m.token) == place]
        if explanation.words is None and not marks and place.side == "target":
            refused.append(place)
            continue
        console.print()
        console.print(_head(explanation, place))
        if explanation.words is not None or layers:
            console.print(Text(f"  {_analysis(explanation, place)}", style="dim"))
        _print_reasons(console, explanation, place, marks)
    if refused:
        names = (
            f'"{explanation.form(place)}" ({_phenomena(explanation.of(place))})'
            for place in refused
        )
        console.print()
        console.print(Text(f"Looked at and not marked: {', '.join(names)}"))
        console.print(Text(f"  (each in full: --at {document.id}:{segment}:WORD)", style="dim"))
    if explanation.silent:
        console.print()
        console.print(Text(f"These taggers tell no reasons: {', '.join(explanation.silent)}"))
    if layers:
        for name, side in sides:
            _print_layers(explanation, name, side)


def _marked(explanation: Explanation, side: SideName, tokens: Tokens) -> Text:
    """Format a segment with its marked words, or those asked for, in brackets and bold."""
    shown = {place for place in explanation.words or () if place.side == side}
    if side == "target":
        shown |= {TokenRef("target", mark.segment, mark.token) for mark in explanation.marks}
    text, done = Text(), 0
    for index in sorted(place.token for place in shown):
        start, end = tokens.starts[index], tokens.ends[index]
        if start < done:  # the second part of a word that holds two tokens
            continue
        text.append(tokens.text[done:start])
        text.append(f"[{tokens.text[start:end]}]", style="bold")
        done = end
    text.append(tokens.text[done:])
    return text


def _head(explanation: Explanation, place: TokenRef) -> Text:
    where = f" ({place.side} token {place.token})"
    return Text(explanation.form(place), style="bold") + Text(where, style="dim")


def _print_reasons(
    console: Console, explanation: Explanation, place: TokenRef, marks: list[Mark]
) -> None:
    reasons = explanation.of(place)
    if explanation.words is None and marks:  # a whole segment: what marked its words is enough
        marked = {mark.phenomenon for mark in marks}
        reasons = tuple(
            reason
            for reason in reasons
            if reason.phenomenon in marked and reason.verdict is not ReasonVerdict.NO
        )
    found = {mark.phenomenon for mark in marks} | {reason.phenomenon for reason in reasons}
    for phenomenon in (name for name in explanation.phenomena if name in found):
        for mark in (mark for mark in marks if mark.phenomenon == phenomenon):
            told = f"tag, {_distance(mark)}" if mark.is_tag else "mark, no context needed"
            key = _keys(explanation, place, phenomenon, mark.label)
            title = Text(f"  {phenomenon}: {mark.label}", style="bold")
            console.print(title + Text(f" – {told}") + key)
        if not any(mark.phenomenon == phenomenon for mark in marks):
            key = _keys(explanation, place, phenomenon)
            console.print(Text(f"  {phenomenon}: ", style="bold") + Text("no mark") + key)
            _print_nearest(console, explanation, place, phenomenon)
        for reason in (reason for reason in reasons if reason.phenomenon == phenomenon):
            console.print(
                Text("    ")
                + Text(SIGNS[reason.verdict], style=STYLES[reason.verdict])
                + Text(f" {_rule(explanation, reason, place)}: {reason.text}")
                + Text(_places(explanation, reason.places), style="dim")
            )
    if explanation.words is not None:
        for phenomenon in explanation.phenomena:
            if phenomenon not in found:
                console.print(
                    Text(f"  {phenomenon}: no mark, and no rule that tells why", style="dim")
                )


def _keys(
    explanation: Explanation, place: TokenRef, phenomenon: str, label: str | None = None
) -> Text:
    """Format the causes of a word in one phenomenon, of one label if there is a mark."""
    keys = dict.fromkeys(
        cause.key
        for cause in explanation.causes
        if (cause.place, cause.phenomenon) == (place, phenomenon)
        and (label is None or cause.label == label)
    )
    return Text(f"  ({', '.join(keys)})" if keys else "", style="dim")


def _print_nearest(
    console: Console, explanation: Explanation, place: TokenRef, phenomenon: str
) -> None:
    """Print which rule nearly marked a word, where several refused it."""
    refused = [
        reason
        for reason in explanation.of(place)
        if reason.place == place
        and reason.phenomenon == phenomenon
        and reason.verdict is ReasonVerdict.NO
    ]
    if len(refused) < SEVERAL:
        return
    found = nearest(refused)
    held = f" – {found.held} of {count_noun(found.asked, 'condition')} held" if found.asked else ""
    console.print(
        Text("    ") + Text("near", style="yellow") + Text(f" {found.rule}: {found.text}{held}")
    )


def _rule(explanation: Explanation, reason: Reason, place: TokenRef) -> str:
    """Name a rule; where it is about another word that went by this one, that word, too."""
    other = "" if reason.place == place else f'"{explanation.form(reason.place)}", '
    return f"{other}{reason.rule}"


def _distance(mark: Mark) -> str:
    if mark.distance is None:
        return "what decides it is unknown"
    if mark.distance == 0:
        return "decided in its own segment"
    side = "back" if mark.distance > 0 else "ahead"
    return f"decided {count_noun(abs(mark.distance), 'segment')} {side}"


def _places(explanation: Explanation, places: Iterable[TokenRef]) -> str:
    named = []
    for place in places:
        where = "" if place.segment == explanation.segment else f" of segment {place.segment}"
        named.append(f'"{explanation.form(place)}" ({place.side}{where})')
    return f"  → {', '.join(named)}" if named else ""


def _phenomena(reasons: Iterable[Reason]) -> str:
    return ", ".join(dict.fromkeys(reason.phenomenon for reason in reasons))


def _analysis(explanation: Explanation, place: TokenRef) -> str:
    """Format a word's layers as one line; what was not computed is left out."""
    document = explanation.document
    tokens = (document.source if place.side == "source" else document.target)[place.segment]
    cells = _cells(tokens, place.token)
    told = [f"lemma {cells[0]}" if cells[0] else "", *cells[1:3]]
    if cells[3] or cells[4]:
        is_root = cells[3] == "the root"
        told.append("root of the sentence" if is_root else f"{cells[4]} of {cells[3]}")
    told.append(_links(explanation, place))
    return "; ".join(item for item in told if item)


def _cells(tokens: Tokens, index: int) -> list[str]:
    """Return lemma, part of speech, features, head and relation; empty where not computed."""
    columns = [getattr(tokens, name) for name in LAYERS]
    lemma, upos, feats, head, deprel = [column and column[index] for column in columns]
    features = "|".join(f"{name}={value}" for name, value in (feats or {}).items())
    above = "" if head is None else "the root" if head == ROOT else f'"{tokens.forms[head]}"'
    return [lemma or "", upos or "", features, above, deprel or ""]


def _links(explanation: Explanation, place: TokenRef) -> str:
    document = explanation.document
    if document.alignment is None:
        return ""
    links = document.links(place.segment)
    if place.side == "target":
        words, other = links.sources(place.token), document.source[place.segment]
    else:
        words, other = links.targets(place.token), document.target[place.segment]
    linked = ", ".join(f'"{other.forms[index]}"' for index in words)
    return f"linked to {linked}" if linked else "linked to nothing"


def _print_layers(explanation: Explanation, name: SideName, side: Side) -> None:
    segment = explanation.segment
    tokens = side[segment]
    rows = [
        (
            str(index),
            form,
            *_cells(tokens, index),
            _links(explanation, TokenRef(name, segment, index)).removeprefix("linked to "),
        )
        for index, form in enumerate(tokens.forms)
    ]
    Console().print()
    header = ("token", name, "lemma", "upos", "feats", "head", "relation", "linked to")
    print_table(header, rows)
    if side.clusters is None:
        return
    for cluster in side.clusters:
        if any(mention.segment == segment for mention in cluster.mentions):
            chain = (
                f'"{" ".join(side[m.segment].forms[m.start : m.end])}" ({m.segment})'
                for m in cluster.mentions
            )
            Console(highlight=False).print(Text(f"  coreference: {' – '.join(chain)}"))
