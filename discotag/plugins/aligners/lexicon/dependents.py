"""Words that have no counterpart of their own: they are linked as the word beside them is.

An article where the other language has none, or has it as an ending of the noun (Romanian *casa*,
"the house"), and endings and auxiliaries that one language writes as words of their own. Which
these are, a language pack tells in `lexicon/dependents.toml`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from discotag.core.document import Alignment
from discotag.core.errors import TableError
from discotag.core.options import faults
from discotag.core.tables import read_toml

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from discotag.core.language import LanguagePack

FILE = "dependents.toml"
Links = dict[tuple[int, int], float]


class Dependents(BaseModel):
    """Words of one language that are linked as their neighbour is.

    Args:
        language: the language of the words: of the pack, or the other one of the pair.
        neighbour: where the word stands that they depend on.
        words: the words, lower-cased.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str
    neighbour: Literal["before", "behind"]
    words: frozenset[str]


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    dependents: tuple[Dependents, ...]


class Both(NamedTuple):
    """What depends on a neighbour, on either side of a pair.

    Args:
        source: of the source language.
        target: of the target language.
    """

    source: tuple[Dependents, ...] = ()
    target: tuple[Dependents, ...] = ()


def dependents_files(source: LanguagePack, target: LanguagePack) -> tuple[Path, ...]:
    """Return the files of both packs, those that there are."""
    paths = [pack.folder / "lexicon" / FILE for pack in (source, target)]
    return tuple(path for path in paths if path.exists())


def read_dependents(paths: Iterable[Path], source: str, target: str) -> Both:
    """Read what the packs of a pair tell; TableError names a faulty file and what is wrong."""
    found: list[Dependents] = []
    for path in paths:
        data, _ = read_toml(path)
        try:
            found += _File.model_validate(data).dependents
        except ValidationError as error:
            raise TableError(faults(error), path=path) from error
    return Both(*(tuple(one for one in found if one.language == code) for code in (source, target)))


def with_dependents(
    alignment: Alignment, forms: tuple[Sequence[str], Sequence[str]], both: Both, least: float
) -> Alignment:
    """Return an alignment with the links of words that depend on a neighbour.

    Args:
        alignment: the links.
        forms: the words of both sides.
        both: what depends on a neighbour.
        least: the score of such a link: nothing but grammar speaks for it.
    """
    if not any(both):
        return alignment
    scores = alignment.scores or (least,) * len(alignment.links)
    links: Links = dict(zip(alignment.links, scores, strict=True))
    links |= _inherited(links, forms[0], both.source, least)
    turned = {(j, i): score for (i, j), score in links.items()}
    more = _inherited(turned, forms[1], both.target, least)
    links |= {(i, j): score for (j, i), score in more.items()}
    return Alignment.of(links.keys(), links.values())


def _inherited(
    links: Links, forms: Sequence[str], rules: Sequence[Dependents], least: float
) -> Links:
    """Return the new links of one side's words; links are (own word, other word)."""
    own: dict[int, list[int]] = {}
    for i, j in links if rules else ():
        own.setdefault(i, []).append(j)
    found: Links = {}
    for rule in rules:
        step = -1 if rule.neighbour == "before" else 1
        places = range(len(forms)) if step < 0 else range(len(forms) - 1, -1, -1)
        for place in places:
            if place not in own and place + step in own and forms[place].lower() in rule.words:
                own[place] = own[place + step]
                found.update({(place, other): least for other in own[place]})
    return found
