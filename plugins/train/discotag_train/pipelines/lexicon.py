"""Graphic words kept whole: Semitic prefixes and suffix pronouns do not become tokens of their own.

spaCy gives one analysis to a token, and its tokenizers do not split Hebrew *וכשהילד* or Arabic
*وكتابه*. Such a word takes the annotation of its content word: the word after the prefixes and
before the suffix pronoun, whose person, number and gender become `Person[clit]` and so on where
the content word is a noun or a verb. A preposition with a pronoun counts as the pronoun.
Participles lose person and tense, which some treebanks read off the context and others leave open
(`Person=1,2,3`).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from discotag.plugin import InputError, ud
from discotag.plugin.embedded import normal
from discotag.plugin.training import Unit, lexicon
from discotag_train.pipelines.addressed import Words, shared
from discotag_train.pipelines.harmonise import join, parse
from discotag_train.pipelines.recipes import table_rows

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from spacy.tokens import Doc

    from discotag.plugin.training import Sentence, Word


FUNCTION = frozenset({"ADP", "CCONJ", "SCONJ", "DET", "PART", "PUNCT"})
HOSTS = frozenset({"NOUN", "PROPN", "VERB"})
LAYERED = ("Person", "Number", "Gender")


def whole(sentence: Sentence) -> Sentence:
    """Return the sentence with one word for each graphic word; trees are carried over."""
    unit_of = [k for k, unit in enumerate(sentence.units) for _ in range(unit.first, unit.end)]
    words = []
    for k, unit in enumerate(sentence.units):
        group = sentence.words[unit.first : unit.end]
        chief = _chief(group, range(unit.first, unit.end))
        head = chief.head
        if head is not None and head >= 0:
            head = unit_of[head]
            if head == k:
                head = None
        words.append(replace(chief, form=unit.form, feats=_feats(chief, group), head=head))
    units = tuple(
        Unit(unit.form, k, k + 1, unit.space_after) for k, unit in enumerate(sentence.units)
    )
    return replace(sentence, words=tuple(words), units=units)


def _chief(group: tuple[Word, ...], places: range) -> Word:
    """Choose the word that speaks for the group: a content word with its head outside, if any."""
    content = [word for word in group if word.upos not in FUNCTION]
    outside = [word for word in content if word.head is None or word.head not in places]
    return (outside or content or group[-1:])[0]


def _feats(chief: Word, group: tuple[Word, ...]) -> str:
    feats = parse(chief.feats)
    if feats.get("VerbForm") == "Part":
        feats.pop("Person", None)
        feats.pop("Tense", None)
    if chief.upos in HOSTS:
        for word in group:
            suffix = parse(word.feats)
            if word.upos == "PRON" and suffix.get("PronType") == "Prs":
                feats.update({f"{name}[clit]": suffix[name] for name in LAYERED if name in suffix})
    return join(feats)


OPEN = frozenset({"NOUN", "ADJ", "VERB", "AUX", "ADV"})
GUESSED = frozenset({"NOUN", "ADJ", "VERB"})
OWN = {"NOUN": "Gender", "VERB": "Aspect"}
"""What a word has by itself, whatever its form."""
LEMMA_END, USUAL = 3, 3
"""A form of a text may be a lemma if this many known lemmas share its last letters."""
SHAPED = 5
"""How many forms must end so before they show features."""
SHORTEST_STEM = 2
AGREED = 0.9
LOWERED = 0.85
UNCHANGED_SEEN = 3
ENDING_SEEN = 2
UNLISTED_SEEN = 10
"""How often the treebanks must hold a verb that the list lacks."""
FAMILIES = (
    ("e", "es", "ent", "ons", "ez"),
    ("ait", "ais", "aient", "ions", "iez"),
    ("a", "ai", "as", "ons", "ez", "ont"),
    ("rait", "rais", "raient", "rions", "riez"),
)
"""Endings of French verbs that go together, though a treebank may show only one."""
HEADWORD = re.compile(r"^(\w+) \{v[^}]*\}(?! \[[^]]* of,)")
INFINITIVE = re.compile(r"(?:[aeiíï]r|re)$")


def build(
    docs: Iterable[Doc],
    headwords: Path | None,
    words: Words | None = None,
    prefixes: Sequence[str] = (),
    forms: Collection[str] = (),
) -> dict[str, Any]:
    """Build a lexicon.

    Args:
        docs: the training documents.
        headwords: a Wiktionary list (`headword {v} :: …`) with more verbs, or `None`.
        words: of a dictionary: forms that were not seen are guessed among them.
        prefixes: of forms, which their lemmas lack (Czech *ne*).
        forms: of texts: those that may be lemmas are words among which is guessed, too.
    """
    docs = list(docs)
    seen: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    capitals: dict[str, Counter[bool]] = defaultdict(Counter)
    for doc in docs:
        for token in doc:
            if token.i and token.text.istitle() and token.lemma_ and token.is_alpha:
                capitals[token.pos_][token.lemma_.islower()] += 1
            if token.pos_ in OPEN and token.lemma_ and token.text.isalpha():
                seen[token.pos_, normal(token.text)][token.lemma_] += 1
    lemmas: dict[str, dict[str, str]] = defaultdict(dict)
    endings: dict[str, Counter[str]] = defaultdict(Counter)
    verbs: Counter[str] = Counter()
    for (pos, form), found in seen.items():
        lemma, count = found.most_common(1)[0]
        if count < AGREED * found.total() or "|" in lemma:
            continue
        if lemma != form or found.total() >= UNCHANGED_SEEN or pos in ud.VERBAL:
            lemmas[pos][form] = lemma
        if pos in ud.VERBAL:
            verbs[lemma] += count
            stem = form[: shared(form, lemma)]
            if len(form) - len(stem) <= lexicon.LONGEST_ENDING:
                endings[form[len(stem) :]][lemma[len(stem) :]] += 1
    endings = _completed(endings)
    known = set[str]()
    if headwords is not None:
        seen_often = {lemma for lemma, count in verbs.items() if count >= UNLISTED_SEEN}
        known = _headwords(headwords) | {lemma for lemma in seen_often if INFINITIVE.search(lemma)}
        for pos in ud.VERBAL & lemmas.keys():  # a slip of a treebank is not a lemma
            lemmas[pos] = {form: lemma for form, lemma in lemmas[pos].items() if lemma in known}
    guessed: dict[str, Any] = {}
    if words is not None or forms:
        words = words or Words({})
        guessed = _guessed(seen, words, prefixes, forms)
        guessed["features"] = _features(docs, words)
        guessed["shapes"] = _shapes(docs)
    return {
        **guessed,
        "lemmas": {pos: dict(sorted(forms.items())) for pos, forms in sorted(lemmas.items())},
        "lowered": sorted(pos for pos, n in capitals.items() if n[True] >= LOWERED * n.total()),
        "verbs": sorted(known),
        "endings": {
            form: kept
            for form, found in sorted(endings.items())
            if (kept := [ending for ending, _ in found.most_common()])
        },
    }


def _guessed(
    seen: Mapping[tuple[str, str], Counter[str]],
    words: Words,
    prefixes: Sequence[str],
    forms: Collection[str],
) -> dict[str, Any]:
    """Return what words that were not seen are guessed by: known words, endings, prefixes."""
    known: dict[str, set[str]] = defaultdict(set)
    changes: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for (pos, form), found in seen.items():
        if pos not in GUESSED:
            continue
        lemma, count = found.most_common(1)[0]
        known[pos].add(lemma)
        bare = next((form.removeprefix(p) for p in prefixes if _lacks(p, form, lemma)), form)
        stem = bare[: shared(bare, lemma)]
        if len(stem) >= SHORTEST_STEM and len(bare) - len(stem) <= lexicon.LONGEST_ENDING:
            changes[pos][bare[len(stem) :]][lemma[len(stem) :]] += count
    for pos in GUESSED:
        ends = Counter(lemma[-LEMMA_END:] for lemma in known[pos])
        usual = {end for end, count in ends.items() if count >= USUAL}
        known[pos].update(form for form in forms if form[-LEMMA_END:] in usual)
    for (pos, _, _), listed in words.lists.items():
        known[pos].update(listed)
    return {
        "words": {pos: sorted(known[pos]) for pos in sorted(known)},
        "changes": {
            pos: {
                form: [ending for ending, _ in found.most_common()]
                for form, found in sorted(endings.items())
            }
            for pos, endings in sorted(changes.items())
        },
        "prefixes": list(prefixes),
        "capitals": True,
    }


def _features(docs: Iterable[Doc], words: Words) -> dict[str, Any]:
    """Return which lemmas always have a gender or an aspect: as treebanks agree, else by words."""
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for doc in docs:
        for token in doc:
            name = OWN.get(token.pos_)
            value = token.morph.to_dict().get(name or "", "")
            if name is not None and value and "," not in value and token.lemma_.isalpha():
                found[token.pos_, token.lemma_][value] += 1
    listed: dict[tuple[str, str], set[str]] = defaultdict(set)
    for (pos, told, _), lemmas in words.lists.items():
        for lemma in lemmas if pos in OWN and told else ():
            listed[pos, lemma].add(told)
    told_of = {key: values.copy().pop() for key, values in listed.items() if len(values) == 1}
    for key, counts in found.items():
        value, count = counts.most_common(1)[0]
        told_of.pop(key, None)
        if count >= AGREED * counts.total():
            told_of[key] = value
    features: dict[str, dict[str, dict[str, list[str]]]] = {}
    for (pos, lemma), value in sorted(told_of.items()):
        features.setdefault(pos, {}).setdefault(OWN[pos], {}).setdefault(value, []).append(lemma)
    return features


def _shapes(docs: Iterable[Doc]) -> dict[str, dict[str, str]]:
    """Return which features the forms of a part of speech have that end alike: the most usual."""
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for doc in docs:
        for token in doc:
            if token.pos_ in GUESSED and token.is_alpha:
                for size in range(1, lexicon.LONGEST_SHAPE + 1):
                    found[token.pos_, normal(token.text)[-size:]][str(token.morph)] += 1
    shapes: dict[str, dict[str, str]] = {pos: {} for pos in sorted(GUESSED)}
    for (pos, end), counts in sorted(found.items()):
        feats, _ = counts.most_common(1)[0]
        if counts.total() >= SHAPED:
            shapes[pos][end] = feats
    return shapes


def _lacks(prefix: str, form: str, lemma: str) -> bool:
    return form.startswith(prefix) and not lemma.startswith(prefix)


def _completed(endings: dict[str, Counter[str]]) -> dict[str, Counter[str]]:
    """Add the endings that follow from those seen; what was seen stays in front."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for form, lemmas in endings.items():
        for lemma, count in lemmas.items():
            if count < ENDING_SEEN:
                continue
            found[form][lemma] += count * 1000
            for family in FAMILIES:
                for member in family:
                    if form.endswith(member):
                        for other in family:
                            found[form.removesuffix(member) + other][lemma] += count
    return found


def _headwords(path: Path) -> set[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    found = (HEADWORD.match(line) for line in lines)
    return {match[1] for match in found if match and INFINITIVE.search(match[1])}


def read_closed(path: Path) -> dict[str, list[str]]:
    """Read function words: form → part of speech and lemma.

    Raises:
        InputError: the file cannot be read, a line lacks a column, or a form is twice.
    """
    found: dict[str, list[str]] = {}
    for number, cells in table_rows(path, "part of speech, lemma, forms"):
        for form in cells[2].split():
            if form in found:
                raise InputError(f"{form} appears twice", path=path, line=number)
            found[form] = cells[:2]
    return found
