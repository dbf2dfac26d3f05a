"""spaCy without its command line, whose import takes more than a third of the time of spaCy's own.

`import spacy` brings all of `spacy.cli` for the sake of one function, `spacy.info`. A run that
analyzes a few segments would wait for it longer than for the analysis.
"""

from __future__ import annotations

import sys
from importlib import import_module
from threading import Lock
from types import ModuleType
from typing import Any

_LOCK = Lock()


def import_spacy() -> None:
    """Import spaCy, and leave its command line to whoever asks for it."""
    with _LOCK:
        if "spacy" not in sys.modules and "spacy.cli" not in sys.modules:
            info = ModuleType("spacy.cli.info")
            info.info = _info  # type: ignore[attr-defined]  # the one name that spaCy takes of it
            absent = {"spacy.cli": ModuleType("spacy.cli"), "spacy.cli.info": info}
            sys.modules.update(absent)
            try:
                import_module("spacy")
            finally:
                for name in absent:
                    del sys.modules[name]


def _info(*arguments: Any, **options: Any) -> Any:
    """Do what `spacy.info` does, with the command line imported now."""
    from spacy.cli.info import info

    return info(*arguments, **options)
