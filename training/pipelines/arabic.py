"""Arabic treebanks as Arabic is written: without vowels, clitics attached, one line a written word.

`python -m training.pipelines.arabic TREEBANK_FOLDER … --out DIRECTORY`

PADT's released dev and test files of 2016 are vocalised, its conjunctions, prepositions and
pronouns are split off without range lines, and they have no text. Here the written words are put
together again (و + ل + الـ + سيارة + ه), each with the part of speech and lemma of its stem and
with the person, gender and number of an attached pronoun as `Person[clit]` … . A written word of
preposition and pronoun is the pronoun. Lemmas lose their vowels, since the text has none. Names are
PROPN: PADT has them as NOUN where its lexicon knew them, which their English glosses tell, and as X
elsewhere. Its other X are words that were left unanalysed (والتي); they get the analysis that the
training files have of the same form. Files with text (the sentences of SIGMORPHON 2019) are taken
apart along it.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.plugins.analyzers.conllu import read_conllu
from discotag_train.pipelines.harmonise import join, parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.plugins.analyzers.conllu import Sentence, Word

SEED = 20
DEVELOPMENT = 150
"""Sentences at the end of the old dev file that steer the training."""
BARE_ALEF, DOTLESS, TANWIN = 0.3, 0.08, 0.3
"""Shares of sentences written without hamza, with ى for ي, and with the sign of the tanwin."""
VOWELS = re.compile("[\u064b-\u0652\u0670\u0640]")
LETTER = re.compile(r"\w")
GLOSS = re.compile(r"Gloss=(.)")
PROCLITICS = frozenset("وفبلكسأ")
SKELETON = str.maketrans("أإآٱىة", "اااايت", "ؤئء")
RELATIONS = {
    "dobj": "obj",
    "neg": "advmod",
    "nsubjpass": "nsubj:pass",
    "csubjpass": "csubj:pass",
    "auxpass": "aux:pass",
    "mwe": "fixed",
    "foreign": "flat:foreign",
    "name": "flat",
}
COORDINATING = frozenset({"و", "ف", "أو", "ثم", "بل", "أم", "لكن", "إما", "او", "ولا"})
CLITIC = ("Gender", "Number", "Person")
FEMININE = frozenset(
    [
        "شمس",
        "أرض",
        "نفس",
        "حرب",
        "دار",
        "نار",
        "يد",
        "عين",
        "أذن",
        "رجل",
        "قدم",
        "ساق",
        "بنت",
        "أم",
        "أخت",
        "ريح",
        "روح",
        "سماء",
        "طريق",
        "سوق",
        "بئر",
        "كأس",
        "سن",
        "ذراع",
        "إصبع",
        "صحراء",
        "كبرى",
        "ذكرى",
        "دنيا",
        "رؤيا",
        "شكوى",
        "دعوى",
        "عصا",
        "حمى",
    ]
)
MASCULINE = frozenset(
    ["خليفة", "علامة", "طلبة", "أساتذة", "قادة", "سادة", "أئمة", "ثقة", "داعية", "عامة"]
)
SPOKEN_FOR = frozenset({"NOUN", "PROPN"})


@dataclass(frozen=True, slots=True)
class Written:
    """A written word: its letters, the annotation of its stem, and whether a space follows."""

    form: str
    upos: str
    lemma: str
    feats: str
    head: int | None
    deprel: str
    space: bool = True


@dataclass(slots=True)
class Group:
    """Syntactic words (by index) that make up one written word."""

    members: list[int] = field(default_factory=list)
    form: str = ""
    space: bool = True


def bare(form: str) -> str:
    """Leave out vowel signs and the stretching stroke; what consists of nothing else stays."""
    return VOWELS.sub("", form) or form


def attached(form: str, letters: str, case: str | None) -> str:
    """Join a word and a pronoun behind it.

    Example:
        >>> attached("سيارة", "ه", None), attached("على", "ه", None), attached("كتبوا", "ها", None)
        ('سيارته', 'عليه', 'كتبوها')
    """
    if form.endswith("ة"):
        form = f"{form[:-1]}ت"
    elif form.endswith("ى"):
        form = f"{form[:-1]}{'ي' if form in {'على', 'إلى', 'الى', 'لدى'} else 'ا'}"
    elif form.endswith("وا"):
        form = form[:-1]
    elif form.endswith("اء") and case in {"Nom", "Gen"}:
        form = f"{form[:-1]}{'ؤ' if case == 'Nom' else 'ئ'}"
    if form.endswith("ي") and letters == "ي":
        return form
    return (form + letters).replace("أا", "آ")


def prefixed(letter: str, form: str) -> str:
    """Join a particle of one letter and the word behind it: ل + الـ = للـ.

    Example:
        >>> prefixed("ل", "البيت"), prefixed("ل", "اللغة"), prefixed("و", "البيت")
        ('للبيت', 'للغة', 'والبيت')
    """
    if letter == "ل" and form.startswith("ال"):
        return f"ل{form[2:]}" if form.startswith("الل") else f"ل{form[1:]}"
    return letter + form


def rebuilt(sentence: Sentence) -> list[Group]:
    """Put together the written words of a sentence that has no text."""
    groups: list[Group] = []
    waiting: list[int] = []
    for index, word in enumerate(sentence.words):
        form = bare(word.form)
        if _is_suffix(word) and groups and not waiting and LETTER.match(groups[-1].form):
            stem = sentence.words[groups[-1].members[-1]]
            groups[-1].form = attached(groups[-1].form, form, parse(stem.feats).get("Case"))
            groups[-1].members.append(index)
        elif _is_prefix(word, form) and index + 1 < len(sentence.words):
            waiting.append(index)
        else:
            for particle in reversed(waiting):
                form = prefixed(bare(sentence.words[particle].form), form)
            groups.append(Group([*waiting, index], form))
            waiting = []
    _space(groups, sentence.words)
    return groups


def _is_suffix(word: Word) -> bool:
    return (
        word.upos == "PRON"
        and (word.xpos or "").startswith("SP")
        and (word.xpos or "")[8:9] in "24"
    )


def _is_prefix(word: Word, form: str) -> bool:
    return form in PROCLITICS and word.upos in {"CONJ", "ADP", "PART", "AUX"}


def _space(groups: list[Group], words: Sequence[Word]) -> None:
    """Decide where no space is written: before stops, inside brackets, quotes and dates."""
    inside = False
    for this, behind in zip(groups, [*groups[1:], Group()], strict=True):
        first, last = behind.form[:1], this.form[-1:]
        digits = this.form[-1:].isdigit() and behind.form[:1] in {"/", "-", "%", ".", ","}
        dated = last in {"/", "-"} and first.isdigit() and len(this.form) == 1
        glued = first in set(".,،؛:؟!)]}…%") or last in set("([{")
        if this.form == '"':
            inside = not inside
            glued = glued or inside
        if behind.form == '"' and inside:
            glued = True
        this.space = not (
            glued or digits or dated or words[this.members[-1]].misc.find("SpaceAfter=No") >= 0
        )


def along_text(sentence: Sentence) -> list[Group] | None:
    """Take the written words of a sentence from its text; `None` where the two do not fit."""
    text = " ".join(sentence.text.split())
    words = sentence.words
    if any(
        a.form == b.form and a.upos in {"ADP", "CCONJ", "PART"} and len(a.form) > 1
        for a, b in pairwise(words)
    ):
        return None
    wanted, owner = _letters([word.form for word in words])
    there = [
        (letter, k)
        for k, char in enumerate(text)
        for letter in bare(char).translate(SKELETON)
        if not char.isspace()
    ]
    starts: dict[int, int] = {}
    same = SequenceMatcher(None, wanted, "".join(letter for letter, _ in there), autojunk=False)
    for block in same.get_matching_blocks():
        for k in range(block.size):
            starts.setdefault(owner[block.a + k], there[block.b + k][1])
    if len(starts) < len(words) or sorted(starts.values()) != [starts[k] for k in sorted(starts)]:
        return None
    groups: list[Group] = []
    ends = [*(starts[k] for k in range(1, len(words))), len(text)]
    for index, word in enumerate(words):
        piece = text[starts[index] : ends[index]]
        joins = bool(groups) and not groups[-1].space and word.upos != "PUNCT"
        if joins and words[groups[-1].members[-1]].upos != "PUNCT" and LETTER.match(word.form):
            groups[-1].form += piece.rstrip()
            groups[-1].members.append(index)
        else:
            groups.append(Group([index], piece.rstrip()))
        groups[-1].space = piece.endswith(" ") or index == len(words) - 1
    if any(" " in group.form or not group.form for group in groups):
        return None
    return (
        groups if sum(len(group.form) + group.space for group in groups) == len(text) + 1 else None
    )


def _letters(forms: Iterable[str]) -> tuple[str, list[int]]:
    """Return the bare letters of words in a row and the word that each belongs to."""
    letters, owner = [], []
    before = ""
    for index, form in enumerate(forms):
        plain = bare(form)
        if before == "ل" and plain.startswith("ال"):
            plain = plain[1:]
        before = bare(form)
        for letter in plain.translate(SKELETON) or plain:
            letters.append(letter)
            owner.append(index)
    return "".join(letters), owner


@dataclass(frozen=True, slots=True)
class Known:
    """What some files tell that others need.

    Args:
        coordinating: conjunction → CCONJ or SCONJ.
        names: lemmas that are names.
    """

    coordinating: Mapping[str, str]
    names: frozenset[str]


def written(words: Sequence[Word], groups: Sequence[Group], known: Known) -> list[Written]:
    """Merge the annotation of the words of each group."""
    place = {index: k for k, group in enumerate(groups) for index in group.members}
    found = []
    for k, group in enumerate(groups):
        stem = _stem(words, group)
        word = words[stem]
        outside = [i for i in group.members if place.get(_head(words[i])) != k]
        top = stem if stem in outside or not outside else outside[0]
        head = words[top].head
        target = head if head is None or head == -1 else place[head]
        feats = _feats(word, [words[i] for i in group.members if i != stem])
        lemma = bare(word.lemma or word.form)
        upos = _upos(word, lemma, known)
        if upos in SPOKEN_FOR and "Number" in feats and "Gender" not in feats:
            feats.update(_gender(lemma, bare(word.form), feats))
        deprel = words[top].deprel or "_"
        if (
            head is not None
            and head >= 0
            and deprel == "nmod"
            and words[head].upos in {"VERB", "ADJ"}
        ):
            deprel = "obl"
        found.append(
            Written(
                group.form,
                upos,
                lemma,
                join(feats),
                target,
                RELATIONS.get(deprel, deprel),
                group.space,
            )
        )
    return found


def _head(word: Word) -> int:
    return -1 if word.head is None else word.head


def _stem(words: Sequence[Word], group: Group) -> int:
    """Return the word that a written word is an instance of."""
    rest = [i for i in group.members if not _is_particle(words[i])]
    solid = [i for i in rest if words[i].upos != "PRON"]
    if solid and not all(words[i].upos == "ADP" for i in solid):
        return solid[0]
    pronouns = [i for i in group.members if words[i].upos == "PRON"]
    return (pronouns or solid or rest or group.members)[-1]


def _is_particle(word: Word) -> bool:
    return bare(word.form) in PROCLITICS and word.upos in {
        "CONJ",
        "CCONJ",
        "SCONJ",
        "ADP",
        "PART",
        "AUX",
    }


def _feats(word: Word, others: Sequence[Word]) -> dict[str, str]:
    feats = parse(word.feats)
    if feats.get("Definite") in {"Red", "Com"}:
        feats["Definite"] = "Cons"
    if "Foreign" in feats:
        feats["Foreign"] = "Yes"
    if feats.pop("Negative", None) is not None:
        feats["Polarity"] = "Neg"
    for other in others:
        if other.upos == "PRON" and word.upos != "PRON":
            own = {**parse(other.feats), **SUFFIXES.get(bare(other.form), {})}
            feats.update({f"{name}[clit]": own[name] for name in CLITIC if name in own})
        elif bare(other.form) == "س" and word.upos == "VERB":
            feats["Tense"] = "Fut"
    return feats


SUFFIXES = {
    "ه": {"Person": "3", "Gender": "Masc", "Number": "Sing"},
    "ها": {"Person": "3", "Gender": "Fem", "Number": "Plur,Sing"},  # also of things in the plural
    "هم": {"Person": "3", "Gender": "Masc", "Number": "Plur"},
    "هن": {"Person": "3", "Gender": "Fem", "Number": "Plur"},
    "هما": {"Person": "3", "Number": "Dual"},
    "ك": {"Person": "2", "Number": "Sing"},
    "كم": {"Person": "2", "Gender": "Masc", "Number": "Plur"},
    "كن": {"Person": "2", "Gender": "Fem", "Number": "Plur"},
    "كما": {"Person": "2", "Number": "Dual"},
    "نا": {"Person": "1", "Number": "Plur"},
    "ني": {"Person": "1", "Number": "Sing"},
    "ي": {"Person": "1", "Number": "Sing"},
}
"""Attached pronouns by their letters; *ـك* has no gender without vowels."""


def _upos(word: Word, lemma: str, known: Known) -> str:
    if word.upos == "CONJ":
        default = "CCONJ" if lemma in COORDINATING else "SCONJ"
        return known.coordinating.get(lemma, default)
    if word.upos == "NOUN" and lemma in known.names:
        return "PROPN"
    feats = parse(word.feats)
    if (
        word.upos == "X"
        and "Abbr" not in feats
        and len(bare(word.form)) > 1
        and bare(word.form).isalpha()
        and not word.form.isascii()
    ):
        return "PROPN"
    return word.upos or "X"


def _gender(lemma: str, form: str, feats: Mapping[str, str]) -> dict[str, str]:
    """Return a noun's gender, which the treebank leaves to its agreement, from ending and meaning.

    Broken plurals get none: things go with the feminine singular, people with the plural.
    """
    if feats["Number"] == "Plur":
        sound = {"ات": "Fem", "ون": "Masc", "ين": "Masc"}.get(form[-2:])
        return {"Gender": sound} if sound else {}
    is_feminine = lemma not in MASCULINE and (lemma.endswith("ة") or lemma in FEMININE)
    return {"Gender": "Fem" if is_feminine else "Masc"}


def respelt(sentence: Sequence[Written], chance: random.Random) -> list[Written]:
    """Vary a rebuilt sentence's spelling in the ways of real texts."""
    no_hamza, dotless = chance.random() < BARE_ALEF, chance.random() < DOTLESS
    found = []
    for word in sentence:
        form = word.form
        if no_hamza:
            form = re.sub("[أإ]", "ا", form)
        if dotless and form.endswith("ي"):
            form = f"{form[:-1]}ى"
        if word.deprel == "advmod" and form.endswith("ا") and chance.random() < TANWIN:
            form = f"{form}ً"
        found.append(replace(word, form=form))
    return found


