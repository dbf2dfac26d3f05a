"""The resolver `fastcoref`: English, quick, one document at a time.

Windows are encoded one by one, so a document's clusters do not depend on other documents.
"""

from __future__ import annotations

import json
import logging
import random
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import Coref, Missing, PluginError
from discotag_neural.coref.documents import resolved
from discotag_neural.hub import fetch_model, find_model, is_path, model_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from discotag.plugin import Cluster, Context, Side


ARCHITECTURE = "FCorefModel"


class FastCorefOptions(BaseModel):
    """Options of `fastcoref`.

    Args:
        model: a folder, or a name on the hub; `fastcoref:MODEL` says the same.
        revision: branch, tag or commit on the hub.
        dir: the folder that fetched models are kept in; None = Hugging Face's own.
        device: `auto` (CUDA where there is one), `cpu`, `cuda`, `cuda:1` …
        window: words of a document that the model sees at once.
        overlap: words that two neighbouring windows share.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = "biu-nlp/f-coref"
    revision: str | None = None
    dir: Path | None = None
    device: str = "auto"
    window: int = Field(default=2000, ge=2)
    overlap: int = Field(default=500, ge=0)


class FastCoref(Coref):
    """Resolves documents with the package fastcoref.

    Args:
        model: the package's `FCoref`.
        options: windows.
        digest: fingerprint of the model, with the package's version.
    """

    packages: ClassVar[tuple[str, ...]] = ("fastcoref", "torch")

    def __init__(self, model: Any, options: FastCorefOptions, digest: str = "") -> None:
        self._model, self._options, self.digest = model, options, digest

    @classmethod
    def create(cls, context: Context) -> Self:
        """Load the model; PluginError says what is missing or broken, with the cure."""
        options = _options(context)
        for lack in cls.missing(context):
            raise PluginError(f"coref fastcoref: missing: {lack.what}; try: {lack.cure}")
        folder = find_model(options.model, options.revision, options.dir)
        model, version = _load(folder or Path(options.model), options, _cure(context, options))
        return cls(model, options, f"{version}-{model_digest(folder or Path(options.model))}")

    @classmethod
    def missing(cls, context: Context) -> Iterable[Missing]:
        """Yield the model if it is not on this machine."""
        options = _options(context)
        if find_model(options.model, options.revision, options.dir) is not None:
            return
        if is_path(options.model):
            yield Missing(f"the folder {options.model}", "--coref fastcoref:FOLDER")
        else:
            yield Missing(f"the model {options.model}", _cure(context, options))

    @classmethod
    def fetch(cls, context: Context, tell: Callable[[str], None]) -> None:
        """Fetch the model from the hub."""
        options = _options(context)
        fetch_model(options.model, options.revision, options.dir, tell)

    def resolve(self, documents: Sequence[Side]) -> Sequence[Sequence[Cluster]]:
        """Return the clusters of each document's side, in order."""
        options = self._options
        return tuple(
            resolved(
                side, self._spans, name="fastcoref", size=options.window, overlap=options.overlap
            )
            for side in documents
        )

    def _spans(self, sentences: Sequence[Sequence[str]]) -> list[list[tuple[int, int, int]]]:
        """Run the model on sentences of words; spans across sentences are left out."""
        from fastcoref.utilities.util import encode

        places = [(s, w) for s, words in enumerate(sentences) for w in range(len(words))]
        words = [word for sentence in sentences for word in sentence]
        columns = encode({"tokens": [words]}, self._model.tokenizer, None)
        example = {name: values[0] for name, values in columns.items()}
        batch = self._model.collator([{"text": words, "idx": 0, **example}])
        (result,) = self._model._batch_inference(batch)
        found = []
        for cluster in result.get_clusters(as_strings=False):
            spans = [span for span in cluster if span is not None]
            ends = [(places[start], places[end - 1]) for start, end in spans if start < end]
            found.append([(a[0], a[1], b[1] + 1) for a, b in ends if a[0] == b[0]])
        return found


def _options(context: Context) -> FastCorefOptions:
    options = context.read_options(FastCorefOptions)
    if context.argument:
        options = options.model_copy(update={"model": context.argument})
    return options


def _cure(context: Context, options: FastCorefOptions) -> str:
    argument = f":{context.argument}" if context.argument else ""
    where = f" --dir {options.dir}" if options.dir else ""
    return f"discotag download {context.pack.code} --engine fastcoref{argument}{where}"


def _load(folder: Path, options: FastCorefOptions, cure: str) -> tuple[Any, str]:
    """Load a model of fastcoref's; give it and the package's version."""
    from importlib.metadata import version

    from discotag_neural.hub import no_network
    from discotag_torch import first_line, quiet, usable_device

    try:
        modeling = import_fastcoref()
    except ImportError as error:
        raise PluginError(
            f"coref fastcoref: cannot be imported ({error}); "
            "try: pip install 'discotag-neural[fastcoref]'"
        ) from error
    _check_kind(folder)
    device = str(usable_device(options.device, "coref fastcoref"))
    try:
        with same_chance(), quiet(), no_network():
            model = modeling.FCoref(str(folder), device=device, nlp=None, enable_progress_bar=False)
    except Exception as error:  # torch, safetensors and Transformers each have their own
        raise PluginError(
            f"coref fastcoref: the model in {folder} cannot be loaded ({first_line(error)}); "
            f"fetch it again: {cure}"
        ) from error
    model.model.eval()
    return model, version("fastcoref")


def _check_kind(folder: Path) -> None:
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        kinds = config.get("architectures") or []
        has_head = "coref_head" in config
    except (OSError, ValueError) as error:
        raise PluginError(
            f"coref fastcoref: {folder} holds no readable config.json ({error})"
        ) from error
    if ARCHITECTURE not in kinds or not has_head:
        raise PluginError(
            f"coref fastcoref: {folder} holds {', '.join(kinds) or 'an unnamed model'}, "
            f"not {ARCHITECTURE}; take biu-nlp/f-coref, or one trained like it"
        )


def import_fastcoref() -> Any:
    """Import fastcoref's module of models, patched; the program's logging stays as it is.

    The models of fastcoref 2.1.6 call `init_weights()` at the end of their `__init__`, where
    Transformers 5 wants `post_init()`: without it a model has no `all_tied_weights_keys` and cannot
    be loaded. So the first `init_weights()` becomes `post_init()`, which calls `init_weights()`
    again, this time the library's own. Weights are loaded afterwards either way.
    """
    root = logging.getLogger()
    handler = logging.NullHandler()  # it calls basicConfig, which does nothing where one is set
    root.addHandler(handler)
    try:
        from fastcoref import modeling
        from fastcoref.coref_models.modeling_fcoref import FCorefModel
    finally:
        root.removeHandler(handler)
    logging.getLogger("fastcoref").setLevel(logging.ERROR)
    FCorefModel.init_weights = _init_weights
    return modeling


def _init_weights(model: Any) -> None:
    from transformers import PreTrainedModel

    if "all_tied_weights_keys" in model.__dict__:
        PreTrainedModel.init_weights(model)  # type: ignore[no-untyped-call]  # the library's gap
    else:
        model.post_init()


@contextmanager
def same_chance() -> Iterator[None]:
    """Yield the generators of chance back as they were: fastcoref sets them all to 42."""
    import numpy as np
    import torch

    state = random.getstate(), np.random.get_state(), torch.get_rng_state()
    try:
        yield
    finally:
        random.setstate(state[0])
        np.random.set_state(state[1])
        torch.set_rng_state(state[2])
