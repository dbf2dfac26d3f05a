"""Builders of small documents, so that a test of a rule needs no model."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

from discotag.core.document import Alignment, Document, Side
from discotag.core.interfaces import Context
from discotag.core.language import LanguagePack
from discotag.core.tags import Mark, TaggedDocument, TokenRef
from discotag.core.tokens import ROOT, Tokens, parse_feats

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from discotag.core.components import Classes
    from discotag.core.document import Cluster, SideName, TextRole
    from discotag.core.tables import Table


def tokens(line: str) -> Tokens:
    """Build an analysed segment from words `form/lemma/UPOS/FEATS/head/deprel/xpos`.

    Words are separated by one space and appear so in the text. Later fields may be left out or
    empty: the lemma is then the
    lower-cased form, UPOS `X`, FEATS `_`, the head the root (-1), the relation `dep`. Heads are
    0-based.

    Example:
        >>> tokens("Tu//PRON/Person=2/1/nsubj dors/dormir/VERB/Person=2")[0].head
        1
    """
    cells = [(word.split("/") + [""] * 7)[:7] for word in line.split()]
    forms = tuple(cell[0] for cell in cells)
    text = " ".join(forms)
    starts = tuple(accumulate((len(form) + 1 for form in forms[:-1]), initial=0))[: len(forms)]
    return Tokens(
        text=text,
        forms=forms,
        starts=starts,
        ends=tuple(start + len(form) for start, form in zip(starts, forms, strict=True)),
        lemmas=tuple(cell[1] or cell[0].lower() for cell in cells),
        upos=tuple(cell[2] or "X" for cell in cells),
        feats=tuple(parse_feats(cell[3]) for cell in cells),
        heads=tuple(int(cell[4]) if cell[4] else ROOT for cell in cells),
        deprels=tuple(cell[5] or "dep" for cell in cells),
        xpos=tuple(cell[6] for cell in cells),
    )


def side(
    language: str,
    lines: Iterable[str],
    *,
    clusters: Iterable[Cluster] | None = None,
    annotations: Mapping[str, tuple[Any, ...]] | None = None,
) -> Side:
    """Build one side of a document; each line as `tokens` reads it."""
    built = tuple(tokens(line) for line in lines)
    return Side(
        language=language,
        segments=tuple(segment.text for segment in built),
        tokens=built,
        clusters=None if clusters is None else tuple(clusters),
        annotations=dict(annotations or {}),
    )


def document(
    source: Iterable[str] | Side,
    target: Iterable[str] | Side,
    links: Iterable[str] | None = None,
    *,
    id: str = "doc",
    languages: tuple[str, str] = ("en", "fr"),
    system: str = "ref",
    role: TextRole = "reference",
) -> Document:
    """Build a document; `links` are Pharaoh lines, with scores where wanted (`0-0:0.9 1-2`)."""
    source_side = source if isinstance(source, Side) else side(languages[0], source)
    target_side = target if isinstance(target, Side) else side(languages[1], target)
    alignment = None if links is None else tuple(_alignment(line) for line in links)
    return Document(
        id=id, source=source_side, target=target_side, system=system, role=role, alignment=alignment
    )


def tagged(
    target: Iterable[str],
    *,
    source: Iterable[str] | None = None,
    links: Iterable[str] | None = None,
    id: str = "doc",
    languages: tuple[str, str] = ("en", "fr"),
    system: str = "ref",
    role: TextRole = "reference",
) -> TaggedDocument:
    """Build a tagged document from words such as `vous|formality=v`.

    After a bar come phenomenon and label of a tag, whose evidence is the word itself; a `~` at
    the end makes it a mark but not a tag, `<0,1` before that names its source tokens. The source
    is the target's words unless given.

    Example:
        >>> tagged(["Vous|formality=v<0~ dormez"], source=["You sleep"]).marks[0].source_tokens
        (0,)
    """
    marks: list[Mark] = []
    plain: list[str] = []
    for segment, line in enumerate(target):
        cells = [word.split("|") for word in line.split()]
        plain.append(" ".join(cell[0] for cell in cells))
        marks += [
            _mark(spec, segment, token) for token, cell in enumerate(cells) for spec in cell[1:]
        ]
    lines = [line.replace("/", "") for line in plain] if source is None else source
    built = document(lines, plain, links, id=id, languages=languages, system=system, role=role)
    return TaggedDocument(built, tuple(marks))


def _mark(spec: str, segment: int, token: int) -> Mark:
    phenomenon, _, rest = spec.partition("=")
    label, _, sources = rest.rstrip("~").partition("<")
    return Mark(
        phenomenon,
        label,
        segment,
        token,
        tuple(int(index) for index in sources.split(",") if index),
        () if spec.endswith("~") else (TokenRef("target", segment, token),),
    )


def _alignment(line: str) -> Alignment:
    links, scores = [], []
    for cell in line.split():
        pair, _, score = cell.partition(":")
        i, _, j = pair.partition("-")
        links.append((int(i), int(j)))
        scores.append(float(score) if score else 1.0)
    return Alignment.of(links, scores)


def context(
    target: str | LanguagePack = "fr",
    *,
    source: str | LanguagePack = "en",
    name: str = "test",
    bound: SideName | None = None,
    tables: Mapping[str, Table] | None = None,
    argument: str | None = None,
    classes: Mapping[str, Classes] | None = None,
    parts: tuple[Any, ...] = (),
    **options: Any,
) -> Context:
    """Build a component's context; a language named by its code gets an empty pack."""
    packs = [
        pack
        if isinstance(pack, LanguagePack)
        else LanguagePack(schema_version=1, code=pack, name=pack, package="discotag.testing")
        for pack in (source, target)
    ]
    return Context(
        name=name,
        source=packs[0],
        target=packs[1],
        side=bound,
        tables=dict(tables or {}),
        argument=argument,
        options=options,
        classes=dict(classes or {}),
        parts=parts,
    )
