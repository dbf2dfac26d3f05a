"""Segments analysed by a spaCy pipeline of the user's choice.

The pipeline splits sentences as it likes; a segment may then have several roots. English pipelines
from Explosion use ClearNLP relations: those with a Universal Dependencies counterpart are renamed,
the rest and the tree stay as they are.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Self

from discotag.core.errors import PluginError, UsageError
from discotag.core.interfaces import Analyzer
from discotag.core.requirements import Missing
from discotag.files.output import pipeline_digest
from discotag.language.spacy_start import import_spacy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from spacy.language import Language

    from discotag.core.interfaces import Context
    from discotag.core.tokens import Tokens


UNUSED = ("ner", "entity_linker", "entity_ruler", "textcat", "textcat_multilabel", "spancat")
RELATIONS = {
    "auxpass": "aux:pass",
    "csubjpass": "csubj:pass",
    "dative": "iobj",
    "dobj": "obj",
    "neg": "advmod",
    "nsubjpass": "nsubj:pass",
    "poss": "nmod:poss",
    "prt": "compound:prt",
    "relcl": "acl:relcl",
}
"""ClearNLP relation → its Universal Dependencies counterpart."""

CURES = {
    "curated_transformer": "pip install 'spacy-curated-transformers>=0.3,<1'",
    "transformer": "pip install spacy-transformers, in an environment of its own: it wants "
    "transformers<4.53.3, which discotag-neural cannot use",
}
"""Factory of transformer pipelines → what brings it (the first, from 1.0 on, is for spaCy 4)."""
FOLDER = "--analyzer spacy:FOLDER, a pipeline that spaCy wrote, with its meta.json"


class SpacyAnalyzer(Analyzer):
    """Analyses segments with a spaCy pipeline.

    Args:
        nlp: the loaded pipeline.
    """

    packages: ClassVar[tuple[str, ...]] = ("spacy",)

    def __init__(self, nlp: Language) -> None:
        self._nlp = nlp
        self.digest = pipeline_digest(nlp.path) if nlp.path is not None else ""

    @classmethod
    def create(cls, context: Context) -> Self:
        """Load the pipeline named by the argument (`spacy:NAME`, a package or a directory).

        Raises:
            UsageError: without a name, or for a pipeline of another language.
            PluginError: if there is no such pipeline, or it cannot be loaded, with the cure.
        """
        name = _named(context)
        nlp = load(name)
        code = context.pack.code.split("-")[0]
        if nlp.lang not in {code, "xx"}:
            raise UsageError(
                f"analyzer spacy: {name} is a pipeline for {nlp.lang!r}, the text is {code!r}"
            )
        return cls(nlp)

    @classmethod
    def missing(cls, context: Context) -> Iterable[Missing]:
        """Say whether the pipeline is neither an installed package nor a directory."""
        name = _named(context)
        if not Path(name).is_dir() and not (name.isidentifier() and find_spec(name)):
            yield Missing(f"the spaCy pipeline {name}", _cure(name))

    @classmethod
    def fetch(cls, context: Context, tell: Callable[[str], None]) -> None:
        """Let spaCy install the pipeline's package."""
        name = _named(context)
        if _is_path(name):
            raise UsageError(f"analyzer spacy: there is no folder {name}; try: {FOLDER}")
        tell(f"{_cure(name)} (licences differ: spacy info {name} tells)")
        done = subprocess.run(
            [sys.executable, "-m", "spacy", "download", name],
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            lines = (done.stderr + done.stdout).strip().splitlines()
            raise PluginError(f"{_cure(name)} failed: {lines[-1] if lines else 'no message'}")

    def analyze(self, texts: Sequence[str]) -> Sequence[Tokens]:
        """Return one `Tokens` per segment, in order; a blank segment gives no tokens."""
        from discotag.plugins.analyzers.embedded.conversion import analyze_with

        return tuple(_renamed(tokens) for tokens in analyze_with(self._nlp, texts, preset=False))


def load(name: str) -> Language:
    """Load a spaCy pipeline by package name or directory. Raises PluginError with the cure."""
    import_spacy(with_torch=True)
    import spacy
    import spacy.about

    if not spacy.util.is_package(name) and not Path(name).is_dir():
        raise PluginError(
            f"no spaCy pipeline {name!r} is installed, and there is no such directory; "
            f"try: {_cure(name)}"
        )
    try:
        return spacy.load(name, exclude=list(UNUSED))
    except (ImportError, OSError, ValueError, KeyError) as error:
        told = str(error).partition("\n")[0]
        factory = next((of for of in CURES if f"factory for '{of}'" in told), None)
        if factory is not None:
            raise PluginError(
                f"the pipeline {name!r} is built upon a transformer, and what loads it "
                f"({factory}) is not installed; try: {CURES[factory]}"
            ) from error
        raise PluginError(
            f"the pipeline {name!r} cannot be loaded by spaCy {spacy.about.__version__} ({told}); "
            f"try: {_cure(name)}"
        ) from error


def _named(context: Context) -> str:
    if not context.argument:
        raise UsageError("analyzer spacy: name a pipeline, as in --analyzer spacy:fr_core_news_sm")
    return context.argument


def _is_path(name: str) -> bool:
    return Path(name).is_dir() or "/" in name or "\\" in name


def _cure(name: str) -> str:
    return FOLDER if _is_path(name) else f"python -m spacy download {name}"


def _renamed(tokens: Tokens) -> Tokens:
    if tokens.deprels is None:
        return tokens
    return replace(tokens, deprels=tuple(RELATIONS.get(name, name) for name in tokens.deprels))
