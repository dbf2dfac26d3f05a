"""Declares the readers of files of localization."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import ReaderInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


class _Pair(NamedTuple):
    """A reader of files with one language each."""

    name: str
    factory: str
    summary: str
    suffixes: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()


PAIRS = (
    _Pair("json", "JsonReader", "texts of an app in JSON: i18next …, Chrome", (".json",)),
    _Pair("arb", "ArbReader", "texts of an app in ARB (Flutter)", (".arb",)),
    _Pair("yaml", "YamlReader", "texts of an app in YAML (Rails)", (".yml", ".yaml")),
    _Pair("properties", "PropertiesReader", "texts of an app in Java properties", (".properties",)),
    _Pair("strings", "StringsReader", "texts of an app in Apple's .strings", (".strings",)),
    _Pair(
        "stringsdict", "StringsdictReader", "plurals of an app in Apple's format", (".stringsdict",)
    ),
    _Pair("android", "AndroidReader", "texts of an app in Android's XML", roots=("resources",)),
    _Pair("resx", "ResxReader", "texts of an app in .NET's RESX", (".resx",)),
    _Pair("html", "HtmlReader", "pages, paragraph by paragraph", (".html", ".htm", ".xhtml")),
    _Pair("docx", "DocxReader", "documents of Word, paragraph by paragraph", (".docx",)),
    _Pair("markdown", "MarkdownReader", "Markdown, paragraph by paragraph"),
)
"""Markdown has no ending here: such files are plain lines where this package is not installed."""


@hookimpl
def discotag_readers() -> Iterable[ReaderInfo]:
    """Declare a reader for each kind of file."""
    for pair in PAIRS:
        yield ReaderInfo(
            name=pair.name,
            summary=f"{pair.summary}; source and translation are two files",
            factory=f"discotag_localization.readers:{pair.factory}",
            suffixes=pair.suffixes,
            roots=pair.roots,
            is_monolingual=True,
            has_columns=True,
        )
    yield ReaderInfo(
        name="po",
        summary="gettext's PO, with states, contexts, plurals and comments",
        factory="discotag_localization.readers:PoReader",
        suffixes=(".po", ".pot"),
        searched=(".po",),
        has_states=True,
        has_columns=True,
    )
    yield ReaderInfo(
        name="qt",
        summary="TS of Qt Linguist, with states, contexts, plurals and comments",
        factory="discotag_localization.readers:QtReader",
        suffixes=(".ts",),
        roots=("TS",),
        has_states=True,
        has_columns=True,
    )
    yield ReaderInfo(
        name="xcstrings",
        summary="Apple's string catalogs: a source and all its translations",
        factory="discotag_localization.readers:CatalogReader",
        suffixes=(".xcstrings",),
        searched=(".xcstrings",),
        has_states=True,
        has_columns=True,
        is_catalog=True,
    )
    yield ReaderInfo(
        name="csv",
        summary="a table with a column for each language, quoted as CSV is",
        factory="discotag_localization.readers:CsvReader",
        suffixes=(".csv",),
        has_states=True,
        has_columns=True,
    )
