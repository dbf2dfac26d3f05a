"""spaCy without what a run does not need: its command line, and torch.

`import spacy` brings all of `spacy.cli` for the sake of one function, `spacy.info`; that takes more
than a third of its time. Where torch is installed, spaCy's library of layers (thinc) imports it,
too, which takes longer than all the rest, and pipelines without a layer of torch's never call it. A
run that analyzes a few segments would wait for both longer than for the analysis.
"""

from __future__ import annotations

import sys
from importlib import import_module, reload
from importlib.util import find_spec
from threading import Lock
from types import ModuleType
from typing import Any

NEED_TORCH = ("spacy_transformers", "spacy_curated_transformers", "curated_transformers")
"""Packages by which pipelines have layers of torch's; where one is installed, torch stays."""
_LOCK = Lock()


class _Here:
    """What this process was configured with."""

    spares_torch = False


def spare_torch() -> None:
    """Let `import_spacy` leave torch out in this process.

    For programs, never for a library's user, who may continue with pipelines of their own.
    """
    _Here.spares_torch = not any(map(find_spec, NEED_TORCH))


def import_spacy(*, with_torch: bool = False) -> None:
    """Import spaCy, and leave its command line to whoever asks for it.

    Args:
        with_torch: whether a pipeline may need torch: then spaCy gets it even where it is spared,
            and if spaCy was imported before.
    """
    with _LOCK:
        if "spacy" not in sys.modules and "spacy.cli" not in sys.modules:
            info = ModuleType("spacy.cli.info")
            info.info = _info  # type: ignore[attr-defined]  # the one name that spaCy takes of it
            absent: dict[str, Any] = {
                "spacy.cli": ModuleType("spacy.cli"),
                "spacy.cli.info": info,
            }
            if _Here.spares_torch and not with_torch and "torch" not in sys.modules:
                absent["torch"] = None  # so that its import fails, as if it were not installed
            sys.modules.update(absent)
            try:
                import_module("spacy")
            finally:
                for name in absent:
                    del sys.modules[name]
        elif _Here.spares_torch and with_torch:
            _give_torch()


def _give_torch() -> None:
    """Import torch for a spaCy that was imported without it, in every module that asks for it."""
    compat = sys.modules["thinc.compat"]
    if compat.torch is not None or find_spec("torch") is None:
        return
    before = {name: value for name, value in vars(compat).items() if "torch" in name}
    reload(compat)
    for name, module in tuple(sys.modules.items()):
        if name.partition(".")[0] in {"thinc", "spacy"}:
            for known, old in before.items():
                if vars(module).get(known, compat) is old:
                    setattr(module, known, getattr(compat, known))


def _info(*arguments: Any, **options: Any) -> Any:
    """Do what `spacy.info` does, with the command line imported now."""
    from spacy.cli.info import info

    return info(*arguments, **options)
