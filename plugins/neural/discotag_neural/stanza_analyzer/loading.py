"""Stanza pipelines: what is missing for one, fetching it, loading it.

A pipeline is loaded from files that are there; only `fetch` goes to the network. A failure names
the engine and the command that cures it.
"""

from __future__ import annotations

import logging
import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discotag.plugin import DiscotagError, Missing, PluginError, require_network
from discotag.plugin.files import digest_of
from discotag_neural.network import no_network
from discotag_neural.stanza_analyzer.folder import default_folder, read_index, wanted
from discotag_neural.stanza_analyzer.options import language_of
from discotag_torch import first_line, usable_device

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from discotag.plugin import Context
    from discotag_neural.stanza_analyzer.folder import Wanted
    from discotag_neural.stanza_analyzer.options import StanzaOptions

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
        """Where the models lie."""
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
    from discotag_neural.stanza_analyzer.folder import ANALYSIS

    package = context.argument or options.package
    return Request(
        context, options, "analyzer", dict.fromkeys(ANALYSIS, package), language_of(context)
    )
