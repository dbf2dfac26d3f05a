"""Language packs under test: their examples run through the whole pipeline of the embedded engines.

A file `data/examples/PHENOMENON.toml` lists examples: source and target lines, the `marks` they
must give (`"segment word label"`), and `tags`, those marks that need context.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from discotag.core.discovery import discover
from discotag.core.document import ParallelText
from discotag.core.language import LanguagePack
from discotag.core.registry import Registry
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.pipeline.stages import Stages

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag.core.tags import Mark, TaggedDocument

Example = dict[str, Any]


def pack_examples(package: str) -> dict[str, tuple[str, Example]]:
    """Give a pack's examples by a name for reports: phenomenon and example."""
    folder = LanguagePack.from_package(package).folder / "data" / "examples"
    return {
        f"{path.stem}: {example['about']}": (path.stem, example)
        for path in sorted(folder.glob("*.toml"))
        for example in tomllib.loads(path.read_text("utf-8"))["example"]
    }


class PackTagger:
    """Tags lines from English with a pack's tables, analysis and lexicon.

    Args:
        language: the target language.
        phenomena: what to tag.
        options: options of phenomena, as in a run's configuration.
    """

    def __init__(
        self,
        language: str,
        phenomena: Sequence[str],
        options: Mapping[str, Mapping[str, object]] | None = None,
    ) -> None:
        registry = Registry(discover())
        config = RunConfig(
            source_language="en",
            target_language=language,
            phenomena=tuple(phenomena),
            scorers=(),
            options={name: dict(values) for name, values in (options or {}).items()},
        )
        self._stages = Stages(plan(config, registry), registry)

    def marks(
        self, source: Sequence[str], target: Sequence[str], phenomenon: str
    ) -> list[tuple[str, Mark]]:
        """Give a document's marks of a phenomenon, each as `"segment word label"` and itself."""
        text = ParallelText(
            id="example",
            source=tuple(source),
            references={"ref": tuple(target)},
            hypotheses={},
            lines=tuple(range(1, len(source) + 1)),
        )
        (tagged,) = self._stages.tag([text])
        document = tagged.references["ref"]
        return [
            (_named(document, mark), mark)
            for mark in document.marks
            if mark.phenomenon == phenomenon
        ]


def _named(document: TaggedDocument, mark: Mark) -> str:
    form = document.document.target[mark.segment].forms[mark.token]
    return f"{mark.segment} {form} {mark.label}"
