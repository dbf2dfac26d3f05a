"""Which condition of a table failed at a word, in words, and whether that is worth reporting.

A pattern itself tries every condition.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.core.explanations import Explanation
from discotag.core.patterns import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.patterns import TokenContext


OWN = ("form", "exact", "lemma", "upos", "xpos", "beginning", "ending", "morpheme", "deprel")
"""Conditions on the word alone that list what is wanted."""
COLUMNS = {"exact": "form", "beginning": "form", "ending": "form", "morpheme": "lemma"}
"""Conditions named otherwise than the column they read."""
VERBS = {"beginning": "does not begin with", "ending": "does not end in", "morpheme": "lacks"}
PLAIN = {
    "upos": "its part of speech",
    "xpos": "its detailed part of speech",
    "deprel": "its relation to its head",
}
"""Conditions in plain words, where a table's name for them is an abbreviation."""
SHOWN = 8
"""How many of a list's words are shown."""


def unmet(pattern: Pattern, site: TokenContext) -> str | None:
    """Return the first condition of a pattern that fails at a site; None if all hold.

    Example:
        >>> unmet(Pattern(upos="VERB"), site)
        'its part of speech is NOUN, not VERB'

    Raises:
        MissingLayerError: a layer that the pattern reads is absent.
    """
    return next((_told(one, site) for one in _single(pattern) if not one.matches(site)), None)


def unmet_by_all(patterns: Iterable[Pattern], site: TokenContext) -> str | None:
    """Return why none of several alternatives fits; None if one does."""
    told = []
    for pattern in patterns:
        fault = unmet(pattern, site)
        if fault is None:
            return None
        told.append(fault)
    return "; or ".join(dict.fromkeys(told)) or None


def shortfall(*asked: tuple[Pattern | None, TokenContext]) -> Explanation | None:
    """Return what the first failing pattern lacks, and how many conditions of all held.

    Args:
        asked: patterns, each with the word that it is asked of; None = asks nothing.

    Returns:
        The condition that failed first, as `unmet` reports it, with its name as the cause; None if
        all patterns match.

    Example:
        >>> shortfall((Pattern(upos="VERB", lemma="be"), site))
        Explanation(text='its part of speech is NOUN, not VERB', cause='upos', held=0, asked=2)

    Raises:
        MissingLayerError: a layer that a pattern reads is absent.
    """
    singles = [
        (one, site) for pattern, site in asked if pattern is not None for one in _single(pattern)
    ]
    failed = [(one, site) for one, site in singles if not one.matches(site)]
    if not failed:
        return None
    one, site = failed[0]
    return Explanation(
        _told(one, site), _cause(one, site), len(singles) - len(failed), len(singles)
    )


def shortfall_of_all(patterns: Iterable[Pattern], site: TokenContext) -> Explanation | None:
    """Return why none of several alternatives fits; None if one does.

    All of them are reported; cause and counts are those of the alternative that lacks least.
    """
    found = []
    for pattern in patterns:
        lacking = shortfall((pattern, site))
        if lacking is None:
            return None
        found.append(lacking)
    if not found:
        return None
    nearest = min(found, key=lambda told: (told.asked - told.held, -told.held))
    return nearest._replace(text="; or ".join(dict.fromkeys(told.text for told in found)))


def conditions(pattern: Pattern) -> int:
    """Return how many conditions a pattern has, as `shortfall` counts them."""
    return sum(1 for _ in _single(pattern))


def is_near(pattern: Pattern, site: TokenContext) -> bool:
    """Return whether a word is a candidate: it fits what is asked of itself, and some of the rest.

    Where a pattern asks something of the words around it, a word at which none of it holds is not a
    candidate, and that it fails need not be reported.

    Raises:
        MissingLayerError: a layer that the pattern reads is absent.
    """
    if not pattern.may_match(site.tokens, site.token):
        return False
    around = [one for one in _single(pattern) if not (one.is_local or one.none_of)]
    return not around or any(
        any(is_near(other, site) for other in one.any_of) if one.any_of else one.matches(site)
        for one in around
    )


def described(pattern: Pattern) -> str:
    """Format a pattern: `form = tu|toi, feats Person = 2`."""
    return ", ".join(_described(one) for one in _single(pattern))


