"""A glossary: what terms of the source shall be called, and what they shall not.

Entries come from files or from Python.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from discotag.plugins.terminology.concepts import Concept, Entry, concepts
from discotag.plugins.terminology.glossary_files import read_glossary

if TYPE_CHECKING:
    from discotag.core.language import LanguagePack


class GlossaryOptions(BaseModel):
    """The glossary of a check or scorer.

    Args:
        files: CSV, TSV or TBX files.
        entries: more entries.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    files: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Glossary:
    """The concepts of a pair of languages.

    Args:
        concepts: in the order of the files.
        digest: SHA-256 of all that it says; "" where it says nothing.
    """

    concepts: tuple[Concept, ...]
    digest: str = ""

    @classmethod
    def of(cls, options: GlossaryOptions, source: LanguagePack, target: LanguagePack) -> Glossary:
        """Read the glossary that options name.

        Raises:
            InputError: a file that cannot be read, with the line.
            UsageError: a name that is both allowed and forbidden.
        """
        entries = [
            entry for name in options.files for entry in read_glossary(Path(name), source, target)
        ]
        entries += options.entries
        if not entries:
            return cls(())
        data = json.dumps([entry.model_dump() for entry in entries], ensure_ascii=False)
        return cls(concepts(entries), hashlib.sha256(data.encode()).hexdigest())
