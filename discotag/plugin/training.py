"""For those who make what language packs ship: pipelines of treebanks, translation tables.

`discotag-train` is built on this module; a pack that is made in another way can do so, too.

Example:
    >>> from discotag.plugin.training import SideInfo, stemmer
    >>> stemmer("snowball:swedish")("flickorna")
    'flick'
    >>> SideInfo(language="sv", key="snowball:swedish", shortest_piece=4, latin="letters").language
    'sv'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.discovery import discover
from discotag.core.registry import Registry
from discotag.language.rules import StoredData
from discotag.pipeline.components import load_for_pair
from discotag.pipeline.config import ComponentSpec, RunConfig
from discotag.pipeline.planning import plan
from discotag.plugins.aligners.lexicon.table import (
    SideInfo,
    TranslationTable,
    Vocabulary,
    is_strong,
)
from discotag.plugins.aligners.lexicon.table import save as save_table
from discotag.plugins.aligners.lexicon.words import normal as normal_spelling
from discotag.plugins.aligners.lexicon.words import stemmer
from discotag.plugins.analyzers.conllu import (
    Sentence,
    Unit,
    Word,
    locate,
    parse_conllu,
    read_conllu,
)
from discotag.plugins.analyzers.embedded import genders, lexicon
from discotag.plugins.analyzers.embedded.affixes import ARCHITECTURE
from discotag.plugins.analyzers.embedded.analyzer import EmbeddedAnalyzer, load

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

    from spacy.language import Language

    from discotag.core.interfaces import Aligner

__all__ = [
    "ARCHITECTURE",
    "EmbeddedAnalyzer",
    "Sentence",
    "SideInfo",
    "StoredData",
    "TranslationTable",
    "Unit",
    "Vocabulary",
    "Word",
    "aligner_of_pair",
    "genders",
    "is_strong",
    "lexicon",
    "load_pipeline",
    "locate",
    "normal_spelling",
    "parse_conllu",
    "read_conllu",
    "save_table",
    "stemmer",
]


def load_pipeline(folder: Path) -> Language:
    """Return the spaCy pipeline of a folder, with the parts that packs declare.

    Args:
        folder: a pack's `pipeline`.

    Raises:
        ComponentError: it cannot be loaded.
    """
    return load(folder)


def aligner_of_pair(
    name: str, source: str, target: str, options: Mapping[str, Mapping[str, Any]]
) -> Aligner:
    """Return an installed aligner, ready for a pair of languages.

    Args:
        name: as after `--aligner` (`joined:lexicon+e5`).
        source: code of the source language.
        target: code of the target language.
        options: component → its settings (`{"lexicon": {"table": "en-xx.npz"}}`).

    Raises:
        PlanError: it is not installed, or does not serve the languages.
    """
    spec = ComponentSpec.parse(name)
    config = RunConfig(
        source_language=source,
        target_language=target,
        aligners={"": spec},
        options={key: dict(values) for key, values in options.items()},
    )
    planned = plan(config, Registry(discover()), layers=frozenset({"alignment"}))
    return load_for_pair(planned.aligners[""], planned.source, planned.target).component
