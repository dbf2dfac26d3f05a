"""Lines as subwords that know their place in the line, with what a tokenizer must not do.

A score belongs to the line only if the subwords spell the line: what loses or changes letters is
refused. Any tokenizer of Transformers will do, fast or slow.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discotag.plugin import DiscotagError, InputError, PluginError
from discotag_cxmi.scoring.offsets import UnalignedError, bare, is_blank, spans

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discotag_cxmi.examples import Example

    Ids = tuple[int, ...]

KEPT = 100_000
"""Lines whose subwords are remembered: a line is a target once and context several times."""


@dataclass(frozen=True, slots=True)
class Subwords:
    """A line's subwords: ids, and character offsets into the untouched line."""

    ids: Ids
    starts: tuple[int, ...]
    ends: tuple[int, ...]


NOTHING = Subwords((), (), ())


class UnusableLineError(Exception):
    """A line that this tokenizer cannot score; says why. Document and segment are added above."""


class LineTokenizer:
    """Turns lines of one side into subwords.

    Args:
        tokenizer: of Transformers.
        is_target: whether lines are targets; some models have two vocabularies.
        lead: text before every line that counts to its first subword (the space behind a prompt).
        anchor: text before that whose subwords are dropped, so that a line is not taken for the
            beginning of a text.
    """

    def __init__(
        self, tokenizer: Any, *, is_target: bool, lead: str = "", anchor: str = ""
    ) -> None:
        self.tokenizer = tokenizer
        self.is_target = is_target
        self.lead, self._anchor = lead, anchor
        self.unknown: int | None = tokenizer.unk_token_id
        specials = {str(token) for token in tokenizer.all_special_tokens}
        specials |= {
            str(token) for token in tokenizer.added_tokens_decoder.values() if token.special
        }
        longest = sorted((token for token in specials if token.strip()), key=len, reverse=True)
        self._own = re.compile("|".join(map(re.escape, longest)) or r"(?!)")
        self._known: dict[str, Subwords | UnusableLineError] = {}

    def prepare(self, lines: Iterable[str]) -> None:
        """Tokenize lines in one go, for `subwords` to look up."""
        if len(self._known) > KEPT:
            self._known.clear()
        new = [line for line in dict.fromkeys(lines) if line not in self._known]
        if new and self.tokenizer.is_fast:
            for line, found in zip(new, self._fast(new), strict=True):
                self._known[line] = found
        else:
            for line in new:
                self._known[line] = self._slow(line)

    def subwords(self, line: str) -> Subwords:
        """Return a line's subwords, without special tokens.

        Raises:
            UnusableLineError: they would not be the line's.
        """
        if line not in self._known:
            self.prepare((line,))
        found = self._known[line]
        if isinstance(found, UnusableLineError):
            raise found
        return found

    def unknown_in(self, line: str) -> int:
        """Count a line's unknown subwords."""
        return self.subwords(line).ids.count(-1 if self.unknown is None else self.unknown)

    def frame(self, sample: str = "a") -> tuple[Ids, Ids]:
        """Return the special ids that the tokenizer puts before and behind a line."""
        key = "text_target" if self.is_target else "text"
        with_frame = list(map(int, self.tokenizer(**{key: sample})["input_ids"]))
        own = list(map(int, self.tokenizer(**{key: sample}, add_special_tokens=False)["input_ids"]))
        for start in range(len(with_frame) - len(own) + 1):
            if with_frame[start : start + len(own)] == own:
                return tuple(with_frame[:start]), tuple(with_frame[start + len(own) :])
        raise PluginError("the tokenizer's special tokens are not around the line but inside it")

    def _fast(self, lines: list[str]) -> Iterable[Subwords | UnusableLineError]:
        coded = pieces(self.tokenizer, [self.lead + line for line in lines], self._anchor)
        normalizer = self.tokenizer.backend_tokenizer.normalizer
        lead = len(self.lead)
        for line, (ids, offsets) in zip(lines, coded, strict=True):
            places = [(max(start - lead, 0), max(end - lead, 0)) for start, end in offsets]
            fault = self.own_token(line) or _lost(line, places)
            if fault is None and normalizer is not None:
                fault = _changed(line, normalizer.normalize_str(line))
            if fault:
                yield UnusableLineError(fault)
            else:
                yield _subwords(ids, places) if line else NOTHING

    def _slow(self, line: str) -> Subwords | UnusableLineError:
        if fault := self.own_token(line):
            return UnusableLineError(fault)
        switch = getattr(self.tokenizer, "_switch_to_target_mode", None)
        if self.is_target and switch is not None:
            switch()
        try:
            pieces = self.tokenizer.tokenize(line)
            ids = self.tokenizer.convert_tokens_to_ids(pieces)
        finally:
            if self.is_target and switch is not None:
                self.tokenizer._switch_to_input_mode()
        try:
            return _subwords(ids, spans(line, pieces))
        except UnalignedError as error:
            return UnusableLineError(_told(str(error)))

    def own_token(self, line: str) -> str | None:
        """Return a message if a line holds a special token of the model as text."""
        match = self._own.search(line)
        if match is None:
            return None
        return f"it holds {match[0]!r}, a special token of the model; take it out of the text"


