"""Nouns and their genders as dictionaries and treebanks give them."""

from __future__ import annotations

import csv
import json
import re
import tomllib
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict
from thinc.api import Config

from discotag.plugin import InputError
from discotag.plugin.embedded import normal
from discotag.plugin.training import genders, read_conllu
from discotag_train.pipelines.harmonise import parse
from discotag_train.pipelines.recipes import missing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path


CASES = ("nominativ", "genitiv", "dativ", "akkusativ")
RARE = 0.2
"""The share of a treebank's nouns of one lemma that a gender must exceed to count."""
PURE = 0.9
"""The least share of a lemma's nouns that must have its gender."""
HEADWORD = re.compile(r"([^\W\d_][\w'’-]*) \{([mfnc]|mf)\}")
ENTRY = re.compile(r"(?:^|[,;] )([^\W\d_][\w'’-]*) ((?:\{[mfnc]\} ?)+)")
INFINITIVE = re.compile(r"(?:^|[,;] )([^\W\d_]+n)(?=$|[,;]| [/{])")


def nouns(path: Path, *, has_forms: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the nouns of a dictionary or treebank, each with its genders as letters."""
    if path.suffix == ".csv":
        return _table(path)
    if path.suffix == ".conllu":
        return _treebank(path, has_forms=has_forms)
    return _wiktionary(path) if path.name.startswith("en-") else _headwords(path)


def _treebank(path: Path, *, has_forms: bool) -> Iterator[tuple[str, str]]:
    """Yield the lemmas of nouns with one gender; a gender counts if a fifth of them have it."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence in read_conllu(path):
        for word in sentence.words:
            gender = genders.LETTERS.get(parse(word.feats).get("Gender", ""))
            if word.upos == "NOUN" and gender:
                told = {word.lemma, word.form.casefold()} if has_forms else {word.lemma}
                for noun in told:
                    if noun and noun.isalpha():
                        counts[noun][gender] += 1
    for lemma, found in counts.items():
        least = found.total() * RARE
        yield lemma, "".join(letter for letter, count in found.most_common() if count > least)


def lemmas(paths: Iterable[Path]) -> tuple[dict[str, str], list[str]]:
    """Return the dictionary forms whose gender treebanks agree on, and which of them are names.

    A treebank shows a gender that nearly all of its nouns with this lemma have.
    """
    told: dict[str, str] = {}
    doubtful: set[str] = set()
    names: set[str] = set()
    for path in paths:
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for word in (word for sentence in read_conllu(path) for word in sentence.words):
            gender = genders.LETTERS.get(parse(word.feats).get("Gender", ""))
            own = normal(word.lemma or "")
            if word.upos == "PROPN":
                names.update((normal(word.form), own))
            elif word.upos == "NOUN" and gender and own.isalpha():
                counts[own][gender] += 1
        for lemma, found in counts.items():
            letter, count = found.most_common(1)[0]
            if count >= PURE * found.total() and told.setdefault(lemma, letter) != letter:
                doubtful.add(lemma)
    told = {lemma: letter for lemma, letter in sorted(told.items()) if lemma not in doubtful}
    return told, sorted(names.intersection(told))


def _headwords(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the headwords that have a gender (`mot {m} :: word`)."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if found := HEADWORD.match(line):
            yield found[1], found[2]


def _wiktionary(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the translations of nouns that have a gender (`word {n} :: Wort {n}, …`)."""
    for line in path.read_text(encoding="utf-8").splitlines():
        head, _, translations = line.partition(" :: ")
        if "{n}" in head:
            for word, letters in ENTRY.findall(translations):
                yield word, "".join(re.findall(r"\{(.)\}", letters))


def infinitives(path: Path) -> Iterator[str]:
    """Yield the translations of verbs that are one word in -n (`word {v} :: lesen, …`)."""
    for line in path.read_text(encoding="utf-8").splitlines():
        head, _, translations = line.partition(" :: ")
        if "{v}" in head:
            yield from map(normal, INFINITIVE.findall(translations))


def _table(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the nouns of german-nouns with their genders: lemmas, and forms that are not lemmas."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        for column in ("pos", "lemma", "nominativ plural"):
            if column not in (reader.fieldnames or ()):
                raise InputError(f"has no column {column!r}", path=path, line=1)
        rows = [row for row in reader if "Substantiv" in row["pos"]]
    lemmas = {  # an infinitive without a plural (das Reisen) leaves its form to others (die Reisen)
        normal(row["lemma"]) for row in rows if _genus(row) and row["nominativ plural"]
    }
    for row in rows:
        letters = "mf" if "adjektivische" in row["pos"] else "".join(_genus(row))
        forms = {row[key] for key in row if key.startswith(CASES)}
        others = {form for form in forms if normal(form) not in lemmas}
        for form in sorted({row["lemma"], *others} if letters else ()):
            if form.isalpha():
                yield form, letters


def _genus(row: Mapping[str, str]) -> list[str]:
    return [row[key] for key in row if key.startswith("genus") and row[key] in {"m", "f", "n"}]


NAMES = frozenset(
    {
        *("Toponym", "Vorname", "Nachname", "Eigenname", "Straßenname"),
        *("Abkürzung", "Buchstabe", "Symbol", "Affix", "Suffix"),
    }
)
"""What german-nouns calls entries that are names, or no whole words."""
LEAST = 3
"""Letters of the shortest word, ending and part of a compound."""
LONGEST = 7
"""Letters of the longest ending."""
SEEN = 12
"""Nouns that an ending needs to speak for others; not one name may have it."""


def common_nouns(path: Path) -> dict[str, list[str]]:
    """Return `nouns`, words in small letters, and `noun_endings`, of a table of german-nouns.

    Raises:
        InputError: a column is missing.
    """
    nouns: set[str] = set()
    names: set[str] = set()
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if not {"pos", "lemma"} <= set(reader.fieldnames or ()):
            raise InputError("has no column 'pos' or 'lemma'", path=path, line=1)
        for row in reader:
            kinds = set(row["pos"].split(","))
            if "Wortverbindung" not in kinds and row["lemma"].isalpha():
                (names if kinds & NAMES else nouns).add(normal(row["lemma"]))
    nouns = {word for word in nouns - names if len(word) >= LEAST}
    told = _endings(nouns, names)
    kept = sorted(word for word in nouns if not _ends(word, told) and not _is_compound(word, nouns))
    return {"nouns": kept, "noun_endings": sorted(told)}


def _endings(nouns: Iterable[str], names: Iterable[str]) -> frozenset[str]:
    """Return the shortest endings that many nouns and no name have."""
    counts = Counter(ending for word in nouns for ending in _parts(word) if ending != word)
    of_names = {ending for word in names for ending in _parts(word)}
    speaking = {
        ending for ending, count in counts.items() if count >= SEEN and ending not in of_names
    }
    return frozenset(
        ending
        for ending in speaking
        if not any(ending[at:] in speaking for at in range(1, len(ending) - LEAST + 1))
    )


def _parts(word: str) -> list[str]:
    return [word[-size:] for size in range(LEAST, LONGEST + 1) if len(word) >= size]


def _ends(word: str, endings: frozenset[str]) -> bool:
    return any(ending in endings for ending in _parts(word) if ending != word)


def _is_compound(word: str, nouns: set[str]) -> bool:
    """Return whether a word is one noun after another, with a sound between or none."""
    links = ("", "s", "es", "n", "en", "e", "er")
    return any(
        word[at:] in nouns
        and any(word[:at].endswith(link) and word[: at - len(link)] in nouns for link in links)
        for at in range(LEAST, len(word) - LEAST + 1)
    )


LEAST_SEEN = 4
"""How many words an ending must have to speak for words that nobody listed."""
LONG = 5
"""How many letters an ending must have to do so with fewer words, if all of them agree."""
LEAST_PURE = 0.95
"""The least share of an ending's words that must have its gender."""


class GenderRecipe(BaseModel):
    """What a language's table is made from.

    Args:
        dictionaries: files below the dictionary folders, the first one to know a word decides:
            Wiktionary lists, from English (`en-xx-….txt`) or into it (`xx-en-….txt`), the table of
            the package german-nouns (`nouns.csv`), or treebanks (`….conllu`).
        sources: the grammars that list the determiners.
        determiners: form → the genders of a singular noun after it, as letters.
        letters: letter of the dictionaries → that of the language, where they differ (Dutch `m` and
            `f` are both `c`); "" = none.
        is_joint: whether a word has the genders of all dictionaries, not of the first alone.
        forms: pairs of endings that make a plural of a singular; the first that fits does. With a
            gender's letter after it, a pair makes another form of every noun of that gender, and
            all that fit do.
        vowels: letters of which no noun ends in one that takes an ending without losing any.
        has_treebank_forms: whether a treebank decides the gender of its nouns' forms, too.
        common_nouns: the table of german-nouns whose nouns, taken for names, have a gender, too.
        inflections: endings that forms of these have and their lemmas lack.
        taken_for: other parts of speech that the pipeline takes nouns for.
        infinitives: a Wiktionary list from English whose verbs in -n are neuter as nouns.
        adjectives: last two letters of an adjective without an article → genders of its noun.
        bare: determiners after which adjectives end as without one (ein großes Haus).
        singular: determiners of singulars alone that exclude the neuter.
        verbal: ending of infinitives.
        sure: endings of words → their gender, where a dictionary that says another one is wrong.
        has_lemmas: whether the table is of dictionary forms, not of endings; nothing below
            `sources` is read then.
        hyphen: what is between the parts of compounds, which have the last one's gender.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    dictionaries: tuple[str, ...]
    sources: tuple[str, ...]
    determiners: dict[str, str] = {}
    letters: dict[str, str] = {}
    is_joint: bool = False
    forms: tuple[tuple[str, str] | tuple[str, str, str], ...] = ()
    vowels: str = ""
    has_treebank_forms: bool = False
    common_nouns: str = ""
    inflections: tuple[str, ...] = ()
    taken_for: tuple[str, ...] = ()
    infinitives: str = ""
    adjectives: dict[str, str] = {}
    bare: tuple[str, ...] = ()
    singular: tuple[str, ...] = ()
    verbal: str = ""
    sure: dict[str, str] = {}
    hyphen: str = ""
    has_lemmas: bool = False


@dataclass(slots=True)
class _Node:
    """The words that share an ending: how often each gender, the words' genders if all agree."""

    counts: Counter[str] = field(default_factory=Counter)
    children: dict[str, _Node] = field(default_factory=dict)
    label: str | None = None


def build(recipe: Path, dictionaries: list[Path]) -> genders.Data:
    """Build the data of the component from a recipe's file.

    Raises:
        InputError: the recipe cannot be read, or a dictionary of it is in none of the folders.
    """
    try:
        given = GenderRecipe.model_validate(tomllib.loads(recipe.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read as a recipe of genders: {error}", path=recipe) from error
    if given.has_lemmas:
        told, names = lemmas(_file(dictionaries, name) for name in given.dictionaries)
        return {"endings": {}, "determiners": {}, "lemmas": told, "names": names}
    data: genders.Data = {
        "endings": endings(_words(given, dictionaries)),
        "determiners": given.determiners,
    }
    if given.common_nouns:
        data |= common_nouns(_file(dictionaries, given.common_nouns))
        data["inflections"] = list(given.inflections)
    for name in ("taken_for", "bare", "singular"):
        if getattr(given, name):
            data[name] = list(getattr(given, name))
    for name in ("adjectives", "verbal", "hyphen"):
        if getattr(given, name):
            data[name] = getattr(given, name)
    return data


def _words(given: GenderRecipe, dictionaries: list[Path]) -> dict[str, str]:
    """Return the nouns of the dictionaries, and the forms that a recipe makes of them."""
    words: dict[str, str] = {}
    for name in given.dictionaries:
        found: dict[str, Counter[str]] = defaultdict(Counter)
        for word, letters in nouns(_file(dictionaries, name), has_forms=given.has_treebank_forms):
            sure = next((own for end, own in given.sure.items() if word.endswith(end)), letters)
            own = "".join(given.letters.get(letter, letter) for letter in sure)
            for form in _forms(normal(word), given) if own else ():
                found[form].update(own)
            for form, letter in _inflected(normal(word), own, given):
                found[form].update(letter)
        for word, counts in found.items():
            letters = "".join(letter for letter, _ in counts.most_common())
            if given.is_joint:
                words[word] = "".join(dict.fromkeys(words.get(word, "") + letters))
            else:
                words.setdefault(word, letters)
    if given.infinitives:
        for verb in infinitives(_file(dictionaries, given.infinitives)):
            words.setdefault(verb, "n")
    return words


def endings(words: Mapping[str, str]) -> dict[str, str]:
    """Return ends of words (`^` before a whole one) that show the genders of all the words.

    An ending whose words do not agree has "", unless a longer one knows better.
    """
    root = _Node()
    for word, letters in sorted(words.items()):
        node = root
        for letter in reversed(genders.START + word):
            node = node.children.setdefault(letter, _Node())
            node.counts[letters[0]] += 1
        node.label = letters
    _agree(root)
    return dict(sorted(_told(root, "", "")))


def _agree(node: _Node) -> None:
    for child in node.children.values():
        _agree(child)
    labels = {child.label for child in node.children.values()}
    if len(labels) == 1:
        node.label = labels.pop()


def _told(node: _Node, ending: str, inherited: str) -> Iterator[tuple[str, str]]:
    """Yield the endings below a node that say something else than the shorter one above it."""
    total = node.counts.total()
    speaks = total >= LEAST_SEEN or len(ending) >= LONG or not node.children
    if ending and node.label is not None and speaks:
        if node.label != inherited:
            yield ending, node.label
        return
    if ending and total >= LEAST_SEEN:
        letter, count = node.counts.most_common(1)[0]
        own = letter if count >= LEAST_PURE * total else ""
        if own != inherited:
            yield ending, own
            inherited = own
    for letter, child in node.children.items():
        yield from _told(child, letter + ending, inherited)


def _forms(word: str, given: GenderRecipe) -> tuple[str, ...]:
    """Return a noun and its plural, if a rule makes one."""
    rules = (rule for rule in given.forms if len(rule) == 2)
    plural = (word.removesuffix(rule[0]) + rule[1] for rule in rules if word.endswith(rule[0]))
    return tuple(dict.fromkeys((word, *islice(plural, 1))))


def _inflected(word: str, own: str, given: GenderRecipe) -> Iterator[tuple[str, str]]:
    """Yield the other forms of a noun, made by the endings of its genders, with the gender."""
    for rule in given.forms:
        fits = len(rule) == 3 and rule[2] in own and word.endswith(rule[0])
        if len(rule) == 3 and fits and (rule[0] or word[-1:] not in given.vowels):
            yield word.removesuffix(rule[0]) + rule[1], rule[2]


def _file(folders: list[Path], name: str) -> Path:
    path = next((path for folder in folders for path in sorted(folder.rglob(name))), None)
    if path is None:
        raise missing(name, folders, "--dict")
    return path


def add(data: genders.Data, pipeline: Path) -> None:
    """Put the component with its data after the other steps of a pipeline's directory."""
    component = genders.Genders()
    component.fill(data)
    component.to_disk(pipeline / genders.FACTORY)
    config = Config().from_disk(pipeline / "config.cfg", interpolate=False)
    before = [step for step in config["nlp"]["pipeline"] if step != genders.FACTORY]
    steps = [*before, genders.FACTORY]
    config["nlp"]["pipeline"] = steps
    config["components"][genders.FACTORY] = {"factory": genders.FACTORY}
    config.to_disk(pipeline / "config.cfg")
    meta = pipeline / "meta.json"
    facts = json.loads(meta.read_text(encoding="utf-8"))
    facts.update(pipeline=steps, components=steps)
    meta.write_text(json.dumps(facts, ensure_ascii=False, indent=1), encoding="utf-8")
