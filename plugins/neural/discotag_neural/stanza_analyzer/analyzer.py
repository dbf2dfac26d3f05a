"""The analyzer `stanza`: each segment is a document of its own, whatever it is batched with.

Stanza's tokenizer cuts lines of a thousand characters into windows, and then what stands beside
them tells on them; such lines are analysed one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from discotag.plugin import Analyzer, ComponentError
from discotag.plugin.embedded import readable, windows
from discotag_neural.stanza_analyzer import loading
from discotag_neural.stanza_analyzer.bridge import to_tokens
from discotag_neural.stanza_analyzer.options import PACKAGES, StanzaOptions
from discotag_torch import in_halves, is_out_of_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from discotag.plugin import Context, Missing, Tokens

BATCHED = 900
"""Longest piece, in characters, that is analysed beside others."""
WINDOW = 2000
"""Longest piece, in characters, that is analysed at once: a parse takes memory by its square."""


class StanzaAnalyzer(Analyzer):
    """Analyses segments with a Stanza pipeline.

    Args:
        pipeline: tokenizes, tags, lemmatizes and parses.
        batch: segments given to it at once.
        digest: fingerprint of its models, with Stanza's version.
    """

    packages: ClassVar[tuple[str, ...]] = PACKAGES

    def __init__(self, pipeline: Any, *, batch: int = 512, digest: str = "") -> None:
        from stanza import Document

        self._pipeline, self._batch, self._document = pipeline, batch, Document
        self.digest = digest

    @classmethod
    def create(cls, context: Context) -> Self:
        """Load the models of the side's language.

        Raises:
            PluginError: Stanza or a model is missing or broken, with the cure.
            UsageError: Stanza has no such package.
        """
        options = context.read_options(StanzaOptions)
        settings: dict[str, Any] = {}
        if options.batch_words is not None:
            settings["pos_batch_maximum_tokens"] = options.batch_words
            settings["depparse_batch_size"] = options.batch_words
        pipeline, digest = loading.load(loading.analysis_request(context, options), **settings)
        return cls(pipeline, batch=options.batch_segments, digest=digest)

    @classmethod
    def missing(cls, context: Context) -> Iterable[Missing]:
        """Return which model files are missing."""
        options = context.read_options(StanzaOptions)
        return loading.missing(loading.analysis_request(context, options))

    @classmethod
    def fetch(cls, context: Context, tell: Callable[[str], None]) -> None:
        """Fetch the models of the side's language."""
        options = context.read_options(StanzaOptions)
        loading.fetch(loading.analysis_request(context, options), tell)

    def analyze(self, texts: Sequence[str]) -> Sequence[Tokens]:
        """Return one `Tokens` per segment, in order; a blank segment gives no tokens."""
        lines = [readable(text) for text in texts]
        pieces = [tuple(windows(line.text, WINDOW)) for line in lines]
        documents = iter(self._analyzed([piece for line in pieces for _, piece in line]))
        return tuple(
            to_tokens(text, line, [(start, next(documents)) for start, _ in parts])
            for text, line, parts in zip(texts, lines, pieces, strict=True)
        )

    def _analyzed(self, pieces: Sequence[str]) -> list[Any]:
        found: list[Any] = [None] * len(pieces)
        for group in _groups(pieces, self._batch):
            documents = in_halves(self._run, [pieces[index] for index in group])
            for index, document in zip(group, documents, strict=True):
                found[index] = document
        return found

    def _run(self, pieces: Sequence[str]) -> Sequence[Any]:
        documents = [self._document([], text=piece) for piece in pieces]
        try:
            return list(self._pipeline.bulk_process(documents))
        except RuntimeError as error:
            if len(pieces) > 1 or not is_out_of_memory(error):
                raise
            shown = pieces[0][:40]
            raise ComponentError(
                "neural-stanza",
                "analyzer stanza",
                f"out of memory on a single line of {len(pieces[0])} characters ({shown!r} …); "
                "split the line, or set stanza.device=cpu",
            ) from error


def _groups(pieces: Sequence[str], size: int) -> Iterator[list[int]]:
    """Group pieces that may be analysed at once, by index; long ones stand alone."""
    group: list[int] = []
    for index, piece in enumerate(pieces):
        if len(piece) > BATCHED:
            yield [index]
            continue
        group.append(index)
        if len(group) == size:
            yield group
            group = []
    if group:
        yield group
