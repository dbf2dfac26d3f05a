"""A training corpus as token ids: every line once, with its place in its document."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from discotag.plugin import CorpusRequest, InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from discotag.plugin.runs import OpenReader
    from discotag_cxmi.training.recipe import Recipe


@dataclass(frozen=True, slots=True)
class TextPair:
    """A document and its translation, line by line."""

    id: str
    source: tuple[str, ...]
    target: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of one side as ids, without special tokens.

    Args:
        ids: all lines' ids, one after another.
        starts: (lines + 1,): where each line starts in `ids`.
    """

    ids: NDArray[np.int32]
    starts: NDArray[np.int64]

    @classmethod
    def of(cls, lines: Sequence[Sequence[int]]) -> Lines:
        """Join lines."""
        lengths = [len(line) for line in lines]
        joined = np.fromiter((i for line in lines for i in line), np.int32, sum(lengths))
        return cls(joined, np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]))

    def line(self, index: int) -> NDArray[np.int32]:
        """Return one line's ids."""
        return self.ids[self.starts[index] : self.starts[index + 1]]

    def lengths(self, index: NDArray[np.int64], context: NDArray[np.int64]) -> NDArray[np.int64]:
        """Count the ids of lines together with so many lines before each."""
        found: NDArray[np.int64] = self.starts[index + 1] - self.starts[index - context]
        return found


@dataclass(frozen=True, slots=True)
class Corpus:
    """Documents as ids.

    Args:
        source: source lines.
        target: target lines.
        places: (lines,): 0-based index of each line in its document, so its context cannot reach
            over the document's border.
        documents: how many there are.
        unknown: how many tokens are unknown to the vocabulary, on both sides.
    """

    source: Lines
    target: Lines
    places: NDArray[np.int64]
    documents: int
    unknown: int

    def __len__(self) -> int:
        return len(self.places)


def digest(texts: Iterable[TextPair]) -> str:
    """Return what makes these documents others than those."""
    whole = hashlib.sha256()
    for text in texts:
        whole.update(repr((text.id, text.source, text.target)).encode("utf-8", "surrogatepass"))
    return whole.hexdigest()[:12]


def encoded(texts: Iterable[TextPair], tokenizer: Any) -> Corpus:
    """Turn documents into ids, without special tokens.

    Raises:
        InputError: a line holds a special token of the model, such as its separator.
    """
    given = list(texts)
    where = [(text.id, number) for text in given for number in range(1, len(text.source) + 1)]
    sides = (
        _ids([line for text in given for line in text.source], "text", tokenizer, where),
        _ids([line for text in given for line in text.target], "text_target", tokenizer, where),
    )
    unknown = sum(line.count(tokenizer.unk_token_id) for side in sides for line in side)
    places = [number - 1 for _, number in where]
    source, target = (Lines.of(side) for side in sides)
    return Corpus(source, target, np.array(places, np.int64), len(given), unknown)


def _ids(
    lines: list[str], side: str, tokenizer: Any, where: Sequence[tuple[str, int]]
) -> list[list[int]]:
    if not lines:
        return []
    made: list[list[int]] = tokenizer(**{side: lines}, add_special_tokens=False, verbose=False)[
        "input_ids"
    ]
    special = set(tokenizer.all_special_ids) - {tokenizer.unk_token_id}
    for (document, segment), ids in zip(where, made, strict=True):
        if found := special.intersection(ids):
            token = tokenizer.convert_ids_to_tokens(min(found))
            raise InputError(
                f"document {document!r}, segment {segment}: the line holds {token!r}, a special"
                " token of the model; take it out of the text"
            )
    return made


NAME = "target"


def read_pairs(
    reader: OpenReader, source: Path, target: Path | None, docids: Path | None
) -> list[TextPair]:
    """Read documents with their one translation.

    Raises:
        InputError: a file is faulty, or holds no translation or several.
    """
    request = CorpusRequest(source, {} if target is None else {NAME: target}, docids=docids)
    pairs = []
    for text in reader.read(request):
        if len(text.references) != 1:
            raise InputError(
                f"document {text.id!r} has {len(text.references)} translations; training takes one:"
                " name its file with --tgt",
                path=source,
            )
        (lines,) = text.references.values()
        pairs.append(TextPair(text.id, text.source, lines))
    return pairs


def held_out(
    pairs: Sequence[TextPair], share: float, seed: int
) -> tuple[list[TextPair], list[TextPair]]:
    """Draw whole documents for development; UsageError where there is only one."""
    if len(pairs) < 2:
        raise UsageError(
            "the text is one document, so none can be held out for development; tell documents"
            " apart with --docids, or give --dev-src and --dev-tgt"
        )
    count = min(len(pairs) - 1, max(1, round(share * len(pairs))))
    drawn = set(np.random.default_rng(seed).permutation(len(pairs))[:count].tolist())
    return (
        [pair for index, pair in enumerate(pairs) if index not in drawn],
        [pair for index, pair in enumerate(pairs) if index in drawn],
    )