def _single(pattern: Pattern) -> Iterator[Pattern]:
    """Split a pattern into patterns of one condition each, in the order of its fields."""
    for name in Pattern.model_fields:
        value = getattr(pattern, name)
        if name == "feats" and value is not None:
            for feature, wanted in value.items():
                yield Pattern.model_construct(feats={feature: wanted})
        elif name == "none_of":
            for other in value:
                yield Pattern.model_construct(none_of=(other,))
        elif value not in (None, ()) and name != "within":  # part of the condition around it
            yield Pattern.model_construct(**{name: value})


def _field(single: Pattern) -> tuple[str, Any]:
    """Return the one condition of a pattern that `_single` made."""
    (name,) = single.model_fields_set
    return name, getattr(single, name)


def _cause(single: Pattern, site: TokenContext) -> str:
    """Name a condition that fails, as tables name it."""
    name, value = _field(single)
    if name == "feats":
        return str(next(iter(value)))
    if name == "any_of":
        inner = shortfall_of_all(value, site)
        return inner.cause if inner is not None else name
    return "exception" if name == "none_of" else name


def _described(single: Pattern) -> str:
    name, value = _field(single)
    if name in OWN:
        return f"{name} = {_listed(value)}"
    if name == "feats":
        ((feature, wanted),) = value.items()
        return f"{feature} = {_listed(wanted)}"
    if isinstance(value, Pattern):
        return f"{name} ({described(value)})"
    if isinstance(value, tuple):
        inner = (item if isinstance(item, str) else described(item) for item in value)
        return f"{name.replace('_', ' ')} ({'; or '.join(inner)})"
    return f"{name} = {str(value).lower()}"


def _told(single: Pattern, site: TokenContext) -> str:
    """Say what is wrong, given that the one condition fails."""
    name, value = _field(single)
    if name == "feats":
        ((feature, wanted),) = value.items()
        return f"{feature} is {site.word.feats.get(feature, 'absent')}, not {_listed(wanted)}"
    if name in OWN:
        found = getattr(site.word, COLUMNS.get(name, name))
        verb = VERBS.get(name)
        told = f"{PLAIN.get(name, name)} is {found}, not" if verb is None else f'"{found}" {verb}'
        return f"{told} {_listed(value)}"
    if name in {"any_of", "none_of"}:
        missing = unmet_by_all(value, site) if name == "any_of" else None
        return missing or f"an exception holds: {described(value[0])}"
    return _told_of_place(name, value, site)


def _told_of_place(name: str, value: Any, site: TokenContext) -> str:
    """Say what is wrong with where a word is, or with the words around it."""
    if name == "case":
        return f'"{site.word.form}" begins with no {value} letter'
    if name == "initial":
        return f"it is {'not ' if value else ''}the segment's first word"
    if name == "linked":
        return _unlinked(value, site)
    if name == "child":
        return f"no word that depends on it fits {described(value)}"
    return _neighbour(name, value, site)


def _unlinked(wanted: tuple[str | Pattern, ...], site: TokenContext) -> str:
    words = ", ".join(f'"{other.word.form}"' for other in site.linked()) or "no word"
    shown = "; or ".join(item if isinstance(item, str) else described(item) for item in wanted)
    return f"it is linked to {words}, and must be to {shown}"


def _neighbour(name: str, wanted: Pattern, site: TokenContext) -> str:
    words = {"previous": "word before", "next": "word after", "head": "head"}
    if wanted.within > 1:
        where = words[name].replace("word", f"{wanted.within} words")
        return f"none of the {where} it fits {described(wanted)}"
    place = {"previous": site.token - 1, "next": site.token + 1}.get(name)
    if place is None:
        place = site.word.head
    if not 0 <= place < len(site.tokens):
        return f"it has no {words[name]}, which must fit {described(wanted)}"
    other = site.at(place)
    return f'of its {words[name]} "{other.word.form}": {unmet(wanted, other)}'


def _listed(words: Iterable[str]) -> str:
    shown = [word or "absent" for word in words]
    more = len(shown) - SHOWN
    return "|".join(shown[:SHOWN]) + (f"|… ({more} more)" if more > 0 else "")
