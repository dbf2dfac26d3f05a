"""Pairs of pronouns: a target pronoun, its class, and the source word it stands for.

Most pairs are linked words that a rule lists. A clitic that no link explains goes with the object
of its verb's counterpart; a pronoun that the source drops with the verb it belongs to; a pronoun
within a word (Arabic, Hebrew) with the source pronoun linked near it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.core.explanations import Told
from discotag.core.tags import TokenRef
from discotag.core.token_context import TokenContext
from discotag.plugins.pronouns.classes import plain
from discotag.plugins.pronouns.clitics import free_objects, objects
from discotag.plugins.pronouns.features import NEUTER, NOMINALS
from discotag.plugins.pronouns.left_over import left_over, unexplained

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from discotag.core.document import Document
    from discotag.core.explanations import Trace
    from discotag.core.tokens import Token
    from discotag.plugins.pronouns.classes import Classes
    from discotag.plugins.pronouns.options import PronounOptions
    from discotag.plugins.pronouns.table import Decision

SUBJECT = "nsubj"
OBJECT = frozenset({"obj", "iobj"})


@dataclass(frozen=True, slots=True)
class Pair:
    """A target pronoun and its source.

    Args:
        label: the rule's name and the class: `it→fem`.
        place: the target pronoun.
        source: the source token, 0-based in the same segment.
        decided_by: what decides the class.
        is_dropped: whether the source has no word for it.
    """

    label: str
    place: TokenRef
    source: int
    decided_by: Decision
    is_dropped: bool = False

    @property
    def is_neuter(self) -> bool:
        """Whether its class may take up a clause, or nothing."""
        return self.label.partition("→")[2] == NEUTER


class Pairs:
    """Finds the pairs of documents.

    Args:
        options: of the tagger.
        classes: of the language pair.
    """

    def __init__(self, options: PronounOptions, classes: Classes) -> None:
        self._options = options
        self._classes = classes

    @property
    def _is_table(self) -> bool:
        return self._options.forms == "table"

    def of(self, document: Document, why: Trace | None = None) -> Iterator[Pair]:
        """Yield the pairs of a document, segment by segment; `why` hears of those left out."""
        for segment in range(len(document)):
            seen: set[tuple[int, str]] = set()
            for i, j in self._links(document, segment):
                source = TokenContext(document, "source", segment, i)
                target = TokenContext(document, "target", segment, j)
                found = self._classes.of_linked(source, target, why)
                if found is None or (j, found[0]) in seen:
                    continue
                if self._is_misled(source, target, why):
                    continue
                if self._classes.is_expletive(source, target, why):
                    continue
                seen.add((j, found[0]))
                yield Pair(found[0], TokenRef("target", segment, j), i, found[1])
            marked = {j for j, _ in seen}
            for pair in self._clitic_pairs(document, segment, marked, why):
                marked.add(pair.place.token)
                yield pair
            if why is not None:
                self._tell_unlinked(document, segment, marked, why)
            yield from self._dropped_pairs(document, segment, marked, why)
            yield from self._attached_pairs(document, segment, marked, why)

    def _links(self, document: Document, segment: int) -> list[tuple[int, int]]:
        """Return the links of words that some rule lists."""
        forms = document.target[segment].forms
        places = {j for j, form in enumerate(forms) if self._classes.is_listed(form)}
        links = document.links(segment)
        taken = links.last_links.items() if self._options.links == "last" else links.links
        found = [(i, j) for i, j in taken if j in places]
        return _nearest(document, segment, found) if self._is_table else found

    def _is_misled(self, source: TokenContext, target: TokenContext, why: Trace | None) -> bool:
        """Return whether another pronoun beside the source's must be what the target translates.

        In "she found it" the object is linked to *sie*, the subject of *fand*: *sie* is *she*. In
        "he described it" a masculine *er* is *he*, if nothing else is.
        """
        if not self._is_table:
            return False
        own, other = source.word.deprel, target.word.deprel
        crossed = (own in OBJECT and other == SUBJECT) or (own == SUBJECT and other in OBJECT)
        wanted = OBJECT if own == SUBJECT else {SUBJECT}
        is_crossed = crossed and source.word.head >= 0
        near = source.tokens.children(source.word.head) if is_crossed else ()
        children = map(source.at, near)
        rivals = [
            child.place
            for child in children
            if child.word.deprel in wanted
            and child.word.upos == "PRON"
            and child.word.feats.get("Person", "3") == "3"
        ]
        if (own == SUBJECT) != (other == SUBJECT):
            rivals = rivals or [site.place for site in unexplained(source, target)]
        if rivals and why is not None:
            told = Told("it is linked to one pronoun and has the role of another", "role", 1, 2)
            why.no(target.place, "link", told, (rivals[0],))
        return bool(rivals)

    def _tell_unlinked(
        self, document: Document, segment: int, marked: Collection[int], why: Trace
    ) -> None:
        for word in document.target[segment]:
            is_listed = word.index not in marked and self._classes.is_listed(word.form)
            if is_listed and not document.links(segment).sources(word.index):
                told = f'"{word.form}" is listed, but no source word is linked to it'
                place = TokenRef("target", segment, word.index)
                why.no(place, "link", Told(told, "unlinked", 1, 2))

    def _clitic_pairs(
        self, document: Document, segment: int, seen: set[int], why: Trace | None
    ) -> Iterator[Pair]:
        """Yield clitics that no link explains, each with the object of its verb's counterpart.

        The last one left has the last object left, whatever the verbs.
        """
        taken = {i for i, j in document.links(segment).links if j in seen}
        leaning = self._classes.leaning
        left = [
            TokenContext(document, "target", segment, j)
            for j, form in enumerate(document.target[segment].forms if leaning else ())
            if j not in seen and plain(form) in leaning
            if not _is_subject(document.target[segment][j])
        ]
        for target in tuple(left):
            pair = next(self._clitic(target, objects(target), taken, why), None)
            if pair is not None:
                taken.add(pair.source)
                left.remove(target)
                yield pair
        if len(left) == 1:
            pairs = list(self._clitic(left[0], free_objects(left[0]), taken, why))
            yield from pairs if len(pairs) == 1 else ()

    def _clitic(
        self,
        target: TokenContext,
        sources: Iterable[TokenContext],
        taken: Collection[int],
        why: Trace | None,
    ) -> Iterator[Pair]:
        for source in sources:
            found = self._classes.of_clitic(source, target, why)
            if found is None or source.token in taken:
                continue
            if not self._classes.is_expletive(source, target, why):
                place = TokenRef("target", target.segment, target.token)
                yield Pair(found[0], place, source.token, found[1])

    def _dropped_pairs(
        self, document: Document, segment: int, seen: set[int], why: Trace | None
    ) -> Iterator[Pair]:
        """Yield target pronouns for which the source has no word, each with its verb there."""
        tokens = document.target[segment] if self._classes.dropped else ()
        for word in tokens:
            if word.index in seen or plain(word.form) not in self._classes.dropped:
                continue
            target = TokenContext(document, "target", segment, word.index)
            verbs = target.at(word.head).linked() if word.head >= 0 else []
            if why is not None and not verbs:
                told = Told("no source word is linked to its verb", "unlinked-verb", 1, 2)
                why.no(target.place, "dropped", told)
            if any(site.word.upos in NOMINALS for site in target.linked()):
                if why is not None:
                    told = Told("the source has a word for it", "source-word", 1, 2)
                    why.no(target.place, "dropped", told)
                continue
            if verbs and (named := next(left_over(verbs[0]), None)) is not None:
                if why is not None:
                    why.no(target.place, "dropped", NAMED, (named.place,))
                continue
            for source in verbs:
                found = self._classes.of_dropped(source, target, why)
                if found and not self._classes.is_expletive(source, target, why):
                    label, decided_by = found
                    yield Pair(label, target.place, source.token, decided_by, is_dropped=True)
                    break

    def _attached_pairs(
        self, document: Document, segment: int, seen: set[int], why: Trace | None
    ) -> Iterator[Pair]:
        """Yield words with a pronoun attached, each with the source pronoun it stands for."""
        taken = set(seen)
        for word in document.source[segment] if self._classes.attached else ():
            source = TokenContext(document, "source", segment, word.index)
            rules = [rule for rule in self._classes.attached if rule.source.matches(source)]
            for j in _hosts(source) if rules else ():
                target = TokenContext(document, "target", segment, j)
                found = None if j in taken else self._classes.of_attached(rules, target, why)
                if found and not self._classes.is_expletive(source, target, why):
                    taken.add(j)
                    label, decided_by = found
                    yield Pair(label, TokenRef("target", segment, j), word.index, decided_by)
                    break
        if why is not None:
            self._tell_attached(document, segment, taken, why)

    def _tell_attached(
        self, document: Document, segment: int, taken: Collection[int], why: Trace
    ) -> None:
        """Explain words that may hold a pronoun that no source pronoun explains."""
        for word in document.target[segment] if self._classes.attached else ():
            target = TokenContext(document, "target", segment, word.index)
            for rule in self._classes.attached if word.index not in taken else ():
                if self._classes.of_attached([rule], target, None) is not None:
                    why.no(target.place, f"rule {rule.name}", NONE_NEAR, label=rule.name)


NAMED = Told("a source word that nothing translates may be what it stands for", "named", 1, 2)
NONE_NEAR = Told(
    "it may hold a pronoun, but the rule finds none of the source near it", "none-near", 1, 2
)


def _is_subject(word: Token) -> bool:
    """Return whether a form that may lean on a verb is a subject here; a clitic is none."""
    return word.deprel.startswith(SUBJECT) and word.feats.get("Clitic") != "Yes"


def _nearest(
    document: Document, segment: int, links: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Leave out links of a word to one form twice ("*it* says *it* …"), but for the nearest."""
    forms = document.source[segment].forms
    longer = len(forms) / max(len(document.target[segment]), 1)
    best: dict[tuple[int, str], tuple[float, int]] = {}
    for i, j in links:
        place = abs(i - j * longer), i
        key = j, plain(forms[i])
        best[key] = min(place, best.get(key, place))
    return [(i, j) for i, j in links if best[j, plain(forms[i])][1] == i]


def _hosts(source: TokenContext) -> list[int]:
    """Return the target words that a source pronoun's counterpart may be attached to, best first.

    They are those linked to it, or else to its head or its preposition.
    """
    own = source.linked()
    if any(site.word.upos == "PRON" for site in own):
        return [site.token for site in own]
    near = [source.at(source.word.head)] if source.word.head >= 0 else []
    near += [source.at(child) for child in source.tokens.children(source.token)]
    around = [
        other
        for site in near
        if site.token == source.word.head or site.word.upos == "ADP"
        for other in site.linked()
    ]
    return list(dict.fromkeys(site.token for site in (*own, *around)))
