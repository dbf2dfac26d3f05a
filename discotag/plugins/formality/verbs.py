"""Verbs of address: which verb forms alone bear a class, by rules and by their subject."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from discotag.core.patterns import Site
from discotag.plugins.formality.subjects import (
    addresses,
    adjacent_subject,
    is_imperative,
    parsed_subject,
    shared_subject,
)
from discotag.plugins.formality.table import fits, normalised

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.core.tokens import Token
    from discotag.plugins.formality.table import FormalityTable, SourceCondition, VerbRule

VerbScope = Literal["none", "pro-drop", "bare", "all"]
SOURCE_VERBS = frozenset({"VERB", "AUX"})


class VerbReader:
    """Gives verbs their class."""

    def __init__(self, table: FormalityTable, scope: VerbScope) -> None:
        """Choose the rules; `scope` as in `FormalityOptions.verbs`."""
        is_on = scope in {"bare", "all"} or (scope == "pro-drop" and table.is_pro_drop)
        self._rules = table.verbs if is_on else ()
        self._is_agreement_marked = scope == "all"
        self._address = table.address
        self._subjects = frozenset(map(normalised, table.subjects))
        self._clitics = frozenset(map(normalised, table.clitics))
        self._inverts = table.inverts

    def label(self, site: Site, words: Mapping[int, str]) -> str | None:
        """Give a verb's class; `words` are the classes of the segment's words."""
        if not self._rules or normalised(site.word.form) in self._clitics | self._subjects:
            return None
        return next((rule.label for rule in self._rules if self._applies(rule, site, words)), None)

    def _applies(self, rule: VerbRule, site: Site, words: Mapping[int, str]) -> bool:
        if not fits(site, rule.when, rule.unless):
            return False
        if rule.subject == "any":
            return self._source_agrees(rule.source, site)
        subject = adjacent_subject(
            site.tokens, site.token, self._subjects, self._clitics, inverts=self._inverts
        )
        parsed = parsed_subject(site.word) if subject is None else None
        if parsed is not None and (rule.subject == "own" or words.get(parsed.index) == rule.label):
            subject = parsed.index
        if subject is not None:
            return words.get(subject) == rule.label and self._is_agreement_marked
        if self._has_other_class(rule.label, site, parsed, words):
            return False
        shared = shared_subject(site.word)
        if shared is not None and words.get(shared.index) == rule.label:
            return True
        return self._source_agrees(rule.source, site)

    def _has_other_class(
        self, label: str, site: Site, parsed: Token | None, words: Mapping[int, str]
    ) -> bool:
        """Tell whether the subject holds another class: *Paul et toi irez*."""
        if parsed is not None and any(
            words.get(part, label) != label for part in parsed.segment.subtree(parsed.index)
        ):
            return True
        before = site.token - 1
        return words.get(before, label) != label and (
            normalised(site.tokens.forms[before]) not in self._clitics
        )

    def _source_agrees(self, wanted: tuple[SourceCondition, ...], site: Site) -> bool:
        if not wanted:
            return True
        verbs = [linked for linked in site.linked() if linked.word.upos in SOURCE_VERBS]
        return (
            ("imperative" in wanted and any(is_imperative(verb.word) for verb in verbs))
            or ("second" in wanted and any(addresses(verb, self._address) for verb in verbs))
            or (
                "addressed" in wanted
                and all(addresses(verb, self._address, default=True) for verb in verbs)
                and self._is_addressed(site)
            )
        )

    def _is_addressed(self, site: Site) -> bool:
        document, segment = site.document, site.segment
        return any(
            is_imperative(word)
            or any(
                pattern.matches(Site(document, "source", segment, word.index))
                for pattern in self._address
            )
            for word in document.source[segment]
        )
