"""Makes the lexicon of words for persons: by gender, their pairs, and given names."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from discotag.plugin import InputError
from discotag_train.pipelines.addressed import shared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


FILES = {"ar": "arb"}
"""Where the dictionary's code is not ours."""
CODES = ("ar", "de", "es", "fr", "he", "it", "nl", "pt", "ro", "ru")
"""Languages whose pairs show which senses of English words name persons."""
MORE = ("cs", "pl", "sv")
"""Languages that get lists by these senses, if their dictionary is there."""
LINE = re.compile(r"(?P<head>[^{]+?) \{(?P<pos>\w+)\}(?P<rest>.*?) :: (?P<words>.+)")
SENSE = re.compile(r"\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*$")
NOTES = re.compile(r"/[^/]*/|\[[^\]]*\]|\([^)]*\)")
WORD = re.compile(
    r"(?:[\w .]+: )?(?P<word>[^\W\d_][\w'’-]*)(?P<genders>(?: *\{[mfnc](?:-p|-s)?\})+)"
)
HARAKAT = re.compile("[\u0591-\u05bd\u05bf-\u05c7\u064b-\u0652\u0670\u0640\u0301]")
"""Marks of vowels and stress, which running text leaves out."""


class Entry(NamedTuple):
    """A sense of an English word, and its translations of one word each.

    Args:
        head: the English word.
        is_name: whether it is a proper noun.
        sense: what the dictionary says of the sense; may be empty.
        words: pairs of a word and its genders, of the letters m, f, n, c.
    """

    head: str
    is_name: bool
    sense: str
    words: tuple[tuple[str, str], ...]


def read_entries(folder: Path, code: str) -> tuple[Entry, ...]:
    """Read the nouns and names of one dictionary; InputError where it is not there."""
    path = path_of(folder, code)
    if not path.is_file():
        raise InputError("is not there: a dictionary of Wiktionary, from English", path=path)
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        match = LINE.fullmatch(line)
        if match is None or match["pos"] not in {"n", "prop"}:
            continue
        sense = SENSE.search(match["rest"])
        words = tuple(_words(match["words"]))
        told = sense[1] if sense else ""
        found.append(Entry(match["head"].strip(), match["pos"] == "prop", told, words))
    return tuple(found)


def path_of(folder: Path, code: str) -> Path:
    """Return the path of a language's dictionary, `en-xx-enwiktionary.txt` or `en-xx.txt`."""
    short = folder / f"en-{code}.txt"
    named = folder / f"en-{FILES.get(code, code)}-enwiktionary.txt"
    return short if short.is_file() and not named.is_file() else named


def plain(word: str) -> str:
    """Return a word as in running text: composed, without vowel points and stress."""
    return normalize("NFC", HARAKAT.sub("", word))


def _words(text: str) -> list[tuple[str, str]]:
    found = []
    for part in re.split(r"[,;]", NOTES.sub("", text)):
        match = WORD.fullmatch(part.strip())
        if match:
            found.append((plain(match["word"]), "".join(re.findall(r"\{(\w)", match["genders"]))))
    return found


Sense = tuple[str, str]
"""An English word and what the dictionary says of the sense."""
LEAST = 2
"""How many letters a masculine and a feminine word must share at their beginning."""
TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
ANIMAL = re.compile(rf"\b({'|'.join(TABLE['senses']['animal'])})")
PERSON = re.compile(rf"\b({'|'.join(TABLE['senses']['person'])})\b")
DERIVED: Mapping[str, str] = TABLE["derived"]
"""How languages derive a woman's word from a man's: the two ends, `-` between them."""
ONE_GENDER = frozenset({"sv"})
"""Languages whose words for persons are of one grammatical gender and said of women and men."""


class PersonNouns(NamedTuple):
    """What a language calls persons.

    Args:
        pairs: masculine → feminine, words that begin alike.
        common: words of either gender, as the words next to them show.
        others: words listed with one gender only; what they show is left to rules.
    """

    pairs: Mapping[str, str]
    common: frozenset[str]
    others: frozenset[str]


def pairs(words: Iterable[tuple[str, str]], code: str) -> Iterator[tuple[str, str]]:
    """Yield each feminine word with the masculine word of the sense that it is derived from."""
    masculine = [word for word, genders in words if genders != "f"]
    for word, genders in words:
        found = [other for other in masculine if _derives(other, word, code)]
        if genders == "f" and found:
            yield max(found, key=lambda other: (_alike(word, other), -len(other), other)), word


def _alike(one: str, other: str) -> int:
    return shared(_bare(one), _bare(other))


def _derives(one: str, other: str, code: str) -> bool:
    """Return whether a word for women is made of a word for men as the language makes them."""
    bare, made = _bare(one), _bare(other)
    for ends in DERIVED[code].split():
        end, _, new = (_bare(part) for part in ends.partition("-"))
        stem = bare.removesuffix(end)
        if len(stem) >= LEAST and bare == stem + end and made == stem + new and bare != made:
            return True
    return code == "de" and made.removesuffix("in") == bare.removesuffix("e") and made != bare


def persons(entries: Mapping[str, tuple[Entry, ...]]) -> frozenset[Sense]:
    """Return the senses that name persons, no animals.

    Some language has a pair for it, and that is in German *-in*, or the sense says so.
    """
    found: set[Sense] = set()
    for code, listed in entries.items():
        for entry in listed:
            if entry.is_name or ANIMAL.search(entry.sense) or not entry.sense:
                continue
            for _, other in pairs(entry.words, code):
                if (code == "de" and other.endswith("in")) or PERSON.search(entry.sense):
                    found.add((entry.head, entry.sense))
    return frozenset(found)


