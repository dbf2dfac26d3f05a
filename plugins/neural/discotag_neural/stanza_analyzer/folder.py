"""A folder of Stanza's models, read without importing Stanza: what a pipeline needs, what is there.

`resources.json` lists for each language its packages (processor → model), and for each model the
models it depends on; model NAME of a processor is the file `LANGUAGE/PROCESSOR/NAME.pt`.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discotag.plugin import InputError, PluginError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping


ANALYSIS = ("tokenize", "mwt", "pos", "lemma", "depparse")
OPTIONAL = frozenset({"mwt"})
"""What a language may do without."""
BUILT_IN = {("lemma", "identity")}
"""Models that have no file."""


@dataclass(frozen=True)
class Wanted:
    """The models of one pipeline.

    Args:
        folder: where they lie.
        language: Stanza's code.
        processors: processor → model.
        files: all their files, sorted.
    """

    folder: Path
    language: str
    processors: Mapping[str, str]
    files: tuple[Path, ...]

    @property
    def absent(self) -> tuple[Path, ...]:
        """The files that are not there."""
        return tuple(path for path in self.files if not path.is_file())


def default_folder() -> Path:
    """Return the folder that Stanza would use; PluginError if it is not installed."""
    if place := os.environ.get("STANZA_RESOURCES_DIR"):
        return Path(place)
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("stanza", "StanfordNLP", _resources_version()), "resources")


def _resources_version() -> str:
    """Read the version of Stanza's models from the one file that holds it."""
    spec = find_spec("stanza")
    if spec is None or spec.origin is None:
        raise PluginError("stanza is not installed")
    path = Path(spec.origin).with_name("_version.py")
    own = spec_from_file_location("stanza_version", path)
    if own is None or own.loader is None:
        raise PluginError(f"{path} cannot be read; reinstall stanza")
    module = module_from_spec(own)
    own.loader.exec_module(module)
    return str(module.__resources_version__)


def read_index(folder: Path) -> dict[str, Any] | None:
    """Read the list of models; None if there is none, InputError if it is broken."""
    path = folder / "resources.json"
    if not path.is_file():
        return None
    try:
        index = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            f"is no list of Stanza's models ({error}); fetch it again", path=path
        ) from error
    if not isinstance(index, dict):
        raise InputError("is no list of Stanza's models; fetch it again", path=path)
    return index


def wanted(
    folder: Path, index: Mapping[str, Any], code: str, processors: Mapping[str, str]
) -> Wanted:
    """Find the models of a pipeline.

    Args:
        folder: where models lie.
        index: the content of `resources.json`.
        code: Stanza's code of the language.
        processors: processor → package or model.

    Raises:
        UsageError: Stanza has no such language or package.
    """
    code, models = _language(folder, index, code)
    packages = models.get("packages", {})
    chosen: dict[str, str] = {}
    for processor, package in processors.items():
        named = packages.get(package, {})
        known = models.get(processor, {})
        if package in known or (processor, package) in BUILT_IN:
            chosen[processor] = package
        elif model := named.get(processor) or named.get("optional", {}).get(processor):
            chosen[processor] = model
        elif processor not in OPTIONAL:
            have = sorted({*known, *(name for name, of in packages.items() if processor in of)})
            raise UsageError(
                f"Stanza has no {processor!r} model {package!r} for {code}; it has: "
                f"{', '.join(have) or 'none'}"
            )
    files = set()
    for processor, model in chosen.items():
        if (processor, model) in BUILT_IN:
            continue
        files.add(folder / code / processor / f"{model}.pt")
        for item in models.get(processor, {}).get(model, {}).get("dependencies", []):
            files.add(folder / code / item["model"] / f"{item['package']}.pt")
    return Wanted(folder, code, chosen, tuple(sorted(files)))


def _language(folder: Path, index: Mapping[str, Any], code: str) -> tuple[str, Mapping[str, Any]]:
    models = index.get(code)
    if isinstance(models, dict) and "alias" in models:
        return _language(folder, index, models["alias"])
    if not isinstance(models, dict):
        known = ", ".join(sorted(name for name, of in index.items() if isinstance(of, dict)))
        raise UsageError(
            f"Stanza's list of models ({folder / 'resources.json'}) has no language {code!r}; "
            f"it has: {known}"
        )
    return code, models
