"""The tokenizer of a training: given, or learnt from its text; separator and mask are in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.plugin import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from discotag_cxmi.training.recipe import Recipe

PAD, END, UNKNOWN, MASK = "<pad>", "</s>", "<unk>", "<mask>"


def learn_tokenizer(lines: Iterable[str], recipe: Recipe, separator: str) -> Any:
    """Learn subwords of both languages together; every space is kept, so lines come back whole."""
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
        UsageError: the file is none.
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
