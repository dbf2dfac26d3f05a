"""The `tmx` reader: translation memories, a translation unit per segment.

Format: TMX 1.4b, https://www.gala-global.org/tmx-14b (`header`, `tu`, `tuv`, `seg`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.errors import InputError
from discotag.files.text import Notes
from discotag.files.xml import attribute, elements, line_of, local_name, text_of
from discotag.plugins.readers.rows import (
    CODES,
    REFERENCE,
    FileReader,
    PairOptions,
    Row,
    SidecarFiles,
    choose,
    documents,
    fits,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

    from lxml.etree import _Element

    from discotag.core.document import ParallelText
    from discotag.core.interfaces import CorpusRequest

ANY_LANGUAGE = "*all*"
"""What the header says of the source language where any may be it."""


class TmxReader(FileReader):
    """Reads the units of one language pair; the translation is named `ref`.

    Without a file of document ids, one line per unit, the whole file is one document. Units that
    lack one of the languages are left out with a note. Systems are in line files.
    """

    title = "reader tmx"
    schema = PairOptions
    options: PairOptions

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents in order.

        Raises:
            InputError: no unit holds both languages, or one holds a language twice.
            LineCountError: a line file does not fit.
        """
        self._notes = notes = Notes(is_strict=request.is_strict)
        with SidecarFiles(request, notes, unit="translation unit") as beside:
            beside.check_names([REFERENCE], "the TMX file")
            layout = beside.layout([REFERENCE], [], request.source)
            yield from documents(self._rows(request, beside), layout, notes)

    def languages(self, path: Path) -> tuple[Collection[str], Collection[str]]:
        """Return the header's source language, and the others of the units."""
        source = self.options.source
        codes: dict[str, None] = {}
        for name, element in elements(path, ("header", "tu"), roots=("tmx",)):
            if name == "header":
                stated = attribute(element, "srclang")
                source = source or (None if stated == ANY_LANGUAGE else stated)
            else:
                codes |= dict.fromkeys(_variants(element, path))
        targets = [code for code in codes if source and not fits(code, source)]
        own = self.options.target
        return [source] if source else [], [own] if own else targets

    def _rows(self, request: CorpusRequest, beside: SidecarFiles) -> Iterator[Row]:
        path = request.source
        source = self.options.source or request.source_language
        target = self.options.target or request.target_language
        seen: set[str] = set()
        is_empty = True
        for name, element in elements(path, ("header", "tu"), roots=("tmx",)):
            if name == "header":
                stated = attribute(element, "srclang")
                source = source or (None if stated == ANY_LANGUAGE else stated)
                continue
            variants = _variants(element, path)
            seen.update(variants)
            pair = _pair(variants, source, target, path, line_of(element))
            if pair is None:
                self._notes.accept(
                    f"a unit lacks one of the languages (it holds {', '.join(variants) or 'none'})"
                    " and is left out",
                    kind="unit of other languages",
                    path=path,
                    line=line_of(element),
                )
                continue
            is_empty = False
            place = f"the unit in line {line_of(element)} of {path}"
            document, domain = beside.document(place)
            texts = (*pair, *beside.row(place))
            unit = attribute(element, "tuid") or ""
            yield Row(line_of(element), document, domain, texts, unit)
        if is_empty:
            raise InputError(
                f"holds no unit in both languages ({source or '?'} and {target or '?'}); the"
                f" languages there: {', '.join(sorted(seen)) or 'none'}; name a code as the file"
                " has it with --set reader.source=CODE, reader.target=CODE",
                path=path,
            )
        beside.finish()


def _variants(unit: _Element, path: Path) -> dict[str, str]:
    """Return a unit's texts by language code."""
    variants: dict[str, str] = {}
    for variant in unit:
        if local_name(variant) != "tuv":
            continue
        code = attribute(variant, "lang")
        if not code or code in variants:
            told = f"holds {code!r} twice" if code else "has a variant without xml:lang"
            raise InputError(f"a unit {told}", path=path, line=line_of(variant))
        parts = [text_of(seg, path, without=CODES) for seg in variant if local_name(seg) == "seg"]
        variants[code] = " ".join(parts)
    return variants


def _pair(
    variants: Mapping[str, str], source: str | None, target: str | None, path: Path, line: int
) -> tuple[str, str] | None:
    """Return source and translation; None if the unit lacks one of the languages."""
    first = choose(variants, source, "source", path=path, line=line)
    if first is None:
        return None
    others = [code for code in variants if code != first]
    second = choose(others, target, "target", path=path, line=line)
    return None if second is None else (variants[first], variants[second])