def lines(sentence: Sequence[Written], name: str) -> str:
    """Write a sentence in CoNLL-U."""
    text = "".join(word.form + " " * word.space for word in sentence).strip()
    rows = [f"# sent_id = {name}", f"# text = {text}"]
    for k, word in enumerate(sentence, start=1):
        head = "_" if word.head is None else str(word.head + 1)
        deprel = "_" if word.head is None else word.deprel
        if word.head == -1:
            head, deprel = "0", "root"
        misc = "_" if word.space else "SpaceAfter=No"
        rows.append(
            "\t".join(
                (str(k), word.form, word.lemma, word.upos, "_", word.feats, head, deprel, "_", misc)
            )
        )
    return "\n".join(rows) + "\n\n"


def conjunctions(paths: Iterable[Path]) -> dict[str, str]:
    """Learn from files with today's tags which conjunctions coordinate."""
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    for path in paths:
        for sentence in read_conllu(path):
            for word in sentence.words:
                if word.upos in {"CCONJ", "SCONJ"}:
                    seen[bare(word.lemma or word.form)][word.upos] += 1
    return {lemma: counts.most_common(1)[0][0] for lemma, counts in seen.items()}


def named(paths: Iterable[Path]) -> frozenset[str]:
    """Learn from English glosses which nouns are names: mostly written with a capital."""
    seen: dict[str, Counter[bool]] = defaultdict(Counter)
    for path in paths:
        for sentence in read_conllu(path):
            for word in sentence.words:
                gloss = GLOSS.search(word.misc)
                lemma = bare(word.lemma or word.form)
                if word.upos == "NOUN" and gloss and not lemma.endswith("ي"):
                    seen[lemma][gloss[1].isupper()] += 1
    return frozenset(lemma for lemma, counts in seen.items() if counts[True] > counts[False])


