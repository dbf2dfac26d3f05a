"""Mutation: small random damage to sound files, the same for the same random numbers."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

TOKENS = (
    b"", b"\0", b"\n", b"\r", b"\r\n", b"\t", b" ", b'"', b"'", b"\\", b"[", b"]", b"{", b"}", b":",
    b",", b"=", b"<", b">", b"/", b"&", b"-", b"@", b"#", b"null", b"true", b"NaN", b"Infinity",
    b"1e999", b"-1", b"0", b"99999999999999999999", b"\\ud800", b"\\u0000", b"\xef\xbb\xbf",
    b"\xff\xfe", b"\x1f\x8b", b"\xe2\x80\xa8", b"\xc2\x85", b"\xcc\x81", b"\xed\xa0\x80", b"../",
    b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"<![CDATA[", b"<!--", b"<?x?>", b"&#0;", b"&lt;",
    b"[" * 500, b"{'a':" * 300, b"<a>" * 300, b"a." * 300, b"9" * 5000, b"(" * 300,
)  # fmt: skip
"""What breaks readers of text: signs of the formats, numbers at the edges, odd characters."""


def mutated(data: bytes, others: Sequence[bytes], rng: random.Random) -> bytes:
    """Return a damaged copy of `data`; pieces of `others` may stand in it."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        data = rng.choice(KINDS)(data, others, rng)
    if rng.random() < 0.02:
        packed = gzip.compress(data, 1, mtime=0)
        return packed[: rng.randint(0, len(packed))] if rng.random() < 0.5 else packed
    return data


def _place(data: bytes, rng: random.Random) -> tuple[int, int]:
    begin = rng.randint(0, len(data))
    return begin, min(len(data), begin + rng.choice((0, 1, 1, 2, 4, 16, 200)))


def _taken_out(data: bytes, _: Sequence[bytes], rng: random.Random) -> bytes:
    begin, end = _place(data, rng)
    return data[:begin] + data[end:]


def _doubled(data: bytes, _: Sequence[bytes], rng: random.Random) -> bytes:
    begin, end = _place(data, rng)
    return data[:end] + data[begin:]


def _replaced(data: bytes, _: Sequence[bytes], rng: random.Random) -> bytes:
    begin, end = _place(data, rng)
    return data[:begin] + rng.choice(TOKENS) + data[end:]


def _bit_flipped(data: bytes, _: Sequence[bytes], rng: random.Random) -> bytes:
    if not data:
        return b"\x80"
    place = rng.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]


def _joined(data: bytes, others: Sequence[bytes], rng: random.Random) -> bytes:
    other = rng.choice(others)
    return data[: rng.randint(0, len(data))] + other[rng.randint(0, len(other)) :]


def _cut(data: bytes, _: Sequence[bytes], rng: random.Random) -> bytes:
    return data[: rng.randint(0, len(data))]


def _line_moved(data: bytes, _: Sequence[bytes], rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    line = lines.pop(rng.randrange(len(lines)))
    lines[(place := rng.randint(0, len(lines))) : place] = [line] * rng.choice((0, 1, 2))
    return b"\n".join(lines)


def _value_changed(data: bytes, _: Sequence[bytes], rng: random.Random) -> bytes:
    """Put something else for a word or number: the form stays sound, the sense does not."""
    words = [word for word in data.replace(b'"', b" ").split() if word.isalnum()]
    if not words:
        return data
    old, new = rng.choice(words), rng.choice((*words, *TOKENS))
    return data.replace(old, new, rng.choice((1, -1)))


KINDS: tuple[Callable[[bytes, Sequence[bytes], random.Random], bytes], ...] = (
    _taken_out, _doubled, _replaced, _bit_flipped, _joined, _cut, _line_moved, _value_changed,
)  # fmt: skip