PAD, END, UNKNOWN, MASK = "<pad>", "</s>", "<unk>", "<mask>"


def learn_tokenizer(lines: Iterable[str], recipe: Recipe, separator: str) -> Any:
    """Learn subwords of both languages together; every space is kept, so lines can be restored."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    special = [PAD, END, UNKNOWN, MASK, separator]
    kind: Any
    if recipe.tokenizer_kind == "unigram":
        kind = models.Unigram()
        trainer: Any = trainers.UnigramTrainer(
            vocab_size=recipe.vocabulary,
            special_tokens=special,
            unk_token=UNKNOWN,
            show_progress=False,
        )
    else:
        kind = models.BPE(unk_token=UNKNOWN)
        trainer = trainers.BpeTrainer(
            vocab_size=recipe.vocabulary, special_tokens=special, show_progress=False
        )
    tokenizer = Tokenizer(kind)
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    tokenizer.train_from_iterator(lines, trainer)
    return _finished(tokenizer, separator)


def load_tokenizer(place: Path, separator: str) -> Any:
    """Load a tokenizer's folder, or a SentencePiece model.

    Raises:
        UsageError: there is none.
    """
    from transformers import AutoTokenizer

    if place.is_file():
        return _finished(read_sentencepiece(place), separator)
    if not place.is_dir():
        raise UsageError(f"--tokenizer {place}: there is no such folder or SentencePiece model")
    try:
        return AutoTokenizer.from_pretrained(place, local_files_only=True, trust_remote_code=False)
    except Exception as error:  # of many kinds in Transformers
        reason = (str(error).strip().splitlines() or [""])[0]
        raise UsageError(f"{place} holds no tokenizer of Transformers: {reason}") from error


def read_sentencepiece(file: Path) -> Any:
    """Read a SentencePiece model of the kind unigram or BPE into a fast tokenizer.

    Raises:
        UsageError: the file is not valid.
    """
    import sentencepiece
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers

    model = sentencepiece.SentencePieceProcessor()
    try:
        model.Load(str(file))
    except (OSError, RuntimeError) as error:
        raise UsageError(f"{file} is no SentencePiece model: {error}") from error
    pieces = {model.IdToPiece(i): model.GetScore(i) for i in range(model.GetPieceSize())}
    own = {UNKNOWN: 0.0}
    for index, piece in enumerate(pieces):
        if not (model.IsControl(index) or model.IsUnknown(index)):
            own[piece] = pieces[piece]
    kind: Any
    if all(score.is_integer() for score in own.values()):  # ranks of merges
        numbers = {piece: number for number, piece in enumerate(own)}
        kind = models.BPE(numbers, _merges(own), unk_token=UNKNOWN)
    else:
        kind = models.Unigram(list(own.items()), unk_id=0)
    tokenizer = Tokenizer(kind)
    if model.Normalize("\ufb01") == "fi":
        tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    return tokenizer


def _merges(pieces: Mapping[str, float]) -> list[tuple[str, str]]:
    """Return all pairs that make up a piece, the first merged first."""
    pairs = [
        (-score, piece[:cut], piece[cut:])
        for piece, score in pieces.items()
        for cut in range(1, len(piece))
        if piece[:cut] in pieces and piece[cut:] in pieces
    ]
    return [(left, right) for _, left, right in sorted(pairs)]


def with_tokens(tokenizer: Any, separator: str, *, needs_mask: bool) -> int:
    """Add the separator, and the mask if words are to be dropped; give how many were new."""
    added = 0
    if not is_token(tokenizer, separator):
        added += tokenizer.add_tokens([separator], special_tokens=True)
    if needs_mask and tokenizer.mask_token_id is None:
        added += tokenizer.add_special_tokens({"mask_token": MASK})
    return added


def is_token(tokenizer: Any, text: str) -> bool:
    """Return whether a text is a token of the vocabulary, and not the unknown one."""
    found = tokenizer.convert_tokens_to_ids(text)
    return found is not None and found != tokenizer.unk_token_id


def _finished(tokenizer: Any, separator: str) -> Any:
    """Wrap for Transformers: a line ends with the end token, special tokens have their roles."""
    from tokenizers import processors
    from transformers import PreTrainedTokenizerFast

    tokenizer.add_special_tokens([PAD, END, UNKNOWN, MASK, separator])
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"$A {END}", special_tokens=[(END, tokenizer.token_to_id(END))]
    )
    return PreTrainedTokenizerFast(  # type: ignore[no-untyped-call] # of Transformers
        tokenizer_object=tokenizer,
        pad_token=PAD,
        eos_token=END,
        unk_token=UNKNOWN,
        mask_token=MASK,
        additional_special_tokens=[separator],
        clean_up_tokenization_spaces=False,
    )