def converted(path: Path, known: Known, chance: random.Random | None) -> Iterator[list[Written]]:
    """Read a file sentence by sentence; with `chance`, rebuilt sentences are respelt."""
    for sentence in read_conllu(path):
        has_text = "text" in sentence.comments
        groups = along_text(sentence) if has_text else rebuilt(sentence)
        if groups is None:
            continue
        found = written(sentence.words, groups, known)
        yield found if has_text or chance is None else respelt(found, chance)


class Unanalysed:
    """Gives words that the treebank left unanalysed the analysis of their form elsewhere.

    Args:
        sentences: those that analyses are taken from.
    """

    def __init__(self, sentences: Iterable[Sequence[Written]]) -> None:
        self._seen: dict[str, Counter[tuple[str, str, str]]] = defaultdict(Counter)
        for sentence in sentences:
            for word in sentence:
                if word.upos not in {"PROPN", "X"}:
                    self._seen[_levelled(word.form)][word.upos, word.lemma, word.feats] += 1

    def solved(self, sentence: Iterable[Written]) -> list[Written]:
        """Return a sentence whose names without features have been looked up."""
        found = []
        for word in sentence:
            known = self._seen.get(_levelled(word.form))
            if known and word.upos == "PROPN" and "Number" not in word.feats:
                upos, lemma, feats = known.most_common(1)[0][0]
                found.append(replace(word, upos=upos, lemma=lemma, feats=feats))
            else:
                found.append(word)
        return found


