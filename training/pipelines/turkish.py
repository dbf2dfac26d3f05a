"""Turkish treebanks of several styles brought to one: words stay whole, verbs stay verbs.

BOUN and GB split a copula off its word (*üzgün|dü*), which no tokenizer does; Kenet and its sister
treebanks call a participle an adjective, a verbal noun a noun, a converb an adverb and a nominal
predicate a verb. Tense, aspect and evidence of a finite verb, annotated in five ways, are read off
its ending. The pack's recipe trains on the files that this writes:

    python -m training.pipelines.turkish --ud TREEBANKS [--ud MORE] --out FOLDER
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from discotag_train.pipelines.harmonise import join, parse
from discotag_train.pipelines.recipes import find

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

REFERENCE = "tr_boun-ud-dev"
KEPT_OUT = ("tr_boun-ud-test", "tr_kenet-ud-test.OLD-2021-10-25")
SPLIT = ("tr_gb-ud-test",)
LUMPED = (
    "tr_kenet-ud-dev",
    "tr_framenet-ud-train",
    "tr_framenet-ud-dev",
    "tr_framenet-ud-test",
    "tr_penn-ud-dev",
    "tr_penn-ud-test",
    "tr_tourism-ud-train.OLD-2021-05-01.upgraded",
    "tr_atis-ud-dev",
    "tr_atis-ud-test",
)
FORCED = {
    "olarak": "AUX",
    "ne": "PRON",
    "neden": "PRON",
    "nereye": "PRON",
    "evet": "INTJ",
    "hayır": "INTJ",
    "lütfen": "INTJ",
}
"""Parts of speech of words that the treebanks share out in several ways."""
EXISTENTIAL = frozenset({"var", "yok"})
STEERING = 100
"""The last sentences of the reference, which choose the checkpoint."""
SEEN_ENOUGH = 3
AGREED = 0.95
DROPPED = frozenset({"Definite", "Degree", "ExtPos", "Abbr", "Typo", "PronType=Art"})

K = "(?:m|n|k|n[ıiuü]z|l[ae]r)?"
Z = "(?:y?[ıiuü]m|s[ıiuü]n(?:[ıiuü]z)?|y?[ıiuü]z|l[ae]r)?"
DI, MIS, ECEK = "[dt][ıiuü]", "m[ıiuü]ş", "(?:aca[kğ]|ece[kğ])"
PLURAL = "(?:l[ae]r)?"
SIMPLE = (
    (f"{DI}{K}", "Aspect=Perf|Evident=Fh|Tense=Past"),
    (f"{MIS}{Z}", "Aspect=Perf|Evident=Nfh|Tense=Past"),
)
ENDINGS = tuple(
    (re.compile(rf".*{ending}"), feats)
    for ending, feats in (
        (rf"yor{PLURAL}du{K}", "Aspect=Prog|Evident=Fh|Tense=Past"),
        (rf"yor{PLURAL}muş{Z}", "Aspect=Prog|Evident=Nfh|Tense=Past"),
        (rf"m[ae]kt[ae]y{PLURAL}d[ıi]{K}", "Aspect=Prog|Evident=Fh|Tense=Past"),
        (rf"{MIS}{PLURAL}t[ıiuü]{K}", "Aspect=Perf|Evident=Fh|Tense=Pqp"),
        (rf"{ECEK}{PLURAL}[td][ıi]{K}", "Aspect=Prosp|Evident=Fh|Tense=Past"),
        (rf"{ECEK}{PLURAL}m[ıi]ş{Z}", "Aspect=Prosp|Evident=Nfh|Tense=Past"),
        (rf"(?:r|m[ae]z){PLURAL}d[ıiuü]{K}", "Aspect=Hab|Evident=Fh|Tense=Past"),
        (rf"(?:r|m[ae]z){PLURAL}m[ıiuü]ş{Z}", "Aspect=Hab|Evident=Nfh|Tense=Past"),
        (rf"yor{Z}(?:dur)?", "Aspect=Prog|Tense=Pres"),
        (rf"m[ae]kt[ae]{Z}(?:d[ıi]r)?(?:l[ae]r)?", "Aspect=Prog|Tense=Pres"),
        (rf"{ECEK}{Z}(?:t[ıi]r)?(?:l[ae]r)?", "Aspect=Imp|Tense=Fut"),
        (rf"{MIS}{Z}(?:t[ıiuü]r)?(?:l[ae]r)?", "Aspect=Perf|Evident=Nfh|Tense=Past"),
        (rf"{DI}{K}", "Aspect=Perf|Evident=Fh|Tense=Past"),
    )
)
CASE = "(?:n?[ıiuü]n|n?[ıiuü]|[ny]?[ae]|n?[dt][ae]n?|y?l[ae])?"
OWNER = "(?:[ıiuü]m(?:[ıiuü]z)?|[ıiuü]n(?:[ıiuü]z)?|s?[ıiuü]|l[ae]r[ıi])?"
PARTICIPLE = "[dt][ıiuü][kğ]"
NOMINAL = tuple(
    (re.compile(pattern), upos, feats)
    for pattern, upos, feats in (
        (rf".*{PARTICIPLE}{PLURAL}{OWNER}{CASE}", {"NOUN", "ADJ"}, "Tense=Past|VerbForm=Part"),
        (rf".*{ECEK}{PLURAL}{OWNER}{CASE}", {"NOUN", "ADJ"}, "Tense=Fut|VerbForm=Part"),
        (
            (
                r".*m[ae](?:k|kt[ae]n?|kl[ae]|y[ae]|y[ıi]|d[ae]n|n[ıi]n|s[ıi])?"
                rf"{PLURAL}{OWNER}{CASE}"
            ),
            {"NOUN"},
            "VerbForm=Vnoun",
        ),
        (r".*(?:[aeıiuü]y)?[ae]n", {"ADJ"}, "Tense=Pres|VerbForm=Part"),
        (r".*m[ıiuü]ş", {"ADJ"}, "Tense=Past|VerbForm=Part"),
        (
            (
                r".*(?:[ıiuü]p|[ae]r[ae]k|[ıiuü]nc[ae]|m[ae]d[ae]n|m[ae]ks[ıi]z[ıi]n|ken"
                r"|d[ıiuü]k[çc][ae]|[ae]l[ıi]|c[ae]s[ıi]n[ae])"
            ),
            {"ADV"},
            "VerbForm=Conv",
        ),
    )
)
"""Endings of verbs that some treebanks call by another part of speech."""
STRIPPED = re.compile(
    r"(?<=..)(?:y?[ae]n|y?[ae]c[ae]k|y?[ıiuü]p|y?[ae]r[ae]k|[dt][ıiuü]k|m[ıiuü]ş)$"
)
NEGATED = re.compile(
    r".*[^ıiuü]m[ae](?:y[ae]n|d[ıi][kğ]|y[ae]c[ae][kğ]|m[ae]|y[ıi]p|d[ae]n|y[ae]r[ae]k|y[ıi]nc[ae]).*"
)
GLUED = frozenset({".", ",", ";", ":", "!", "?", "…", "...", "..", ")", "]", "%"})
FINITE_KEYS = ("Aspect", "Tense", "Evident")


def lowered(text: str) -> str:
    """Write in lower case as Turkish does: `I` is `ı`, `İ` is `i`."""
    return text.replace("İ", "i").replace("I", "ı").lower()


class Word:
    """A row of CoNLL-U, its form possibly that of a whole multi-word token."""

    def __init__(self, row: list[str]) -> None:
        """Read ten columns."""
        self.id, self.form, self.lemma, self.upos = row[0], row[1], row[2], row[3]
        self.feats = parse(row[5])
        self.head, self.deprel = row[6], row[7]
        self.is_glued = "SpaceAfter=No" in row[9]

    @property
    def lower(self) -> str:
        """The form in lower case."""
        return lowered(self.form)


def sentences(path: Path) -> Iterator[list[Word]]:
    """Read the sentences of a file, a word with its copula as one."""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        rows = [line.split("\t") for line in block.splitlines() if line and line[0] != "#"]
        rows = [row for row in rows if "." not in row[0]]
        if rows:
            yield _merged(rows)


def _merged(rows: list[list[str]]) -> list[Word]:
    words: list[Word] = []
    moved: dict[str, str] = {}
    waiting = iter(rows)
    for row in waiting:
        first, dash, last = row[0].partition("-")
        if not dash:
            words.append(Word(row))
            continue
        parts = [Word(next(waiting)) for _ in range(int(last) - int(first) + 1)]
        inside = {part.id for part in parts}
        chief = next((part for part in parts if part.head not in inside), parts[0])
        for part in parts:
            moved[part.id] = chief.id
            if part is not chief and part.upos == "AUX":
                chief.feats.pop("VerbForm", None)
                chief.feats.update(part.feats)
        if re.fullmatch(".*[dt][ıiuü]r", lowered(row[1])) and chief.feats.get("Person") == "2":
            chief.feats.update(Mood="Gen", Person="3")
        chief.form, chief.is_glued = row[1], "SpaceAfter=No" in row[9]
        words.append(chief)
    place = {word.id: str(index + 1) for index, word in enumerate(words)} | {"0": "0"}
    for word in words:
        word.head = place[moved.get(word.head, word.head)]
    for word in words:
        word.id = place[word.id]
        if word.head == word.id:
            word.head = "0"
    return words


def typeset(words: list[Word]) -> None:
    """Rewrite a spaced-out line, or one in capitals, as people write."""
    letters = "".join(word.form for word in words if word.upos != "PROPN")
    if letters.upper() == letters:
        for word in words:
            small = lowered(word.form)
            capital = word.upos == "PROPN" or word is words[0]
            word.form = small[:1].replace("i", "İ").upper() + small[1:] if capital else small
    for word, following in pairwise(words):
        word.is_glued = following.form in GLUED or word.form in {"(", "["}


def verbal(word: Word, stems: frozenset[str], kinds: dict[str, Counter[str]]) -> None:
    """Give verbs back that a treebank lumps with other parts of speech, and take others away."""
    if word.upos == "VERB" and "Polarity" not in word.feats and word.feats.get("Mood") != "Imp":
        likely = kinds.get(word.lemma)
        word.upos = likely.most_common(1)[0][0] if likely else "NOUN"
    elif word.lemma in stems and len(word.lower) > len(word.lemma):
        for pattern, upos, feats in NOMINAL:
            if word.upos in upos and pattern.fullmatch(word.lower):
                word.upos = "VERB"
                word.feats.update(parse(feats))
                return


def normalise(word: Word) -> None:
    """Bring lemma and features of a word to the style that all files share."""
    feats = word.feats
    for pair in DROPPED:
        name, _, value = pair.partition("=")
        if not value or feats.get(name) == value:
            feats.pop(name, None)
    if feats.get("VerbForm") == "Fin":
        del feats["VerbForm"]
    if word.upos == "AUX" and word.lemma == "ol" and word.lower not in {"olarak"}:
        word.upos = "VERB"
    form = feats.get("VerbForm")
    mood = feats.get("Mood", "")
    if mood.startswith("Gen") and (len(mood) > len("Gen") or feats.get("Aspect") == "Hab"):
        mood = mood.removeprefix("Gen")
    if mood == "Ind" or form is not None:
        mood = ""
    feats.pop("Mood", None)
    if mood:
        feats["Mood"] = mood.replace("CndGen", "Cnd")
    if word.upos != "VERB":
        return
    if form is not None and word.lemma == word.lower:
        word.lemma = STRIPPED.sub("", word.lemma)
    if "Polarity" not in feats:
        feats["Polarity"] = "Neg" if form and NEGATED.fullmatch(word.lower) else "Pos"
    if form is None and "Person" in feats:
        _finite(word)


def _finite(word: Word) -> None:
    """Read tense, aspect and evidence off the ending of a finite verb."""
    low, rest = word.lower, ""
    if low.startswith(word.lemma):
        rest = low[len(word.lemma) :]
    found = next((feats for ending, feats in SIMPLE if re.fullmatch(ending, rest)), None)
    if found is None:
        found = next((feats for ending, feats in ENDINGS if ending.fullmatch(low)), None)
    if found is not None:
        for name in FINITE_KEYS:
            word.feats.pop(name, None)
        word.feats.update(parse(found))


def like_reference(word: Word, known: dict[str, Counter[str]]) -> None:
    """Take the part of speech that the reference always gives a form."""
    if word.upos in {"NOUN", "PROPN"} and "Case" in word.feats:
        word.feats.setdefault("Person", "3")
    if word.upos == "PROPN" and word.lemma:
        word.lemma = word.lemma[0].replace("i", "İ").upper() + word.lemma[1:]
    if word.lemma in EXISTENTIAL and word.upos == "ADJ":
        word.upos = "NOUN"
    if word.lower in FORCED and word.upos != "CCONJ":
        word.upos = FORCED[word.lower]
        return
    seen = known.get(word.lower)
    if seen is None or seen.total() < SEEN_ENOUGH or word.upos in seen:
        return
    likely, count = seen.most_common(1)[0]
    if count >= AGREED * seen.total():
        word.upos = likely


def owner(word: Word) -> None:
    """Take *evini* for his house: the form is that of *your* house as well, which is rarer."""
    feats = word.feats
    owned = (feats.get("Number[psor]"), feats.get("Person[psor]"))
    if owned == ("Sing", "2") and feats.get("Case", "Nom") != "Nom":
        feats["Person[psor]"] = "3"


def particle(word: Word) -> None:
    """Call *de* and *da* what they are; BOUN's files disagree with each other."""
    if word.lower in {"de", "da"} and word.upos in {"ADV", "CCONJ", "PART"}:
        word.upos = "CCONJ" if word.deprel.startswith("cc") else "PART"


