"""Language packs under test: their examples run through the whole pipeline of the embedded engines.

A file `data/examples/PHENOMENON.toml` lists examples from English: source and target lines, the
`marks` they must give (`"segment word label"`), and `tags`, those marks that need context. Those
of `data/into-xx/examples/` go from the pack's language into another, those of a variety stand in
its folder (`data/pt-br/examples/`).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING

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


@dataclass(frozen=True)
class Example:
    """A few lines and what a tagger must find in them.

    Args:
        pair: codes of source and target language.
        phenomenon: what is tagged.
        about: what it shows.
        source: source lines.
        target: their translations.
        marks: every mark of the phenomenon, each as `"segment word label"`.
        tags: those of them that need context.
    """

    pair: tuple[str, str]
    phenomenon: str
    about: str
    source: tuple[str, ...]
    target: tuple[str, ...]
    marks: tuple[str, ...]
    tags: tuple[str, ...]


def pack_examples(package: str) -> dict[str, Example]:
    """Give a pack's examples by a name for reports: the pair, the phenomenon, what it shows."""
    pack = LanguagePack.from_package(package)
    found = {}
    for path in sorted((pack.folder / "data").glob("**/examples/*.toml")):
        folder = path.parent.parent.name
        _, is_source, other = folder.partition("into-")
        code = pack.code if folder == "data" else folder  # a variety's own folder
        pair = (pack.code, other) if is_source else ("en", code)
        for entry in tomllib.loads(path.read_text("utf-8"))["example"]:
            lines = {name: tuple(entry[name]) for name in ("source", "target", "marks", "tags")}
            example = Example(pair, path.stem, entry["about"], **lines)
            found[f"{'-'.join(pair)} {path.stem}: {example.about}"] = example
    return found


class PackTagger:
    """Tags lines with the packs' tables, analysis and lexicon.

    Args:
        language: the target language.
        phenomena: what to tag.
        options: options of phenomena, as in a run's configuration.
        source: the source language.
    """

    def __init__(
        self,
        language: str,
        phenomena: Sequence[str],
        options: Mapping[str, Mapping[str, object]] | None = None,
        *,
        source: str = "en",
    ) -> None:
        registry = Registry(discover())
        config = RunConfig(
            source_language=source,
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
        document = self.tagged(source, target)
        return [
            (_named(document, mark), mark)
            for mark in document.marks
            if mark.phenomenon == phenomenon
        ]

    def tagged(self, source: Sequence[str], target: Sequence[str]) -> TaggedDocument:
        """Tag a document of these lines."""
        text = ParallelText(
            id="example",
            source=tuple(source),
            references={"ref": tuple(target)},
            hypotheses={},
            lines=tuple(range(1, len(source) + 1)),
        )
        (tagged,) = self._stages.tag([text])
        return tagged.references["ref"]


def _named(document: TaggedDocument, mark: Mark) -> str:
    form = document.document.target[mark.segment].forms[mark.token]
    return f"{mark.segment} {form} {mark.label}"
