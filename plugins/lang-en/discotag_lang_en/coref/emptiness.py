"""What speaks for a pronoun that stands for nothing, or for what happened: no noun at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_lang_en.coref.expletive import pattern
from discotag_lang_en.coref.pleonastic import fitting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag_lang_en.coref.mentions import Phrase
    from discotag_lang_en.coref.salience import Candidate
    from discotag_lang_en.coref.syntax import Syntax

BEHIND, BEFORE = 3, 2
"""Words behind and before *it* that count by themselves."""
CLAUSES = frozenset({"ccomp", "csubj", "xcomp", "advcl", "acl"})
QUESTIONS = frozenset({"what", "who", "how", "when", "where", "why", "which"})
THINGS = frozenset({"object", "place", "animal", "group", "unknown"})
NEAR = 1
IT = "it:"
"""How the feature begins that tells the role of an *it* (not of *its*)."""


def none_features(pronoun: Phrase, candidates: Sequence[Candidate]) -> tuple[str, ...]:
    """Name what speaks for or against a pronoun without antecedent.

    Args:
        pronoun: the pronoun.
        candidates: what it may take up, the most recent first.
    """
    names = ["none", f"none:{pronoun.role}", *_rivals(pronoun, candidates)]
    names.extend(_place(pronoun))
    if pronoun.pronoun == "it":
        names.extend(_words(pronoun.syntax, pronoun.head))
    if pronoun.syntax.forms[pronoun.head] == "it":
        names.append(f"{IT}{pronoun.role}")
        names.extend(f"words:{name}" for name in fitting(pronoun.syntax, pronoun.head))
    return tuple(names)


def _rivals(pronoun: Phrase, candidates: Sequence[Candidate]) -> Iterator[str]:
    """Yield what the candidates say: none near, or a thing that was just brought up."""
    yield f"none:among{min(len(candidates), 4)}"
    yield f"none:crowd{len(candidates).bit_length()}"
    entities = [item.entity for item in candidates if item.entity is not None]
    near = [
        entity.nominal
        for entity in entities
        if entity.nominal is not None and pronoun.segment - entity.nominal.segment <= NEAR
    ]
    things = [noun for noun in near if noun.traits.animacy in THINGS and not noun.depth]
    yield f"none:near{min(len(near), 3)}"
    yield f"none:things{min(len(things), 2)}"
    if candidates:
        latest = candidates[0].mention
        back = min(pronoun.segment - latest.segment, 3)
        kind = latest.pronoun or latest.mention.kind
        yield f"none:last:{kind}/back{back}"
        yield f"none:last:{latest.traits.animacy}/back{min(back, 2)}"
        yield f"none:last:{latest.role}/back{min(back, 2)}"
        if latest.pronoun == pronoun.pronoun and back <= NEAR:
            known = entities[0].nominal if entities else None
            yield f"none:chain:{'noun' if known else 'empty'}"


def _place(pronoun: Phrase) -> Iterator[str]:
    syntax = pronoun.syntax
    governor = syntax.governor(pronoun.head)
    yield f"none:first{int(pronoun.is_first)}"
    if governor < 0:
        yield "none:root"
        return
    if syntax.is_predicate(governor):
        yield f"none:is:{syntax.upos[governor]}"
    else:
        yield f"none:verb:{syntax.lemmas[governor]}/{pronoun.role}"
    kinds = {
        syntax.relations[child]
        for child in syntax.children[governor]
        if child > governor and syntax.relations[child] in CLAUSES
    }
    for kind in sorted(kinds):
        yield f"none:clause:{kind}"
    if not kinds:
        yield "none:no-clause"


def _words(syntax: Syntax, token: int) -> Iterator[str]:
    """Yield what the words about an *it* say of it."""
    found = pattern(syntax, token)
    yield f"none:rule:{found or 'no'}"
    yield f"none:relation:{syntax.deprels[token]}"
    forms, lemmas = syntax.forms, syntax.lemmas
    for step in range(1, BEHIND + 1):
        word = lemmas[token + step] if token + step < len(forms) else "end"
        yield f"none:+{step}:{word}"
    for step in range(1, BEFORE + 1):
        word = lemmas[token - step] if token >= step else "start"
        yield f"none:-{step}:{word}"
    if token + 2 < len(forms):
        yield f"none:+12:{lemmas[token + 1]} {lemmas[token + 2]}"
    governor = syntax.heads[token]
    if governor < 0:
        return
    yield f"none:lemma:{lemmas[governor]}"
    yield f"none:{found or 'no'}:{syntax.upos[governor]}"
    for child in syntax.children[governor]:
        if child == token or syntax.relations[child] == "punct":
            continue
        yield f"none:has:{syntax.deprels[child]}"
        if syntax.relations[child] in {"obj", "obl", "advmod", "xcomp", "mark", "det", "compound"}:
            yield f"none:has:{syntax.relations[child]}:{lemmas[child]}"
        if forms[child] in QUESTIONS:
            yield f"none:asks:{forms[child]}"
    yield from _infinitive(syntax, governor)
    wide = forms[token + 1 : token + 9]
    for word in ("that", "to", "if", "whether", "when", "who"):
        if word in wide:
            yield f"none:ahead:{word}/{syntax.upos[governor]}"
    if any(form in QUESTIONS for form in forms[max(0, token - 4) : token]):
        yield "none:asked"


def _infinitive(syntax: Syntax, governor: int) -> Iterator[str]:
    """Yield whether an infinitive behind lacks an object: *it is hard to read* is a book."""
    for verb in range(governor + 1, len(syntax.forms)):
        if syntax.upos[verb] in {"VERB", "AUX", "NOUN", "ADJ"} and syntax.forms[verb - 1] == "to":
            has_object = syntax.child(verb, "obj", "ccomp", "xcomp") is not None
            gap = "full" if has_object else "end" if verb + 2 >= len(syntax.forms) else "open"
            yield f"none:infinitive:{syntax.upos[governor]}/{gap}"
            return
