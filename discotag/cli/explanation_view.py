"""An explanation, set for reading in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from discotag.cli.render import PLAIN_WIDTH, print_table
from discotag.core.explanations import ReasonVerdict, nearest
from discotag.core.tags import TokenRef
from discotag.core.text import count_noun, visible
from discotag.core.tokens import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.core.document import Side, SideName
    from discotag.core.explanations import Reason
    from discotag.core.tags import Mark
    from discotag.core.tokens import Tokens
    from discotag.studies.explain import Explanation

SIGNS = {ReasonVerdict.TAG: "tag ", ReasonVerdict.MARK: "mark", ReasonVerdict.NO: "no  "}
STYLES = {ReasonVerdict.TAG: "bold green", ReasonVerdict.MARK: "green", ReasonVerdict.NO: "red"}
SEVERAL = 2
"""Rules that refused a word, from which it is told which one came nearest."""
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
    marked them is told; a word that is asked for is told in full.
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
