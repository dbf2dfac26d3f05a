"""Language packs under test: their examples run through the whole pipeline of the embedded engines.

A file `data/examples/PHENOMENON.toml` lists examples from English: source and target lines, the
`marks` they must give (`"segment word label"`), and `tags`, those marks that need context. Those
of `data/into-xx/examples/` go from the pack's language into another; examples for a variety are in
its folder (`data/pt-br/examples/`). A phenomenon's package names the pair in the file:
`phenomenon = "questions"` and `languages = ["en", "fr"]`, in any `data/examples/*.toml`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discotag.plugin import Context, LanguagePack, ParallelText, Registry, TableError, discover
from discotag.plugin.runs import RunConfig, Stages, plan

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag.plugin import Analyzer, Mark, TaggedDocument


__all__ = ["Example", "PackTagger", "pack_analyzer", "pack_examples", "phenomenon_examples"]


LINES = ("source", "target", "marks", "tags")
"""What every example says."""


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
    """Return a pack's examples by a name for reports: the pair, the phenomenon, what it shows."""
    pack = LanguagePack.from_package(package)
    found = {}
    for path in sorted((pack.folder / "data").glob("**/examples/*.toml")):
        folder = path.parent.parent.name
        _, is_source, other = folder.partition("into-")
        code = pack.code if folder == "data" else folder  # a variety's own folder
        pair = (pack.code, other) if is_source else ("en", code)
        found.update(_examples(path, _read(path), pair, path.stem))
    return found


def phenomenon_examples(package: str) -> dict[str, Example]:
    """Return the examples of a phenomenon's package, by a name for reports.

    Raises:
        TableError: a file does not say its phenomenon and languages, or lacks a field.
    """
    found: dict[str, Example] = {}
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:  # one module, which holds no files
        return found
    for path in sorted((Path(str(files(package))) / "data" / "examples").glob("*.toml")):
        data = _read(path)
        languages = data.get("languages", ())
        if "phenomenon" not in data or len(languages) != 2:
            raise TableError(
                'must say its phenomenon and its pair: languages = ["en", "fr"]', path=path
            )
        found.update(_examples(path, data, (languages[0], languages[1]), data["phenomenon"]))
    return found


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise TableError(f"is not valid TOML: {error}", path=path) from error


def _examples(
    path: Path, data: Mapping[str, Any], pair: tuple[str, str], phenomenon: str
) -> dict[str, Example]:
    found = {}
    for entry in data.get("example", ()):
        lacking = [name for name in ("about", *LINES) if name not in entry]
        if lacking:
            raise TableError(f"an [[example]] lacks {', '.join(lacking)}", path=path)
        lines = {name: tuple(entry[name]) for name in LINES}
        if len(lines["source"]) != len(lines["target"]):
            raise TableError(
                f"the example {entry['about']!r} has {len(lines['source'])} source and"
                f" {len(lines['target'])} target lines",
                path=path,
            )
        example = Example(pair, phenomenon, entry["about"], **lines)
        found[f"{'-'.join(pair)} {phenomenon}: {example.about}"] = example
    return found


def pack_analyzer(package: str) -> Analyzer:
    """Return the analyzer of a pack's own pipeline; InputError where it has none.

    Args:
        package: such as `discotag_lang_fr`.
    """
    pack = LanguagePack.from_package(package)
    embedded = Registry(discover()).analyzers.get("embedded").info.load()
    made: Analyzer = embedded.create(Context("embedded", source=pack, target=pack, side="target"))
    return made


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
        """Return a document's marks of a phenomenon, each as `"segment word label"` and itself."""
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
