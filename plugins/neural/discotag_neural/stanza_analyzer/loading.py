"""Stanza pipelines: their options, what is missing for one, fetching it, loading it.

The analyzer and the coreference resolver share their name, so `--set stanza.dir=…` reaches both:
they share their options, too. A pipeline is loaded from files that are there; only `fetch` goes to
the network. A failure names the engine and the command that cures it.
"""

from __future__ import annotations

import json
import logging
import os
import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import (
    DiscotagError,
    InputError,
    Missing,
    PluginError,
    UsageError,
    require_network,
)
from discotag.plugin.files import digest_of
from discotag_neural.hub import no_network
from discotag_torch import first_line, usable_device

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from discotag.plugin import Context


CODES = {
    "no": "nb",
    "zh": "zh-hans",
    "zh-hk": "zh-hant",
    "zh-mo": "zh-hant",
    "zh-tw": "zh-hant",
}
"""Codes that Stanza spells otherwise; elsewhere its code is ours without the variety (`pt-br`)."""

INSTALL = "pip install 'discotag-neural[stanza]'"
PACKAGES = ("stanza", "torch")


class StanzaOptions(BaseModel):
    """Options of `stanza`, analyzer and coreference.

    Args:
        dir: the folder of models; None = Stanza's own place (`STANZA_RESOURCES_DIR`).
        package: which models to analyse with: `default`, `default_fast`, `default_accurate` or a
            treebank's name; `stanza:PACKAGE` says the same.
        coref: which model resolves coreference; `coref=stanza:NAME` says the same.
        url: where the list of models is fetched from, if not from Stanza's own server.
        device: `auto` (CUDA where there is one), `cpu`, `cuda`, `cuda:1` …
        batch_segments: segments given to Stanza at once.
        batch_words: words that tagger and parser take at once; None = as the models say.
        window: words of a document that coreference sees at once.
        overlap: words that two neighbouring windows share.
        zeros: whether a verb may stand in for its unspoken subject: it is then a mention.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    dir: Path | None = None
    package: str = "default"
    coref: str = "default"
    url: str | None = None
    device: str = "auto"
    batch_segments: int = Field(default=512, ge=1)
    batch_words: int | None = Field(default=None, ge=1)
    window: int = Field(default=2000, ge=2)
    overlap: int = Field(default=500, ge=0)
    zeros: bool = False


def stanza_code(code: str) -> str:
    """Return Stanza's code of a language of ours (`zh-tw` → `zh-hant`, `pt-br` → `pt`)."""
    return CODES.get(code, code.partition("-")[0] if code not in CODES else code)


def language_of(context: Context) -> str:
    """Return Stanza's code of the language that a component is bound to."""
    return stanza_code(context.pack.code)


ANALYSIS = ("tokenize", "mwt", "pos", "lemma", "depparse")
OPTIONAL = frozenset({"mwt"})
"""What a language may do without."""
BUILT_IN = {("lemma", "identity")}
"""Models that have no file."""


