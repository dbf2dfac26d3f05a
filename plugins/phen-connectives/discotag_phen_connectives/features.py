"""Features: what the English model sees of a listed word, its clause and its neighbours.

After Pitler and Nenkova 2009 (the word, what it hangs on, what is around it) and Lin, Ng and
Kan 2014 (neighbours, parts of speech, paths upwards), with dependencies for their constituents.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from discotag.plugin import ROOT, present, ud

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Tokens


FOR_SENSES = frozenset(
    ["place", "rel", "head side", "behind tag", "form behind", "forms", "clause", "if", "before"]
)
"""What the sense is learned from; with more, it is learned worse than by the word alone."""


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
    """Return those of the features from which the sense is learned."""
    return tuple(name for name in names if _tells_sense(name))


@lru_cache(maxsize=65536)
def _tells_sense(name: str) -> bool:
    owner, bar, cell = name.rpartition("|")
    if not cell:  # the word or its kind, by itself
        return bool(bar)
    return not owner.startswith("[") and cell.partition("=")[0] in FOR_SENSES


OBJECTS = frozenset({"obj", "iobj", "obl", "xcomp", "ccomp", "advcl", "advmod", "compound"})
TELLING = ("nsubj", "mark", "cc", "obj", "advmod", "aux", "cop", "conj", "advcl")


def attachment(tokens: Tokens, span: Sequence[int]) -> Iterator[tuple[str, str]]:
    """Yield (name, value) for the head of a listed word and for what governs that."""
    deprels, heads = present(tokens.deprels, "deps"), present(tokens.heads, "deps")
    head = heads[top(tokens, span)]
    governor = heads[head] if head != ROOT else ROOT
    yield "rel", deprels[top(tokens, span)]
    yield "head", present(tokens.upos, "pos")[head] if head != ROOT else OUTSIDE
    yield "head tag", form_of(tokens, head)
    yield "head rel", deprels[head] if head != ROOT else OUTSIDE
    yield "head side", _side(head, span)
    yield "head lemma", _lemma(tokens, head)
    yield "clause", _clause(tokens, head)
    yield "governed", _clause(tokens, governor)
    yield "governor side", _side(governor, span)
    yield "governor lemma", _lemma(tokens, governor)
    if head != ROOT:
        yield from _of_head(tokens, span, head)
    if governor != ROOT:
        yield from _of_both(tokens, span, head, governor)


def _of_head(tokens: Tokens, span: Sequence[int], head: int) -> Iterator[tuple[str, str]]:
    below = _subtree(tokens, head)
    yield "own", ",".join(sorted(_arguments(tokens, head, head + 1, len(tokens))))
    yield "size", about(len(below))
    yield "opens", str(span[0] <= min(below))
    yield "off", str(min(6, abs(head - span[0])))
    children = _relations(tokens, head, without=span)
    for name in TELLING:
        yield f"has {name}", str(name in children)


def _of_both(
    tokens: Tokens, span: Sequence[int], head: int, governor: int
) -> Iterator[tuple[str, str]]:
    deprels, heads = present(tokens.deprels, "deps"), present(tokens.heads, "deps")
    above = heads[governor]
    path = [deprels[head], deprels[governor], deprels[above] if above != ROOT else OUTSIDE]
    shared = _arguments(tokens, governor, governor + 1, span[0])
    ours, theirs = _relations(tokens, head), _relations(tokens, governor)
    conjuncts = sum(plain(deprels[child]) == "conj" for child in tokens.children(governor))
    yield "governor", ",".join(sorted(shared))
    yield "apart", str(min(12, abs(span[0] - governor)) // 2)
    yield "between", about(abs(head - governor))
    yield "forms", f"{form_of(tokens, head)}+{form_of(tokens, governor)}"
    yield "path", ">".join(plain(relation) for relation in path)
    yield "conjuncts", str(conjuncts)
    yield "subjects", f"{bool(theirs & SUBJECTS)},{bool(ours & SUBJECTS)}"
    yield "auxiliaries", f"{'aux' in theirs},{'aux' in ours}"
    yield "left of", about(sum(governor < child < span[0] for child in tokens.children(governor)))
    yield "right of", about(sum(child > head for child in tokens.children(head)))


def _relations(tokens: Tokens, token: int, without: Sequence[int] = ()) -> set[str]:
    deprels = present(tokens.deprels, "deps")
    return {plain(deprels[child]) for child in tokens.children(token) if child not in without}


def _arguments(tokens: Tokens, token: int, start: int, stop: int) -> set[str]:
    """Return the significant relations of what a token governs in a stretch."""
    deprels = present(tokens.deprels, "deps")
    children = (child for child in tokens.children(token) if start <= child < stop)
    return {plain(deprels[child]) for child in children} & OBJECTS


def _subtree(tokens: Tokens, token: int) -> list[int]:
    found = [token]
    for place in found:
        found += tokens.children(place)
    return found


def _clause(tokens: Tokens, token: int) -> str:
    if token == ROOT:
        return OUTSIDE
    subject = "subject" if _relations(tokens, token) & SUBJECTS else "bare"
    return f"{subject} clause" if is_clause(tokens, token) else "phrase"


def _lemma(tokens: Tokens, token: int) -> str:
    return OUTSIDE if token == ROOT else present(tokens.lemmas, "lemmas")[token].lower()


def _side(token: int, span: Sequence[int]) -> str:
    return OUTSIDE if token == ROOT else ("left" if token < span[0] else "right")


OUTSIDE = "-"
"""The value of what is not there."""
NEAR = 8
"""Words after in which a subject belongs to the next clause."""


def surroundings(tokens: Tokens, span: Sequence[int]) -> Iterator[tuple[str, str]]:
    """Yield (name, value) for what is around the tokens of a listed word."""
    upos, deprels = present(tokens.upos, "pos"), present(tokens.deprels, "deps")
    forms = [form.lower() for form in tokens.forms]
    before, behind, size = span[0] - 1, span[-1] + 1, len(tokens)
    yield "tags", " ".join(upos[index] for index in span)
    yield "place", _place(tokens, span)
    yield "before", upos[before] if before >= 0 else OUTSIDE
    yield "behind", upos[behind] if behind < size else OUTSIDE
    yield "behind tag", form_of(tokens, behind if behind < size else ROOT)
    yield "two behind", upos[behind + 1] if behind + 1 < size else OUTSIDE
    yield "ahead", " ".join(upos[behind : behind + 3])
    yield "back", " ".join(upos[max(0, span[0] - 3) : span[0]])
    yield "form before", forms[before] if before >= 0 else OUTSIDE
    yield "form behind", forms[behind] if behind < size else OUTSIDE
    yield "forms before", " ".join(forms[max(0, span[0] - 2) : span[0]])
    yield "forms behind", " ".join(forms[behind : behind + 2])
    yield (
        "lemma behind",
        present(tokens.lemmas, "lemmas")[behind].lower() if behind < size else OUTSIDE,
    )
    yield "verbs", f"{_has_verb(upos[: span[0]])},{_has_verb(upos[behind:])}"
    yield "near", f"{_has_verb(upos[max(0, before - 5) : span[0]])},{_has_verb(upos[behind:][:5])}"
    yield "verb before", _verb(tokens, range(before, -1, -1))
    yield "verb behind", _verb(tokens, range(behind, size))
    nearby = range(behind, min(size, behind + NEAR - 1))
    yield "subject behind", str(any(plain(deprels[index]) in SUBJECTS for index in nearby))
    yield "if", str("if" in forms[: span[0]])
    yield "length", about(size)
    yield "left", about(span[0])
    yield "right", about(size - behind)


def form_of(tokens: Tokens, token: int) -> str:
    """Return part of speech and verb form of a token, or `OUTSIDE` for `ROOT`."""
    if token == ROOT:
        return OUTSIDE
    feats = present(tokens.feats, "morph")[token]
    cells = (present(tokens.upos, "pos")[token], feats.get("VerbForm"), feats.get("Tense"))
    return " ".join(cell for cell in cells if cell)


def about(number: int) -> str:
    """Return a count roughly: 0, 1, 2, 3, 4 (to 5), 6 (to 9), 10 (to 19), 20 (and more)."""
    return str(max(step for step in (0, 1, 2, 3, 4, 6, 10, 20) if step <= number))


def _verb(tokens: Tokens, places: range) -> str:
    """Return the form of the first verb on the way and about how far off it is."""
    upos = present(tokens.upos, "pos")
    for steps, place in enumerate(places, 1):
        if upos[place] in ud.VERBAL:
            return f"{form_of(tokens, place)} {about(steps)}"
    return OUTSIDE


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
    return any(tag in ud.VERBAL for tag in upos)


SUBJECTS = frozenset({"nsubj", "csubj", "expl"})
CLAUSAL = frozenset({"nsubj", "csubj", "cop", "expl", "aux"})
CLAUSES = frozenset({"root", "conj", "parataxis", "advcl", "ccomp", "acl", "csubj", "xcomp"})
SENTENCE_END = frozenset(".!?…。！？؟")


def plain(deprel: str) -> str:
    """Return a relation without its subtype."""
    return ud.base(deprel)


def top(tokens: Tokens, span: Sequence[int]) -> int:
    """Return the token of a span whose head is outside it."""
    heads = present(tokens.heads, "deps")
    return next((index for index in span if heads[index] not in span), span[0])


def is_clause(tokens: Tokens, token: int) -> bool:
    """Return whether a token is a predicate: a verb, or a word with a subject or copula."""
    if present(tokens.upos, "pos")[token] in ud.VERBAL:
        return True
    deprels = present(tokens.deprels, "deps")
    return any(plain(deprels[child]) in CLAUSAL for child in tokens.children(token))


def joins_clauses(tokens: Tokens, span: Sequence[int]) -> bool:
    """Return whether what a connective hangs on is a clause; a sentence may begin with it."""
    heads = present(tokens.heads, "deps")
    head = heads[top(tokens, span)]
    if head == ROOT:
        return True
    if not is_clause(tokens, head):
        return _is_first(tokens, span)
    deprel = plain(present(tokens.deprels, "deps")[head])
    return deprel != "conj" or heads[head] == ROOT or is_clause(tokens, heads[head])


def is_before(tokens: Tokens, span: Sequence[int], *, is_subordinate: bool) -> bool:
    """Return whether, by rule, a connective joins its clause to the text before the segment.

    A subordinator joins clauses of its own sentence. Others do where a clause that theirs is
    conjoined to, or an earlier sentence, is before them in the segment.
    """
    if is_subordinate or has_sentence_before(tokens, span[0]):
        return False
    heads, deprels = present(tokens.heads, "deps"), present(tokens.deprels, "deps")
    clause = heads[top(tokens, span)]
    while clause != ROOT and plain(deprels[clause]) not in CLAUSES:
        clause = heads[clause]
    while clause != ROOT and heads[clause] != ROOT:
        clause = heads[clause]
        if clause < span[0] and is_clause(tokens, clause):
            return False
    return True


def has_sentence_before(tokens: Tokens, token: int) -> bool:
    """Return whether a sentence ends before a token of its segment."""
    has_word = False
    for form in tokens.forms[:token]:
        if has_word and form[-1:] in SENTENCE_END:
            return True
        has_word = has_word or any(letter.isalpha() for letter in form)
    return False


def _is_first(tokens: Tokens, span: Sequence[int]) -> bool:
    return not any(form[:1].isalnum() for form in tokens.forms[: span[0]])