def _levelled(form: str) -> str:
    return bare(form).translate(SKELETON)


def main() -> None:
    """Write `ar_padtsurface-ud-{train,dev,test}.conllu`."""
    parser = argparse.ArgumentParser(
        prog="python -m training.pipelines.arabic", description=__doc__
    )
    parser.add_argument("folders", type=Path, nargs="+", help="folders that hold PADT's files")
    parser.add_argument("--out", type=Path, required=True, help="directory to write")
    arguments = parser.parse_args()
    files = {
        path.name: path
        for folder in arguments.folders
        for path in sorted(folder.rglob("ar_padt*.conllu"))
    }
    tagged = [path for name, path in files.items() if ".um" in name]
    old = {
        split: path
        for name, path in files.items()
        for split in ("dev", "test")
        if f"-{split}.OLD" in name
    }
    known = Known(conjunctions(tagged), named(old.values()))
    chance = random.Random(SEED)
    development = list(converted(old["dev"], known, chance))
    parts = {
        "train": [
            *(s for path in tagged for s in converted(path, known, None)),
            *development[:-DEVELOPMENT],
        ],
        "dev": development[-DEVELOPMENT:],
        "test": list(converted(old["test"], known, None)),
    }
    unanalysed = Unanalysed(parts["train"])
    arguments.out.mkdir(parents=True, exist_ok=True)
    for split, sentences in parts.items():
        text = "".join(
            lines(unanalysed.solved(sentence), f"{split}-{k}")
            for k, sentence in enumerate(sentences, start=1)
        )
        (arguments.out / f"ar_padtsurface-ud-{split}.conllu").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