def write(path: Path, lines: Iterable[list[Word]]) -> None:
    """Write a file."""
    out = []
    for words in lines:
        text = "".join(word.form + ("" if word.is_glued else " ") for word in words)
        out.append(f"# text = {text.strip()}")
        for word in words:
            misc = "SpaceAfter=No" if word.is_glued else "_"
            feats = join(word.feats)
            row = (word.id, word.form, word.lemma, word.upos, "_", feats, word.head, word.deprel)
            out.append("\t".join((*row, "_", misc)))
        out.append("")
    path.write_text("\n".join(out) + "\n", encoding="utf-8")


def stems_of(files: Mapping[str, Sequence[list[Word]]]) -> frozenset[str]:
    """Return the lemmas that are verbs somewhere in the training files."""
    return frozenset(
        word.lemma
        for name, lines in files.items()
        if name not in KEPT_OUT
        for words in lines
        for word in words
        if word.upos == "VERB" and "Polarity" in word.feats and word.lemma
    )


def kinds_of(files: Mapping[str, Sequence[list[Word]]]) -> dict[str, Counter[str]]:
    """Count the parts of speech of each lemma that is not only a verb."""
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for name in (REFERENCE, *LUMPED):
        for words in files[name]:
            for word in words:
                if word.upos in {"NOUN", "ADJ", "PROPN", "PRON", "ADV", "NUM"}:
                    kinds[word.lemma][word.upos] += 1
    return kinds