def person_nouns(entries: Iterable[Entry], senses: frozenset[Sense], code: str) -> PersonNouns:
    """Return a language's words for persons."""
    if code in ONE_GENDER:
        words = [word for entry in entries if _names(entry, senses) for word in entry.words]
        both = frozenset(word for word, genders in words if genders == "c")
        return PersonNouns({}, both, frozenset(word for word, _ in words) - both)
    together: dict[str, str] = {}
    common: set[str] = set()
    others: set[str] = set()
    for entry in entries:
        if not _names(entry, senses):
            continue
        together |= dict(pairs(entry.words, code))
        for word, genders in entry.words:
            if set(genders) >= {"m", "f"} or genders == "c":
                common.add(word)
            elif genders in {"m", "f", "n"}:
                others.add(word)
    paired = set(together) | set(together.values())
    return PersonNouns(
        {one: other for one, other in together.items() if one not in common},
        frozenset(common - set(together.values())),
        frozenset(others - paired - common),
    )


def _names(entry: Entry, senses: frozenset[Sense]) -> bool:
    return (entry.head, entry.sense) in senses


def _bare(word: str) -> str:
    spelled = normalize("NFD", word.casefold())
    return "".join(letter for letter in spelled if not "\u0300" <= letter <= "\u036f")


SHARE = 0.002
"""Per cent of a sex that must have a name for the Census to count."""
RATIO = 20.0
"""How many times as frequent a name must be with one sex as with the other."""


def given_names(
    entries: Mapping[str, tuple[Entry, ...]], census: Path | None
) -> dict[str, frozenset[str]]:
    """Return English given names by gender; what sources disagree on is left out."""
    found: dict[str, set[str]] = {"masculine": set(), "feminine": set()}
    for listed in entries.values():
        for entry in listed:
            if entry.is_name and " " not in entry.head:
                for gender in _told(entry.sense):
                    found[gender].add(entry.head.casefold())
    counted = _census(census) if census else {}
    for name, (male, female) in counted.items():
        found["masculine"].discard(name)
        found["feminine"].discard(name)
        if male > RATIO * female:
            found["masculine"].add(name)
        elif female > RATIO * male:
            found["feminine"].add(name)
    both = found["masculine"] & found["feminine"]
    return {gender: frozenset(names - both) for gender, names in found.items()}


def _told(sense: str) -> Iterable[str]:
    if "given name" not in sense:
        return
    if re.search(r"\bfemale\b", sense):
        yield "feminine"
    if re.search(r"\bmale\b", sense):
        yield "masculine"


def _census(folder: Path) -> dict[str, tuple[float, float]]:
    counts: dict[str, list[float]] = {}
    for place, sex in enumerate(("male", "female")):
        for line in (folder / f"dist.{sex}.first").read_text(encoding="ascii").splitlines():
            name, share = line.split()[:2]
            if float(share) >= SHARE:
                counts.setdefault(name.casefold(), [0.0, 0.0])[place] = float(share)
    return {name: (male, female) for name, (male, female) in counts.items()}


WIKTIONARY = (
    "Wiktionary in English, as of 2015, in the dictionaries of Matthias Buchmeier"
    " (https://en.wiktionary.org/wiki/User:Matthias_Buchmeier), CC BY-SA 3.0"
)
CENSUS = "United States Census Bureau 1990, frequently occurring first names; public domain"
MADE = "# Made by `discotag train pack person-gender`; see CARD.md. Do not edit.\n"


def write_persons(path: Path, senses: Iterable[Sense]) -> None:
    """Write the English words that name persons of either gender."""
    heads = {head.casefold() for head, _ in senses if head.replace("-", "").isalpha()}
    _write(path, [WIKTIONARY], {"persons": heads})


def write_nouns(path: Path, nouns: PersonNouns) -> None:
    """Write a language's words for persons, as lists that its table names."""
    joined = {f"{one}/{other}" for one, other in nouns.pairs.items()}
    _write(path, [], {"pairs": joined, "common": nouns.common, "others": nouns.others})


def write_names(path: Path, names: Mapping[str, Iterable[str]]) -> None:
    """Write given names by gender."""
    _write(path, [WIKTIONARY, CENSUS], names)


def _write(path: Path, sources: list[str], lists: Mapping[str, Iterable[str]]) -> None:
    told = "".join(f'  "{source}",\n' for source in sources)
    parts = [MADE, f"sources = [\n{told}]\n" if sources else "[lists]\n"]
    for name, words in lists.items():
        text = fill(
            ", ".join(f'"{word}"' for word in sorted(words)),
            width=120,
            initial_indent="  ",
            subsequent_indent="  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        parts.append(f"\n{name} = [\n{text},\n]\n" if text else f"\n{name} = []\n")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(parts), encoding="utf-8")


def make_lexicon(wiktionary: Path, census: Path | None, out: Path) -> None:
    """Read the dictionaries and write the tables below a folder.

    Raises:
        InputError: a dictionary is missing; names it.
    """
    entries = {code: read_entries(wiktionary, code) for code in CODES}
    senses = persons(entries)
    write_persons(out / "persons" / "en.toml", senses)
    more = [code for code in MORE if path_of(wiktionary, code).is_file()]
    for code in (*CODES, *more):
        listed = entries.get(code) or read_entries(wiktionary, code)
        write_nouns(out / "nouns" / f"{code}.toml", person_nouns(listed, senses, code))
    write_names(out / "names.toml", given_names(entries, census))
