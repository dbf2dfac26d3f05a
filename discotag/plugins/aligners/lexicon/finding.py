"""Finding the table of a language pair: a file that the user names, or what the packs hold.

Tables are kept English–xx in the pack of xx, and are turned for xx–English. A pair without English
has the tables of both its languages joined through English. A pack whose table nobody has learned
may hold a glossary, a text file of word pairs. A variety (`zh-tw`) uses the table of
its language.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from discotag.core.errors import InputError
from discotag.plugins.aligners.lexicon.glossary import read_glossary
from discotag.plugins.aligners.lexicon.pivot import joined
from discotag.plugins.aligners.lexicon.storage import load

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from discotag.core.language import LanguagePack
    from discotag.plugins.aligners.lexicon.table import TranslationTable

PIVOT = "en"
FOLDER = "lexicon"
GLOSSARY = ".tsv"
CURE = "choose another aligner, or give a table with --set lexicon.table=FILE"


def find_table(
    source: LanguagePack, target: LanguagePack, file: Path | None = None
) -> tuple[TranslationTable, str]:
    """Return the table from one language to another, and the digest of its files.

    Args:
        source: the language of its rows.
        target: the language of its columns.
        file: a table to use in place of the packs'.

    Raises:
        InputError: a pack holds no table, or the file is none of this pair (a glossary's name says
            its pair: `en-pl.tsv`).
    """
    paths = table_files(source, target, file)
    return read_tables(paths, source.code, target.code), tables_digest(paths)


def table_files(
    source: LanguagePack, target: LanguagePack, file: Path | None = None
) -> tuple[Path, ...]:
    """Return the files of the table from one language to another: one, or two through English.

    Raises:
        InputError: a pack holds no table.
    """
    if file is not None:
        return (file,)
    others = [pack for pack in (source, target) if _language(pack.code) != PIVOT]
    if not others or _language(source.code) == _language(target.code):
        raise InputError(f"there is no table for {source.code}-{target.code}: {CURE}")
    return tuple(_english_table(pack, source, target) for pack in others)


def read_tables(paths: Sequence[Path], source: str, target: str) -> TranslationTable:
    """Read the table from one language to another, by code.

    Raises:
        InputError: a file is faulty, or of another pair.
    """
    tables = [_loaded(path) for path in paths]
    if len(paths) == 1:
        return oriented(tables[0], source, paths[0], target=target)
    to_pivot = oriented(tables[0], source, paths[0])
    return joined(to_pivot, oriented(tables[1], PIVOT, paths[1]))


def _loaded(path: Path) -> TranslationTable:
    """Read a pack's table, learned (`.npz`) or written by hand (`.tsv`)."""
    if path.suffix == GLOSSARY:
        source, _, target = path.stem.partition("-")
        return read_glossary(path, (source, target))
    return load(path)


def oriented(
    table: TranslationTable, source: str, path: Path, *, target: str | None = None
) -> TranslationTable:
    """Return the table with `source` as its source language, turned if need be.

    Args:
        table: the table.
        source: code of the language that is to be its source.
        path: where it was read from, for messages.
        target: code of the other language; None = whatever the table has.

    Raises:
        InputError: the table is not of these languages.
    """
    languages = (table.source.info.language, table.target.info.language)
    if languages[0] not in _names(source):
        if languages[1] not in _names(source):
            raise InputError(
                f"this table is {'-'.join(languages)} and knows no {source}", path=path
            )
        table = table.turned
    if target is not None and table.target.info.language not in _names(target):
        raise InputError(
            f"this table is {'-'.join(languages)}, not {source}-{target}; give one of this pair",
            path=path,
        )
    return table


def _english_table(pack: LanguagePack, source: LanguagePack, target: LanguagePack) -> Path:
    name = f"{PIVOT}-{_language(pack.code)}"
    path = pack.folder / FOLDER / f"{name}.npz"
    if not path.exists():
        path = path.with_suffix(GLOSSARY)
    if not path.exists():
        raise InputError(
            f"the {pack.name} pack ({pack.package}) holds no translation table for "
            f"{source.code}-{target.code}: {CURE}"
        )
    return path


def _names(code: str) -> set[str]:
    return {code, _language(code)}


def _language(code: str) -> str:
    """Return the language of a variety: `zh-tw` → `zh`."""
    return code.partition("-")[0]


def tables_digest(paths: Sequence[Path]) -> str:
    """Return the digest of tables' files, for the signature."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:12]