@dataclass(frozen=True)
class Wanted:
    """The models of one pipeline.

    Args:
        folder: where they are.
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
        folder: where models are.
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


CARDS = "https://huggingface.co/stanfordnlp/stanza-{code}"
MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Request:
    """A pipeline that is asked for.

    Args:
        context: whose it is.
        options: its options.
        role: `analyzer` or `coref`.
        processors: processor → package or model.
        code: Stanza's code of the language whose models are used.
        is_of_words: whether it is given words instead of text.
    """

    context: Context
    options: StanzaOptions
    role: str
    processors: Mapping[str, str]
    code: str
    is_of_words: bool = False

    @property
    def settings(self) -> dict[str, Any]:
        """What the pipeline is built with; a tokenizer of words is named but needs no model."""
        words: dict[str, Any] = {"tokenize_pretokenized": True} if self.is_of_words else {}
        return {"dir": str(self.folder), "package": None, **words}

    def chain(self, processors: Mapping[str, str]) -> dict[str, str]:
        """Return the processors as Stanza wants them named."""
        return {**({"tokenize": "default"} if self.is_of_words else {}), **processors}

    @property
    def folder(self) -> Path:
        """Where the models are."""
        return self.options.dir or default_folder()

    @property
    def cure(self) -> str:
        """The command that fetches what is missing."""
        role = "" if self.role == "analyzer" else f"{self.role}="
        argument = f":{self.context.argument}" if self.context.argument else ""
        where = f" --dir {self.options.dir}" if self.options.dir else ""
        code = self.context.pack.code
        return f"discotag download {code} --engine {role}stanza{argument}{where}"


def missing(request: Request) -> Iterator[Missing]:
    """Return which files of a pipeline are missing, without importing Stanza."""
    index = read_index(request.folder)
    if index is None:
        yield Missing(_nothing(request), request.cure)
        return
    found = wanted(request.folder, index, request.code, request.processors)
    if absent := found.absent:
        names = ", ".join(str(path.relative_to(found.folder)) for path in absent)
        yield Missing(f"Stanza's models in {found.folder}: {names}", request.cure)


def fetch(request: Request, tell: Callable[[str], None]) -> None:
    """Fetch a pipeline's models, and what they are built upon.

    Raises:
        PluginError: the server does not give them.
        UsageError: it has no such package.
    """
    require_network("a Stanza model")
    import stanza
    from stanza.resources.common import DEFAULT_RESOURCES_URL, download_resources_json

    url = request.options.url or DEFAULT_RESOURCES_URL
    tell(f"from {url} to {request.folder}")
    tell(f"licence: on the models' cards, {CARDS.format(code=request.code)}")
    with _level(logging.INFO):
        try:
            download_resources_json(str(request.folder), resources_url=url)
            found = _found(request)
            stanza.Pipeline(
                found.language,
                processors=request.chain(found.processors),
                download_method=stanza.DownloadMethod.REUSE_RESOURCES,
                device="cpu",
                **request.settings,
            )
        except DiscotagError:
            raise
        except Exception as error:  # Stanza, requests and the hub each have their own
            raise PluginError(
                f"{request.role} stanza: its models for {request.code} cannot be fetched from "
                f"{url} ({first_line(error)}); try again, or fetch them on another machine and "
                f"copy the folder {request.folder}"
            ) from error
    size = sum(path.stat().st_size for path in found.files if path.is_file())
    tell(f"{len(found.files)} files, {size / MEGABYTE:.1f} MB")


def _found(request: Request) -> Wanted:
    """Find a pipeline's models in the list of them; PluginError where there is no list."""
    index = read_index(request.folder)
    if index is None:
        raise PluginError(
            f"{request.role} stanza: missing: {_nothing(request)}; try: {request.cure}"
        )
    return wanted(request.folder, index, request.code, request.processors)


def _nothing(request: Request) -> str:
    return f"Stanza's models for {request.code} (nothing in {request.folder})"


def load(request: Request, **settings: Any) -> tuple[Any, str]:
    """Load a pipeline from files that are there; give it and the digest of its models.

    Raises:
        PluginError: Stanza is not installed, a model is missing or cannot be loaded.
        UsageError: there is no such package or device.
    """
    try:
        import stanza
    except ImportError as error:
        raise PluginError(
            f"{request.role} stanza: Stanza cannot be imported ({error}); "
            f"try: pip install 'discotag-neural[stanza]'"
        ) from error
    found = _found(request)
    for lack in missing(request):
        raise PluginError(f"{request.role} stanza: missing: {lack.what}; try: {lack.cure}")
    device = usable_device(request.options.device, f"{request.role} stanza")
    with _level(logging.ERROR), no_network():
        try:
            pipeline = stanza.Pipeline(
                found.language,
                processors=request.chain(found.processors),
                download_method=None,
                device=str(device),
                **request.settings,
                **settings,
            )
        except Exception as error:  # torch, pickle, Stanza and the hub each have their own
            raise PluginError(
                f"{request.role} stanza: the models for {found.language} in {found.folder} cannot "
                f"be loaded by Stanza {stanza.__version__} ({first_line(error)}); "
                f"fetch them again: {request.cure}"
            ) from error
    return pipeline, _digest(found, stanza.__version__)


def _digest(found: Wanted, version: str) -> str:
    return f"{version}-{digest_of(found.files)}"


@contextmanager
def _level(level: int) -> Iterator[None]:
    """Let Stanza log no more than this for a while, and not warn of what its libraries will do."""
    logger = logging.getLogger("stanza")
    before = logger.level
    logger.setLevel(level)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # peft's, of Transformers' names
            yield
    finally:
        logger.setLevel(before)


def analysis_request(context: Context, options: StanzaOptions) -> Request:
    """Ask for an analysis of the side's language: `stanza:PACKAGE`, else the option `package`."""
    package = context.argument or options.package
    return Request(
        context, options, "analyzer", dict.fromkeys(ANALYSIS, package), language_of(context)
    )
