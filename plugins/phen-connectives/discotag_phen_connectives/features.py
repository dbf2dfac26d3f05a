"""Features: what the English model sees of a listed word, its clause and its neighbours.

After Pitler and Nenkova 2009 (the word, what it hangs on, what stands around it) and Lin, Ng and
Kan 2014 (neighbours and parts of speech), with dependencies for their constituents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.tokens import ROOT, present
from discotag_phen_connectives.syntax import is_clause, plain, top

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.core.tokens import Tokens

OUTSIDE = "-"
OBJECTS = frozenset({"obj", "iobj", "obl", "xcomp", "ccomp", "advcl", "advmod", "compound"})


def features(tokens: Tokens, span: Sequence[int], word: str, kind: str) -> tuple[str, ...]:
    """Name the features of a listed word at a place, without repetition."""
    seen = dict(_seen(tokens, span))
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
    found = ["", *cells]
    return (
        *(f"{word}|{cell}" for cell in found),
        *(f"[{kind}]|{cell}" for cell in found),
        *cells,
    )


def _seen(tokens: Tokens, span: Sequence[int]) -> Iterator[tuple[str, str]]:
    upos, deprels = present(tokens.upos, "pos"), present(tokens.deprels, "deps")
    heads = present(tokens.heads, "deps")
    head = heads[top(tokens, span)]
    before, behind = span[0] - 1, span[-1] + 1
    yield "tags", " ".join(upos[index] for index in span)
    yield "rel", deprels[top(tokens, span)]
    yield "head", upos[head] if head != ROOT else OUTSIDE
    yield "head tag", _form_of(tokens, head)
    yield "head rel", deprels[head] if head != ROOT else OUTSIDE
    yield "head side", OUTSIDE if head == ROOT else ("left" if head < span[0] else "right")
    yield "clause", _clause(tokens, head)
    governor = heads[head] if head != ROOT else ROOT
    yield "governed", _clause(tokens, governor)
    yield "governor side", OUTSIDE if governor == ROOT else ("l" if governor < span[0] else "r")
    yield "place", _place(tokens, span)
    yield "before", upos[before] if before >= 0 else OUTSIDE
    yield "behind", upos[behind] if behind < len(tokens) else OUTSIDE
    yield "behind tag", _form_of(tokens, behind if behind < len(tokens) else ROOT)
    yield "form before", tokens.forms[before].lower() if before >= 0 else OUTSIDE
    yield "form behind", tokens.forms[behind].lower() if behind < len(tokens) else OUTSIDE
    yield "two behind", upos[behind + 1] if behind + 1 < len(tokens) else OUTSIDE
    yield "verbs", f"{_has_verb(upos[: span[0]])},{_has_verb(upos[behind:])}"
    yield "near", f"{_has_verb(upos[max(0, before - 5) : span[0]])},{_has_verb(upos[behind:][:5])}"
    yield "ahead", " ".join(upos[behind : behind + 3])
    yield "if", str("if" in (form.lower() for form in tokens.forms[: span[0]]))
    if head != ROOT:
        yield "own", ",".join(sorted(_arguments(tokens, head, head + 1, len(tokens))))
        yield "size", str(min(6, abs(head - span[0])))
    if governor != ROOT:
        shared = _arguments(tokens, governor, governor + 1, span[0])
        yield "governor", ",".join(sorted(shared))
        yield "apart", str(min(12, abs(span[0] - governor)) // 2)
        yield "forms", f"{_form_of(tokens, head)}+{_form_of(tokens, governor)}"
    if head != ROOT:
        children = {plain(deprels[child]) for child in tokens.children(head) if child not in span}
        for name in ("nsubj", "mark", "cc", "obj", "advmod", "aux", "cop", "conj", "advcl"):
            yield f"has {name}", str(name in children)


def _arguments(tokens: Tokens, token: int, start: int, stop: int) -> set[str]:
    """Give the telling relations of what a token governs in a stretch."""
    deprels = present(tokens.deprels, "deps")
    children = (child for child in tokens.children(token) if start <= child < stop)
    return {plain(deprels[child]) for child in children} & OBJECTS


def _form_of(tokens: Tokens, token: int) -> str:
    """Give part of speech and verb form."""
    if token == ROOT:
        return OUTSIDE
    feats = present(tokens.feats, "morph")[token]
    cells = (present(tokens.upos, "pos")[token], feats.get("VerbForm"), feats.get("Tense"))
    return " ".join(cell for cell in cells if cell)


def _clause(tokens: Tokens, token: int) -> str:
    if token == ROOT:
        return OUTSIDE
    deprels = present(tokens.deprels, "deps")
    children = {plain(deprels[child]) for child in tokens.children(token)}
    subject = "subject" if children & {"nsubj", "csubj", "expl"} else "bare"
    return f"{subject} clause" if is_clause(tokens, token) else "phrase"


def _place(tokens: Tokens, span: Sequence[int]) -> str:
    words = [any(letter.isalnum() for letter in form) for form in tokens.forms]
    first, last = not any(words[: span[0]]), not any(words[span[-1] + 1 :])
    if first or last:
        return "first" if first else "last"
    marks = [
        "," if 0 <= index < len(words) and not words[index] else ""
        for index in (span[0] - 1, span[-1] + 1)
    ]
    return f"inside{'.'.join(marks)}"


def _has_verb(upos: Sequence[str]) -> bool:
    return any(tag in {"VERB", "AUX"} for tag in upos)
