"""Why a verb rule gives a verb its class or does not: what `discotag explain` tells of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.explanations import Explanation
from discotag.language import ud
from discotag.language.match_explanations import conditions, described
from discotag.plugins.phenomena.formality.table import VerbRule, misfit

if TYPE_CHECKING:
    from discotag.core.explanations import Trace
    from discotag.core.patterns import TokenContext

CONDITIONS = "its form does not fit"
NAME = "it is a name of the source, not a verb"
NOUN = "it translates a noun or an adjective"
ELSEWHERE = "its source speaks to nobody, or of somebody else, too"
SOURCE = "no linked source verb shows what the rule wants"
OTHER_SUBJECT = "its subject bears no class, or another one"
AGREEMENT = "it merely agrees with its subject, which bears the class"
OTHER_WORDS = "its subject, or the word before it, bears another class"
CAUSES = {
    NAME: "name",
    NOUN: "noun",
    ELSEWHERE: "source-person",
    SOURCE: "source-verb",
    OTHER_SUBJECT: "subject",
    AGREEMENT: "agreement",
    OTHER_WORDS: "other-class",
}
"""Obstacle → its cause."""


def tell_rule(why: Trace, site: TokenContext, rule: VerbRule, obstacle: str | None) -> None:
    """Tell that a rule marks a verb (`obstacle` is None), or why it does not."""
    name = f"verb rule {rule.label}"
    note = f" ({rule.note})" if rule.note else ""
    if obstacle is None:
        fitting = " or ".join(described(item) for item in rule.when if item.matches(site))
        why.mark(site.place, name, f"its form fits ({fitting}) and nothing speaks against it{note}")
    elif obstacle is not CONDITIONS:
        wanted = f" ({' or '.join(rule.source)})" if obstacle is SOURCE else ""
        held = min(map(conditions, rule.when), default=0)
        told = Explanation(f"{obstacle}{wanted}{note}", CAUSES[obstacle], held, held + 1)
        why.no(site.place, name, told, label=rule.label)
    elif site.word.upos in ud.VERBAL:
        told = misfit(site, rule.when, rule.unless) or Explanation("")
        told = told._replace(text=f"{told.text}{note}", asked=told.asked + 1)
        why.no(site.place, name, told, label=rule.label)
