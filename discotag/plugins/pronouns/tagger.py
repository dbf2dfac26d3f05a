"""Tag target pronouns whose form depends on an antecedent outside their segment.

In "I bought a table. It was cheap." – « J'ai acheté une table. Elle était bon marché. » nothing
in the second sentence says that *it* is feminine: *elle* is tagged, and *table* and *une table*
are its evidence (Fernandes et al. 2023, section 3.3). A pronoun whose noun stands in its own
segment is a mark without evidence; one whose antecedent is unknown is unresolved, except in the
first segment, which has no context. A noun of another gender or number is no evidence: a system's
*il* for *la table* keeps its mark, with its class, and is unresolved. Expletives ("it rains")
refer to nothing and are no marks. A choice that no antecedent decides (French *nous* or *on*) is
tagged when an earlier segment made it.

Where the source drops the pronoun (Japanese 来た → *she came*), the target pronoun is the mark, and
the verb it belongs to stands for its source.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Self

from pydantic import Field

from discotag.core.evidence import ContextOptions, Occurrences
from discotag.core.patterns import Site
from discotag.core.tags import Mark, Place
from discotag.plugins.pronouns.agreement import NOMINALS, Agreement
from discotag.plugins.pronouns.antecedents import UNKNOWN, Antecedents, followers
from discotag.plugins.pronouns.clitics import free_objects, objects
from discotag.plugins.pronouns.table import read_expletives, read_rules

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from discotag.core.document import Document
    from discotag.core.interfaces import Context
    from discotag.core.patterns import Pattern
from discotag.plugins.pronouns.table import Decision, PronounRule, TargetClass

PHENOMENON = "pronouns"
Classes = dict[str, list[tuple["PronounRule", "TargetClass"]]]
"""Target form → the rules and classes that list it, in order."""


class PronounOptions(ContextOptions):
    """Settings of the tagger.

    Args:
        antecedents: where an antecedent is looked for: the `document`; the `segment` alone, as
            the published MuDA code does; or nowhere (`none`): every listed pair is a tag.
        agreement: whether an antecedent's translation must agree with the target pronoun in gender
            and number, and a noun of the pronoun's own segment that agrees may decide.
        confidence: the least score of a pronoun in its cluster for the cluster to be believed,
            where the coreference gives scores.
        own_segment: the score below which the cluster gives way to a noun that stands before the
            pronoun in its own segment and agrees with it (`agreement`).
        unresolved: whether a pronoun with an unknown antecedent is a tag: `always`, `never`, or
            only in documents where nothing resolves coreference on either side (`no-coref`).
        first_segment: whether it is one even in the first segment of a document.
        expletives: whether pronouns that refer to nothing are treated like the others.
        repetition: whether a choice without antecedent is decided by earlier segments; if not, it
            is treated like the others.
        reach: how many segments back such a choice holds: further back, somebody else is speaking;
            None = the whole document.
        forms: the `table` with its conditions, or only the `published` lists of the MuDA papers.
    """

    antecedents: Literal["document", "segment", "none"] = "document"
    agreement: bool = True
    confidence: float = Field(default=0.3, ge=0, le=1)
    own_segment: float = Field(default=0.8, ge=0, le=1)
    unresolved: Literal["no-coref", "always", "never"] = "no-coref"
    first_segment: bool = False
    expletives: bool = False
    repetition: bool = True
    reach: int | None = Field(default=10, ge=0)
    forms: Literal["table", "published"] = "table"


@dataclass(frozen=True, slots=True)
class _Pair:
    label: str
    place: Place
    source: int
    decided_by: Decision


class PronounTagger:
    """Marks listed pairs of pronouns; those that need context are tags."""

    def __init__(
        self,
        options: PronounOptions,
        rules: tuple[PronounRule, ...],
        source_expletives: tuple[Pattern, ...] = (),
        target_expletives: tuple[Pattern, ...] = (),
    ) -> None:
        self._options = options
        self._classes: Classes = {}
        self._dropped: Classes = {}
        self._attached = tuple(rule for rule in rules if rule.attached)
        self._published: dict[str, list[PronounRule]] = {}
        self._leaning: Classes = {}
        for rule in rules:
            if rule.attached:
                continue
            classes = self._dropped if rule.dropped else self._classes
            for group in rule.classes:
                for form in map(_plain, group.forms):
                    classes.setdefault(form, []).append((rule, group))
                    if form in map(_plain, rule.clitics):
                        self._leaning.setdefault(form, []).append((rule, group))
            for form in map(_plain, rule.published):
                self._published.setdefault(form, []).append(rule)
        self._source_expletives = source_expletives
        self._target_expletives = target_expletives

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the tagger; TableError if its table is wrong or lacks the source language."""
        return cls(
            context.read_options(PronounOptions),
            read_rules(context.tables.get("pronouns"), context.source.code, context.target.code),
            read_expletives(context.source),
            read_expletives(context.target),
        )

    def mark(self, document: Document) -> Iterable[Mark]:
        """Yield a mark for each listed pair of linked pronouns."""
        pairs = list(self._pairs(document))
        known = Antecedents(document)
        following = followers(known.clusters)
        context = self._options.within(self._options.reach)
        repeated = Occurrences((pair.label, pair.place) for pair in pairs)
        for pair in pairs:
            evidence: tuple[Place, ...] = ()
            is_unresolved = False
            if pair.decided_by == "repetition":
                evidence = repeated.nearest(pair.label, pair.place, context)
            elif pair.decided_by in {"antecedent", "known"}:
                evidence, is_unresolved = self._context(document, pair, known, following)
            yield Mark(
                phenomenon=PHENOMENON,
                label=pair.label,
                segment=pair.place.segment,
                token=pair.place.token,
                source_tokens=(pair.source,),
                evidence=evidence,
                is_unresolved=is_unresolved,
            )

    def _context(
        self,
        document: Document,
        pair: _Pair,
        known: Antecedents,
        following: frozenset[tuple[int, int]],
    ) -> tuple[tuple[Place, ...], bool]:
        segment, options = pair.place.segment, self._options
        antecedent = UNKNOWN
        token = pair.source if known.side == "source" else pair.place.token
        if options.antecedents == "document":
            label = pair.label.partition("→")[2]
            agreement = Agreement(document, segment, pair.place.token, label)
            compared = agreement if options.agreement and known.side == "source" else None
            antecedent = known.find(segment, token, compared, options)
            if (
                compared is not None
                and antecedent.confidence < options.own_segment
                and compared.has_noun_before(pair.source)
            ):
                return (), False
        elif options.antecedents == "segment" and (segment, token) in following:
            return (), False
        settings = {"always"} if known.is_resolved else {"always", "no-coref"}
        is_open = (
            options.unresolved in settings
            and pair.decided_by == "antecedent"
            and (segment > 0 or options.first_segment)
        )
        return antecedent.evidence, is_open and not antecedent.is_known

    def _pairs(self, document: Document) -> Iterator[_Pair]:
        for segment in range(len(document)):
            seen: set[tuple[int, str]] = set()
            for i, j in document.links(segment).links:
                source = Site(document, "source", segment, i)
                target = Site(document, "target", segment, j)
                found = self._classify(source, target)
                if found is None or (j, found[0]) in seen or self._is_expletive(source, target):
                    continue
                seen.add((j, found[0]))
                yield _Pair(found[0], Place("target", segment, j), i, found[1])
            marked = {j for j, _ in seen}
            for pair in self._clitic_pairs(document, segment, marked):
                marked.add(pair.place.token)
                yield pair
            yield from self._dropped_pairs(document, segment, marked)
            if self._options.forms == "table":
                yield from self._attached_pairs(document, segment, marked)

    def _clitic_pairs(self, document: Document, segment: int, seen: set[int]) -> Iterator[_Pair]:
        """Give clitics that no link explains, each with the object of its verb's counterpart.

        The last one left has the last object left, whatever the verbs.
        """
        if self._options.forms != "table":
            return
        taken = {i for i, j in document.links(segment).links if j in seen}
        left = [
            Site(document, "target", segment, word.index)
            for word in (document.target[segment] if self._leaning else ())
            if word.index not in seen and _plain(word.form) in self._leaning
        ]
        for target in tuple(left):
            pair = next(self._clitic(target, objects(target), taken), None)
            if pair is not None:
                taken.add(pair.source)
                left.remove(target)
                yield pair
        if len(left) == 1:
            pairs = list(self._clitic(left[0], free_objects(left[0]), taken))
            yield from pairs if len(pairs) == 1 else ()

    def _clitic(
        self, target: Site, sources: Iterable[Site], taken: Collection[int]
    ) -> Iterator[_Pair]:
        for source in sources:
            found = self._matching(self._leaning, source, target)
            if found and source.token not in taken and not self._is_expletive(source, target):
                place = Place("target", target.segment, target.token)
                yield _Pair(found[0], place, source.token, found[1])

    def _dropped_pairs(self, document: Document, segment: int, seen: set[int]) -> Iterator[_Pair]:
        """Give target pronouns for which the source has no word, each with its verb there."""
        tokens = document.target[segment] if self._dropped else ()
        for word in tokens:
            if word.index in seen or word.head < 0 or _plain(word.form) not in self._dropped:
                continue
            target = Site(document, "target", segment, word.index)
            if any(site.word.upos in NOMINALS for site in target.linked()):
                continue
            for source in target.at(word.head).linked():
                found = self._matching(self._dropped, source, target)
                if found and not self._is_expletive(source, target):
                    yield _Pair(
                        found[0], Place("target", segment, word.index), source.token, found[1]
                    )
                    break

    def _attached_pairs(self, document: Document, segment: int, seen: set[int]) -> Iterator[_Pair]:
        """Give words with a pronoun attached, each with the source pronoun it stands for."""
        taken = set(seen)
        for word in document.source[segment] if self._attached else ():
            source = Site(document, "source", segment, word.index)
            rules = [rule for rule in self._attached if rule.source.matches(source)]
            for j in _hosts(source) if rules else ():
                target = Site(document, "target", segment, j)
                found = None if j in taken else self._attached_class(rules, target)
                if found and not self._is_expletive(source, target):
                    taken.add(j)
                    label, decided_by = found
                    yield _Pair(label, Place("target", segment, j), word.index, decided_by)
                    break

    def _classify(self, source: Site, target: Site) -> tuple[str, Decision] | None:
        if self._options.forms == "table":
            return self._matching(self._classes, source, target)
        return self._in_lists(_plain(target.word.form), source, target)

    def _matching(
        self, classes: Classes, source: Site, target: Site
    ) -> tuple[str, Decision] | None:
        for rule, group in classes.get(_plain(target.word.form), ()):
            if (
                rule.source.matches(source)
                and (rule.target is None or rule.target.matches(target))
                and (group.when is None or group.when.matches(target))
            ):
                return f"{rule.name}→{group.label}", self._decision(rule, group)
        return None

    def _attached_class(
        self, rules: Iterable[PronounRule], target: Site
    ) -> tuple[str, Decision] | None:
        form = _plain(target.word.form)
        for rule in rules:
            if rule.target is None or rule.target.matches(target):
                for group in rule.classes:
                    if (not group.forms or form in map(_plain, group.forms)) and (
                        group.when is None or group.when.matches(target)
                    ):
                        return f"{rule.name}→{group.label}", self._decision(rule, group)
        return None

    def _decision(self, rule: PronounRule, group: TargetClass) -> Decision:
        decided_by = group.decided_by or rule.decided_by
        if decided_by == "repetition" and not self._options.repetition:
            return "antecedent"
        return decided_by

    def _in_lists(self, form: str, source: Site, target: Site) -> tuple[str, Decision] | None:
        for rule in self._published.get(form, ()):
            is_listed = source.word.form.casefold() in (rule.source.form or ())
            if is_listed and source.word.upos == "PRON" == target.word.upos:
                labels = (group.label for own, group in self._classes.get(form, ()) if own is rule)
                return f"{rule.name}→{next(labels, form)}", "antecedent"
        return None

    def _is_expletive(self, source: Site, target: Site) -> bool:
        if self._options.expletives:
            return False
        return any(pattern.matches(source) for pattern in self._source_expletives) or any(
            pattern.matches(target) for pattern in self._target_expletives
        )


def _hosts(source: Site) -> list[int]:
    """Give the target words that a source pronoun's counterpart may be attached to, best first.

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


def _plain(form: str) -> str:
    return form.casefold().replace("’", "'")
