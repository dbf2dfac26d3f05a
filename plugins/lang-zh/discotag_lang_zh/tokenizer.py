"""A Chinese tokenizer for spaCy: both scripts, words by the pack's own segmenter.

The document's words are spelled in simplified characters, one for each character of the text, so
that one pipeline serves both scripts; offsets are those of the text, from which discotag takes the
forms. Lemmas are the simplified words, tags are those of the segmenter's word list.
The package declares it to spaCy as `discotag.ChineseTokenizer.v1`.
"""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from spacy.tokens import Doc
from spacy.util import DummyTokenizer

from discotag_lang_zh.segmenter import Segmenter
from discotag_lang_zh.simplified import simplified

if TYPE_CHECKING:
    from collections.abc import Callable

    from spacy.language import Language
    from spacy.vocab import Vocab

FILE = "segmenter"
UNLISTED = "x"
"""The tag of words that the list does not have."""
PIECE = re.compile(r"\s+|\S+")


class ChineseTokenizer(DummyTokenizer):
    """Makes documents of words; a trained pipeline remembers which segmenter it was made with.

    Args:
        vocab: the pipeline's vocabulary.
        segmenter: what cuts words.
    """

    def __init__(self, vocab: Vocab, segmenter: Segmenter) -> None:
        self.vocab = vocab
        self.segmenter = segmenter

    def __call__(self, text: str) -> Doc:
        """Cut a text into words."""
        words: list[str] = []
        spaces: list[bool] = []
        for match in PIECE.finditer(simplified(text)):
            piece = match[0]
            if piece.isspace():
                if spaces and piece[0] == " ":
                    spaces[-1], piece = True, piece[1:]
                if piece:
                    words.append(piece)
                    spaces.append(False)
                continue
            start = 0
            for length in self.segmenter.lengths(piece):
                words.append(piece[start : start + length])
                spaces.append(False)
                start += length
        tags = [self.segmenter.words.get(word, UNLISTED) for word in words]
        return Doc(self.vocab, words=words, spaces=spaces, lemmas=words, tags=tags)

    def to_bytes(self, **kwargs: object) -> bytes:  # noqa: ARG002
        """Return the segmenter's fingerprint."""
        return self.segmenter.fingerprint.encode()

    def from_bytes(self, data: bytes, **kwargs: object) -> ChineseTokenizer:  # noqa: ARG002
        """Check that the segmenter is the one that the pipeline was made with.

        Raises:
            ValueError: if it is another one.
        """
        if data.decode() != self.segmenter.fingerprint:
            raise ValueError("the pipeline was trained with another segmenter: reinstall the pack")
        return self

    def to_disk(self, path: Path | str, **kwargs: object) -> None:
        """Write the segmenter's fingerprint."""
        Path(path).write_bytes(self.to_bytes(**kwargs))

    def from_disk(self, path: Path | str, **kwargs: object) -> ChineseTokenizer:
        """Check the fingerprint; ValueError if the segmenter is another one."""
        return self.from_bytes(Path(path).read_bytes(), **kwargs)


def chinese_tokenizer() -> Callable[[Language], ChineseTokenizer]:
    """Make the factory that a pipeline's config names."""

    def create(nlp: Language) -> ChineseTokenizer:
        folder = Path(str(files("discotag_lang_zh"))) / FILE
        return ChineseTokenizer(nlp.vocab, Segmenter.load(folder))

    return create
