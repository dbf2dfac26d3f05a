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

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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
        lead: text before every line that counts to its first subword (the space after a prompt).
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
        """Return the special ids that the tokenizer puts before and after a line."""
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
    """Return ids and offsets of texts from a fast tokenizer, each as if after the anchor.

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


SPACE_MARK = "\u2581"
BYTE = re.compile(r"<0x([0-9A-Fa-f]{2})>")


class UnalignedError(Exception):
    """Pieces that do not spell the line; says where."""


def spans(line: str, pieces: Sequence[str]) -> list[tuple[int, int]]:
    """Return each piece's (start, end) in the line; a lone space mark is empty.

    Bytes of one character all have its place.

    Raises:
        UnalignedError: the pieces spell something else than the line.
    """
    letters = list(_letters(line))
    at, found = 0, list[tuple[int, int]]()
    for spelt, count in _spelt(pieces):
        wanted = [letter for letter, _ in _letters(spelt.replace(SPACE_MARK, " "))]
        here = letters[at : at + len(wanted)]
        if [letter for letter, _ in here] != wanted:
            seen = "".join(letter for letter, _ in here)
            raise UnalignedError(f"{seen!r} becomes {''.join(wanted)!r}")
        end = found[-1][1] if found else 0
        place = (here[0][1], here[-1][1] + 1) if here else (end, end)
        found += [place] * count
        at += len(wanted)
    if at < len(letters):
        rest = "".join(letter for letter, _ in letters[at:])
        raise UnalignedError(f"{rest[:20]!r} is lost")
    return found


def bare(text: str) -> str:
    """Return a text in NFKC without spaces, space marks and control characters."""
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKC", text.replace(SPACE_MARK, " "))
        if not is_blank(letter)
    )


def is_blank(letter: str) -> bool:
    """Return whether a character may vanish in a tokenizer: a space, or a control or format one."""
    return letter.isspace() or unicodedata.category(letter)[0] == "C"


def _letters(text: str) -> Iterator[tuple[str, int]]:
    """Yield a text's letters, taken apart (NFKD), each with the place of its character.

    Characters are taken one by one, so marks stay in the order of the text: SentencePiece does not
    reorder them, as a normal form of the whole would.
    """
    for place, character in enumerate(text):
        for letter in unicodedata.normalize("NFKD", character):
            if not is_blank(letter):
                yield letter, place


def _spelt(pieces: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield (text, number of pieces): a run of bytes is a text of its characters."""
    held = bytearray()
    for piece in pieces:
        if match := BYTE.fullmatch(piece):
            held.append(int(match[1], 16))
            try:
                letter = held.decode("utf-8")
            except UnicodeDecodeError:
                continue
            yield letter, len(held)
            held.clear()
        else:
            if held:
                raise UnalignedError("bytes that make no character")
            yield piece, 1
    if held:
        raise UnalignedError("bytes that make no character")
