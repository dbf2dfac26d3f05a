"""Aspect partners: two verbs of a language that are one word in the source.

*I told him. – Did you?* may be *Я рассказывал. – Рассказал?* What makes partners is told by a
language's pack: prefixes that add nothing but the aspect, endings that stand for each other, and
pairs that look unlike (*говорить*, *сказать*).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SHORTEST = 4
"""Letters of the shortest verb that a prefix is taken off or put on."""


class Partners:
    """Tells a verb's partners.

    Args:
        prefixes: prefixes that make a verb of one aspect the other's.
        endings: pairs of endings of infinitives that stand for each other.
        pairs: pairs of lemmas.
        reflexive: endings that are taken off before, and put on again.
    """

    def __init__(
        self,
        prefixes: Sequence[str] = (),
        endings: Sequence[tuple[str, str]] = (),
        pairs: Sequence[tuple[str, str]] = (),
        reflexive: Sequence[str] = (),
    ) -> None:
        both = ((one, other) for pair in pairs for one, other in (pair, pair[::-1]))
        self._pairs: dict[str, list[str]] = {}
        for one, other in both:
            self._pairs.setdefault(one, []).append(other)
        self._prefixes = tuple(prefixes)
        self._endings = tuple(e for one, other in endings for e in ((one, other), (other, one)))
        self._reflexive = tuple(reflexive)

    def of(self, lemma: str) -> tuple[str, ...]:
        """Return lemmas that may be partners, the surest first; most of them are no words.

        Example:
            >>> Partners(prefixes=["с"], pairs=[("брать", "взять")]).of("взять")
            ('брать', 'свзять')
        """
        back = next((end for end in self._reflexive if lemma.endswith(end)), "")
        stem = lemma.removesuffix(back)
        found = [*self._pairs.get(lemma, ()), *(f"{p}{back}" for p in self._pairs.get(stem, ()))]
        found += [f"{other}{back}" for other in self._made(stem)]
        return tuple(dict.fromkeys(other for other in found if other != lemma))

    def _made(self, stem: str) -> Iterator[str]:
        for prefix in self._prefixes:
            if stem.startswith(prefix) and len(stem) - len(prefix) >= SHORTEST:
                yield stem.removeprefix(prefix)
        for one, other in self._endings:
            if stem.endswith(one) and len(stem) > len(one):
                yield stem.removesuffix(one) + other
        if len(stem) >= SHORTEST:
            yield from (prefix + stem for prefix in self._prefixes)
