"""The analyzer `stanza`: each segment is a document of its own, whatever it is batched with.

Stanza's tokenizer cuts lines of a thousand characters into windows, and then what is next to
them affects them; such lines are analysed one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from discotag.plugin import ROOT, Analyzer, ComponentError, Tokens, parse_feats
from discotag_neural.stanza_analyzer import loading
from discotag_neural.stanza_analyzer.loading import PACKAGES, StanzaOptions
from discotag_torch import in_halves, is_out_of_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from discotag.plugin import Context, Missing
    from discotag.plugin.embedded import Readable


BATCHED = 900
"""Longest piece, in characters, that is analysed together with others."""
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
        from discotag.plugin.embedded import readable, windows

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
    """Group pieces that may be analysed at once, by index; long ones are in groups of their own."""
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


UNKNOWN = "X"
Span = tuple[int, int]


def to_tokens(text: str, line: Readable, parts: Sequence[tuple[int, Any]]) -> Tokens:
    """Join the analysed pieces of one segment.

    Args:
        text: the segment, untouched.
        line: what Stanza read of it.
        parts: (start in the readable text, Stanza document) per piece, in order; none for a blank
            segment.
    """
    placed: list[tuple[str, Span]] = []
    heads: list[int] = []
    words: list[Any] = []
    for offset, document in parts:
        for sentence in document.sentences:
            first = len(words)
            for token in sentence.tokens:
                placed.extend(_placed(token, text, line, offset))
            words.extend(sentence.words)
            heads.extend(first + word.head - 1 if word.head else ROOT for word in sentence.words)
    return Tokens(
        text=text,
        forms=tuple(form for form, _ in placed),
        starts=tuple(start for _, (start, _) in placed),
        ends=tuple(end for _, (_, end) in placed),
        lemmas=tuple(word.lemma or word.text for word in words),
        upos=tuple(word.upos or UNKNOWN for word in words),
        xpos=tuple(word.xpos or "_" for word in words)
        if any(word.xpos for word in words)
        else None,
        feats=tuple(parse_feats(word.feats or "_") for word in words),
        heads=tuple(heads),
        deprels=tuple(word.deprel or "dep" for word in words),
    )


def _placed(token: Any, text: str, line: Readable, offset: int) -> list[tuple[str, Span]]:
    """Return each word of a token its form and its offsets in the line."""
    words = token.words
    whole = line.span(offset + token.start_char, offset + token.end_char)
    if len(words) == 1:
        return [(text[whole[0] : whole[1]], whole)]
    placed = []
    for word in words:
        own = whole
        if word.start_char is not None:
            own = line.span(offset + word.start_char, offset + word.end_char)
        placed.append((word.text, own if text[own[0] : own[1]] == word.text else whole))
    return placed
