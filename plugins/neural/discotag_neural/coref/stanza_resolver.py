"""The resolver `stanza`: multilingual, either side, one document at a time.

Stanza's coreference model is the same for all its languages (XLM-R with an adapter); a language
that lists none takes English's. Mentions that refer to an unspoken word are left out, unless the
option `zeros` asks for them: then the verb next to them is the mention.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from discotag.plugin import Coref
from discotag_neural.coref.documents import resolved
from discotag_neural.stanza_analyzer import loading
from discotag_neural.stanza_analyzer.loading import PACKAGES, StanzaOptions, language_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from discotag.plugin import Cluster, Context, Missing, Side

LISTED = frozenset({"ca", "cs", "de", "en", "es", "fr", "nb", "nn", "pl", "ru"})
"""Languages whose default package names a coreference model (stanza 1.15, `optional_coref`)."""
OTHERS = "en"
PLACEHOLDER = "?"


class StanzaCoref(Coref):
    """Resolves documents with a Stanza pipeline.

    Args:
        pipeline: takes words and resolves coreference.
        options: windows, and whether verbs refer to unspoken subjects.
        digest: fingerprint of its model, with Stanza's version.
    """

    packages: ClassVar[tuple[str, ...]] = (*PACKAGES, "transformers", "peft")

    def __init__(self, pipeline: Any, options: StanzaOptions, digest: str = "") -> None:
        self._pipeline, self._options, self.digest = pipeline, options, digest
        self._tokenizer = pipeline.processors["coref"]._model.tokenizer

    @classmethod
    def create(cls, context: Context) -> Self:
        """Load the model; PluginError says what is missing or broken, with the cure."""
        options = context.read_options(StanzaOptions)
        pipeline, digest = loading.load(_request(context, options))
        for module in pipeline.processors["coref"]._model.trainable.values():
            module.eval()  # Stanza leaves its encoder in training
        pipeline.processors["coref"]._model.bert.eval()
        return cls(pipeline, options, digest)

    @classmethod
    def missing(cls, context: Context) -> Iterable[Missing]:
        """Return which model files are missing."""
        return loading.missing(_request(context, context.read_options(StanzaOptions)))

    @classmethod
    def fetch(cls, context: Context, tell: Callable[[str], None]) -> None:
        """Fetch the model, and the encoder that it is built upon."""
        options = context.read_options(StanzaOptions)
        tell("and the encoder it is built upon (XLM-R large, about 2.2 GB, licence: MIT)")
        loading.fetch(_request(context, options), tell)

    def resolve(self, documents: Sequence[Side]) -> Sequence[Sequence[Cluster]]:
        """Return the clusters of each document's side, in order."""
        options = self._options
        return tuple(
            resolved(side, self._spans, name="stanza", size=options.window, overlap=options.overlap)
            for side in documents
        )

    def _spans(self, sentences: Sequence[Sequence[str]]) -> list[list[tuple[int, int, int]]]:
        """Run the model on sentences of words."""
        # a word that is nothing to the model's tokenizer would stop it
        read = {
            word: word if self._tokenizer.tokenize(word) else PLACEHOLDER
            for word in {word for words in sentences for word in words}
        }
        document = self._pipeline([[read[word] for word in words] for words in sentences])
        found = []
        for chain in document.coref:
            spans = []
            for mention in chain.mentions:
                if isinstance(mention.start_word, tuple):  # an unspoken word before this one
                    if self._options.zeros:
                        word = mention.start_word[0]
                        spans.append((mention.sentence, word, word + 1))
                    continue
                spans.append((mention.sentence, mention.start_word, mention.end_word))
            found.append(spans)
        return found


def _request(context: Context, options: StanzaOptions) -> loading.Request:
    """Ask for `stanza:MODEL`, else the option `coref`, of the side's language or English."""
    code = language_of(context)
    model = context.argument or options.coref
    listed = code if code in LISTED else OTHERS
    return loading.Request(context, options, "coref", {"coref": model}, listed, is_of_words=True)