def pieces(
    tokenizer: Any, texts: Sequence[str], anchor: str = ""
) -> list[tuple[list[int], list[tuple[int, int]]]]:
    """Return ids and offsets of texts as a fast tokenizer has them, each as if behind the anchor.

    A text whose first letter would join the anchor is taken without it.
    """
    coded = tokenizer(
        [anchor + text for text in texts],
        add_special_tokens=False,
        return_offsets_mapping=True,
        return_attention_mask=False,
        return_token_type_ids=False,
        verbose=False,
    )
    size = len(anchor)
    found = []
    for text, ids, offsets in zip(texts, coded["input_ids"], coded["offset_mapping"], strict=True):
        own = sum(end <= size for _, end in offsets) if size else 0
        if any(start < size for start, _ in offsets[own:]):
            found += pieces(tokenizer, [text])
        else:
            found.append((ids[own:], [(start - size, end - size) for start, end in offsets[own:]]))
    return found


def _subwords(ids: Iterable[int], offsets: Iterable[tuple[int, int]]) -> Subwords:
    places = list(offsets)
    return Subwords(
        tuple(map(int, ids)),
        tuple(int(start) for start, _ in places),
        tuple(int(end) for _, end in places),
    )


def _lost(line: str, offsets: Sequence[tuple[int, int]]) -> str | None:
    """Return a message if a letter is in no subword."""
    seen = bytearray(len(line))
    for start, end in offsets:
        seen[start:end] = b"\1" * (end - start)
    for place, letter in enumerate(line):
        if not seen[place] and not is_blank(letter) and unicodedata.category(letter)[0] != "M":
            return _told(f"{letter!r} (character {place + 1}) is lost")
    return None


def _changed(line: str, normalised: str) -> str | None:
    """Return a message if a normaliser changes more than NFKC and spaces."""
    before, after = bare(line), bare(normalised)
    if before == after:
        return None
    place = next(
        (i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b),
        min(len(before), len(after)),
    )
    was, became = before[place : place + 12], after[place : place + 12]
    return _told(f"{was!r} becomes {became!r}")


def _told(what: str) -> str:
    return (
        f"the tokenizer changes it ({what}), so the scores would be of another text; normalise the"
        " text likewise before, or take a model whose tokenizer keeps it"
    )


def unusable(
    error: UnusableLineError, example: Example, what: str, *, back: int = 0
) -> DiscotagError:
    """Return the error that names the place of a line: the example's own, or one so far back."""
    return InputError(f"{example.place(back)}: the {what}: {error}")
