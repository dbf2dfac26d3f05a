"""Features: what the English model sees of a listed word, its clause and its neighbours.

After Pitler and Nenkova 2009 (the word, what it hangs on, what stands around it) and Lin, Ng and
Kan 2014 (neighbours, parts of speech, paths upwards), with dependencies for their constituents.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from discotag_phen_connectives.attachment import attachment
from discotag_phen_connectives.surroundings import surroundings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin import Tokens

FOR_SENSES = frozenset(
    ["place", "rel", "head side", "behind tag", "form behind", "forms", "clause", "if", "before"]
)
"""What the sense is learned from; with more, it is told worse than by the word alone."""


def features(tokens: Tokens, span: Sequence[int], word: str, kind: str) -> tuple[str, ...]:
    """Name the features of a listed word at a place, without repetition."""
    seen = dict(surroundings(tokens, span)) | dict(attachment(tokens, span))
    pairs = {
        "rel": f"{seen['rel']},{seen['head']}",
        "clauses": f"{seen['rel']},{seen['clause']},{seen['governed']}",
        "around": f"{seen['before']},{seen['behind']}",
        "place": f"{seen['place']},{seen['behind']}",
        "place, rel": f"{seen['place']},{seen['rel']}",
        "head, behind": f"{seen['head']},{seen['behind']}",
        "both": f"{seen['rel']},{seen.get('own')},{seen.get('governor')}",
        "forms, governor": f"{seen.get('forms')},{seen.get('governor')}",
        "clauses, near": f"{seen['clause']},{seen['governed']},{seen['near']}",
    }
    cells = [f"{name}={value}" for name, value in seen.items()]
    cells += [f"{name}&={value}" for name, value in pairs.items()]
    return (
        *(f"{word}|{cell}" for cell in ["", *cells]),
        *(f"[{kind}]|{cell}" for cell in ["", *cells]),
        *cells,
    )


def for_senses(names: Sequence[str]) -> tuple[str, ...]:
    """Return those of the features from which the sense is told."""
    return tuple(name for name in names if _tells_sense(name))


@lru_cache(maxsize=65536)
def _tells_sense(name: str) -> bool:
    owner, bar, cell = name.rpartition("|")
    if not cell:  # the word or its kind, by itself
        return bool(bar)
    return not owner.startswith("[") and cell.partition("=")[0] in FOR_SENSES