def main() -> None:
    """Write every file of the recipe as `NAME.one.conllu`."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--ud", type=Path, action="append", required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    names = (REFERENCE, *SPLIT, *LUMPED, *KEPT_OUT)
    files = {name: list(sentences(_found(options.ud, name))) for name in names}
    stems, kinds = stems_of(files), kinds_of(files)
    known: dict[str, Counter[str]] = defaultdict(Counter)
    for words in files[REFERENCE]:
        for word in words:
            particle(word)
            known[word.lower][word.upos] += 1
    for name, lines in files.items():
        for words in lines:
            if "boun" not in name and name not in SPLIT:
                typeset(words)
                for word in words:
                    verbal(word, stems, kinds)
                    owner(word)
            for word in words:
                particle(word)
                if name not in KEPT_OUT and name != REFERENCE:
                    like_reference(word, known)
                normalise(word)
    steering = files[REFERENCE][-STEERING:]
    del files[REFERENCE][-STEERING:]
    write(options.out / f"{REFERENCE}.steering.conllu", steering)
    for name, lines in files.items():
        write(options.out / f"{name}.one.conllu", lines)


def _found(folders: list[Path], name: str) -> Path:
    path = find(folders, name)
    if path is None:
        raise FileNotFoundError(f"{name}.conllu: in none of the treebank folders (--ud)")
    return path


if __name__ == "__main__":
    main()
