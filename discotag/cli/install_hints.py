"""Hints: which distribution of this repository holds a name that nothing installed knows.

Only what the user reads hangs on this list; whatever is installed is found by entry point.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discotag.core.errors import DiscotagError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.errors import Unknown

NEURAL = {
    "stanza": "discotag-neural[stanza]",
    "simalign": "discotag-neural[simalign]",
    "transformer": "discotag-neural",
    "fastcoref": "discotag-neural[fastcoref]",
    "comet": "discotag-neural",
    "ellipsis-model": "discotag-neural",
}
LOCALIZED = (
    "android", "arb", "csv", "docx", "html", "json", "markdown", "po", "properties", "resx",
    "strings", "stringsdict", "xcstrings", "yaml",
)  # fmt: skip
"""Readers of files of localization."""
ROLES = ("analyzer", "aligner", "coref", "annotator", "scorer", "engine")
HOLDERS = {(role, name): holder for role in ROLES for name, holder in NEURAL.items()} | {
    ("aligner", "e5"): "discotag-e5",
    ("aligner", "joined"): "discotag-e5",
    ("executor", "ray"): "discotag-ray",
    ("coref", "e5"): "discotag-e5",
    **{("reader", name): "discotag-localization" for name in LOCALIZED},
    ("scorer", "address"): "discotag-lint",
    ("scorer", "terms"): "discotag-lint",
    ("scorer", "consistency"): "discotag-choose",
    ("phenomenon", "connectives"): "discotag-phen-connectives",
    ("phenomenon", "person_gender"): "discotag-phen-gender",
    **{
        ("command", name): f"discotag-{holder}"
        for holder, names in {
            "annotate": ("annotate",),
            "cxmi": (
                "attribute",
                "contrast",
                "cxmi",
                "decode",
                "demo-cxmi",
                "reproduce-texts",
                "themes",
            ),
            "dev": ("check", "new"),
            "choose": ("choose",),
            "dip": ("dip",),
            "lint": ("lint", "terms"),
            "experiments": ("reproduce",),
            "neural": ("train-ellipsis",),
            "lsp": ("lsp",),
            "phen-gender": ("gender",),
            "results": ("results",),
            "serve": ("serve",),
            "train": ("train-pack",),
            "translate": ("translate",),
        }.items()
        for name in names
    },
    ("command", "train"): "discotag-cxmi[train]",
}
PACKS = (
    "ar", "cs", "de", "en", "es", "fr", "he", "it", "ja", "ko", "nl", "pl", "pt", "ro", "ru", "sv",
    "tr", "uk", "zh",
)  # fmt: skip
"""Languages of the packs under `plugins/`."""


def hint(kind: str, name: str) -> str | None:
    """Say where a name of some kind is to be had; None where nothing is known of it."""
    if kind == "language":
        return _of_language(name)
    holder = HOLDERS.get((kind, name))
    if holder is None or _is_installed(holder.partition("[")[0]):
        return None
    return f"{name} is in {holder}: {_install(holder)}"


def hints(unknown: Iterable[Unknown]) -> Iterator[str]:
    """Yield a hint for each unknown name of which something is known here, once."""
    found = (hint(kind, name) for kind, name in unknown)
    yield from dict.fromkeys(text for text in found if text is not None)


def hints_for(error: BaseException) -> tuple[str, ...]:
    """Return what to install, for an error that tells of unknown names; `()` where none helps."""
    return tuple(hints(unknown_to(error)))


def unknown_to(error: BaseException | None) -> Iterator[Unknown]:
    """Yield the unknown names that an error tells of, or the errors that it was raised from."""
    while error is not None:
        if isinstance(error, DiscotagError):
            yield from error.unknown
        error = error.__cause__


def _of_language(code: str) -> str | None:
    base = code.partition("-")[0]
    if base in PACKS and not _is_installed(f"discotag-lang-{base}"):
        return f"the pack of {base} comes with discotag: {_install(f'discotag-lang-{base}')}"
    if base in PACKS:
        return None  # the error itself says that the language is there, but no such variety
    if re.fullmatch(r"[a-z]{2,3}", base):
        begin = f"discotag new language {base}"
        return f"no pack of {base!r} comes with discotag; one of your own begins with: {begin}"
    return None


def _install(holder: str) -> str:
    path = f"./plugins/{holder.removeprefix('discotag-')}"
    return f"pip install {path!r} in a checkout (docs/install.md)"


def _is_installed(name: str) -> bool:
    from importlib.metadata import distributions

    return any(True for _ in distributions(name=name))
