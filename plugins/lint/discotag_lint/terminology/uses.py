"""What a document calls its terms and names, by its word links.

A term is a run of nouns or names that are side by side; what it is called there is the run of
target words that its links lead to, function words at its ends left out.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from discotag.plugin.language import ud
from discotag_lint.terminology.matching import is_inflected

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Alignment, Document, LanguagePack, Tokens


CONTENT = frozenset({"NOUN", "PROPN", "ADJ", "VERB", "ADV", "NUM", "X"})
NAMING = frozenset({"NOUN", "PROPN", "ADJ", "X", "VERB", "NUM"})
"""Parts of speech of target words that belong to a term."""
GAP = 2
"""Words that may be between two that are linked to one term."""
SURE = 0.3
"""The least confidence of a link that counts, where the aligner has one."""


@dataclass(frozen=True, slots=True)
class Use:
    """A term at one place.

    Args:
        key: what is the same term: dictionary forms, without case.
        form: the term as written there.
        is_name: whether it is a name.
        segment: 0-based.
        tokens: its words in the source.
        name_key: what is the same translation; "" where nothing is linked.
        name: the translation as written there.
        name_tokens: its words in the target.
    """

    key: str
    form: str
    is_name: bool
    segment: int
    tokens: tuple[int, ...]
    name_key: str = ""
    name: str = ""
    name_tokens: tuple[int, ...] = ()


class TermUses:
    """Finds terms and their translations in documents of one pair of languages.

    Args:
        source: the source language.
        target: the target language.
    """

    def __init__(self, source: LanguagePack, target: LanguagePack) -> None:
        self._stops = source.stop_words
        self._joints = tuple(" " if pack.writing.spaces else "" for pack in (source, target))
        self._shortest = 3 if source.writing.spaces else 2

    def of(self, document: Document) -> Iterator[Use]:
        """Yield the terms of a document in the order of its text."""
        for segment, tokens in enumerate(document.source):
            links = _sure_links(document.links(segment))
            for span in self._spans(tokens):
                yield self._use(segment, span, tokens, document.target[segment], links)

    def at(self, document: Document, segment: int, tokens: Sequence[int], key: str) -> Use:
        """Return the use of a term at known tokens, under a key of the caller's."""
        links = _sure_links(document.links(segment))
        sides = document.source[segment], document.target[segment]
        return replace(self._use(segment, tokens, *sides, links), key=key)

    def _spans(self, tokens: Tokens) -> Iterator[list[int]]:
        """Yield the indices of each term's words: nouns that are side by side."""
        nouns = [token.index for token in tokens if token.upos in ud.NOMINAL]
        for run in _runs(nouns, 1):
            if self._counts(tokens, run):
                yield run

    def _counts(self, tokens: Tokens, run: Sequence[int]) -> bool:
        letters = "".join(tokens.forms[index] for index in run)
        first = tokens[run[0]]
        if len(run) == 1 and {first.form.casefold(), first.lemma.casefold()} & self._stops:
            return False
        is_long = len(letters) >= self._shortest or (letters.isupper() and len(letters) > 1)
        return is_long and any(map(str.isalpha, letters))

    def _use(
        self,
        segment: int,
        run: Sequence[int],
        source: Tokens,
        target: Tokens,
        links: Sequence[tuple[int, int]],
    ) -> Use:
        form = _text(source, run, self._joints[0])
        words = [source[index] for index in run]
        is_name = words[-1].upos == "PROPN"
        key = (
            self._joints[0]
            .join(word.form if word.upos == "PROPN" else word.base for word in words)
            .casefold()
        )
        naming = _naming(set(run), source, target, links)
        if not naming:
            return Use(key, form, is_name, segment, tuple(run))
        bases = [target[index].base.casefold() for index in naming if target[index].upos in NAMING]
        return Use(
            key,
            form,
            is_name,
            segment,
            tuple(run),
            self._joints[1].join(bases),
            _text(target, naming, self._joints[1]),
            tuple(naming),
        )


def same_name(one: str, other: str) -> bool:
    """Return whether two translations are one name, inflected or joined otherwise."""
    parts = [[part.partition("'")[0] for part in name.replace("’", "'").casefold().split()]
             for name in (one, other)]  # fmt: skip
    if len(parts[0]) != len(parts[1]):
        plain = ["".join(filter(str.isalnum, "".join(words))) for words in parts]
        return plain[0] == plain[1]
    return all(
        a == b or is_inflected(a.replace("-", ""), b.replace("-", ""))
        for a, b in zip(*parts, strict=True)
    )


def _naming(
    own: set[int], source: Tokens, target: Tokens, links: Sequence[tuple[int, int]]
) -> list[int]:
    """Return the target words that translate a term; nothing where that is not clear."""
    linked = {j for i, j in links if i in own and target[j].upos in NAMING}
    linked -= {j for i, j in links if i not in own and source[i].upos in CONTENT}
    linked -= _verbs_over(linked, target)
    if not linked:
        return []
    run = max(_runs(sorted(linked), GAP + 1), key=len)  # of several the first
    return list(range(run[0], run[-1] + 1))


def _verbs_over(words: set[int], tokens: Tokens) -> set[int]:
    """Return the verbs among words that a noun among them depends on: Analyse *absagen*.

    A participle that describes its noun depends on that (*kontrollierte* Studie), and stays.
    """
    if tokens.heads is None:
        return set()
    heads = {tokens.heads[index] for index in words if tokens[index].upos in ud.NOMINAL}
    return {index for index in words & heads if tokens[index].upos == "VERB"}


def _runs(indices: Sequence[int], step: int) -> list[list[int]]:
    """Group ascending indices that are not further from each other than a step."""
    runs: list[list[int]] = []
    for index in indices:
        if runs and index - runs[-1][-1] <= step:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def _sure_links(links: Alignment) -> tuple[tuple[int, int], ...]:
    if links.scores is None:
        return links.links
    pairs = zip(links.links, links.scores, strict=True)
    return tuple(link for link, score in pairs if score >= SURE)


def _text(tokens: Tokens, indices: Sequence[int], joint: str) -> str:
    """Return the words as they are in the text, or joined where others are between."""
    if indices[-1] - indices[0] == len(indices) - 1:
        return tokens.text[tokens.starts[indices[0]] : tokens.ends[indices[-1]]]
    return joint.join(tokens.forms[index] for index in indices)


def grouped_names(uses: Sequence[Use]) -> dict[str, str]:
    """Return each key of a term's names with the most frequent one that is the same name."""
    counts = Counter(use.name_key for use in uses if use.name_key)
    forms = {use.name_key: use.name for use in reversed(uses)}
    heads: dict[str, str] = {}
    for key, _ in counts.most_common():
        heads[key] = next(
            (
                head
                for head in dict.fromkeys(heads.values())
                if same_name(head, key) or same_name(forms[head], forms[key])
            ),
            key,
        )
    return heads
