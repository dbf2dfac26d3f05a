"""Language packs: what a language brings to discotag, and the facts in its `language.toml`.

What a pack leaves out is the usual case.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from discotag.core.errors import InputError, TableError
from discotag.core.parsing import FrozenModel
from discotag.core.patterns import Pattern
from discotag.core.tables import read_toml

if TYPE_CHECKING:
    from collections.abc import Collection

    from langcodes import Language


BleuTokenizer = Literal["13a", "intl", "char", "zh", "ja-mecab", "ko-mecab"]


class WritingSystem(FrozenModel):
    """How a language is written (`[writing]`).

    Args:
        right_to_left: whether the script runs from right to left; None = as the language's usual
            script does.
        spaces: whether there are spaces between words.
        dotless_i: whether I is the capital of ı, and İ that of i.
        bleu: sacreBLEU's tokenizer for the language.
        quotes: pairs of quotation marks, opening and closing in one string (`«»`).
        suffixes: words that are written after others as parts of them, whatever a list of stop
            words says (者 of 投资者, investor); in languages without spaces.
    """

    right_to_left: bool | None = None
    spaces: bool = True
    dotless_i: bool = False
    bleu: BleuTokenizer = "13a"
    quotes: tuple[Annotated[str, Field(min_length=2, max_length=2)], ...] = ()
    suffixes: tuple[str, ...] = ()


class AddressLevel(FrozenModel):
    """One level of address.

    Args:
        name: what people who read a finding call it.
        labels: the classes of `formality.toml`, and of the extra taggers, that are of this level.
        shared: words of other levels that this one has, too: Romanian *dumneata* takes the
            verbs and the weak pronouns of *tu*. With this level they say nothing.
    """

    name: str = Field(min_length=1)
    labels: tuple[str, ...] = Field(min_length=1)
    shared: Pattern | None = None


LEVELS = (
    AddressLevel(name="familiar or plain", labels=("t",)),
    AddressLevel(name="polite", labels=("v",)),
)


class Address(FrozenModel):
    """How a language addresses people (`[address]`).

    Args:
        level: the levels, from familiar to polite; at first `t`, then `v`.
        no_level: labels that say nothing of how the hearer is addressed (respect to others).
        styles: labels that predicates have whoever is spoken to (Japanese, Korean).
        open_ends: ends of segments that are plain in polite speech as well: questions to oneself
            (のか), sentences that continue.
        upos: parts of speech of words of address, with which verbs merely agree.
        pronouns: forms that are words of address, whatever part of speech the analysis gives them.
        words: words that address somebody, whatever the analysis says of their person.
        plural_words: words that show that several people are addressed.
        plural_phrases: the same of several words, with single spaces.
        plurals: words of address to several people that have no level (Chinese 你们): they are not
            compared.
        polite_plural: whether verbs of polite address are those of the second person plural.
        reflexive: lemmas of pronouns that may be impersonal, and then address nobody.
        objects: pronouns of polite address that are objects of the third person as well.
        subjects: pronouns that address somebody, whatever the analysis says of their person.
        command_auxiliaries: forms of the auxiliary before a command (do, don't).
        command_particles: words that belong to a verb's command (turn up the heat).
        futures: lemmas of auxiliaries that a question cannot leave out (will).
        salutations: how the first line of a letter begins, in lower case (`dear`).
        closings: how the line begins that ends a letter, in lower case (`yours sincerely`).
    """

    level: tuple[AddressLevel, ...] = Field(default=LEVELS, min_length=1)
    no_level: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    open_ends: tuple[str, ...] = ()
    upos: tuple[str, ...] = ("PRON", "DET")
    pronouns: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    plural_words: tuple[str, ...] = ()
    plural_phrases: tuple[str, ...] = ()
    plurals: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    command_auxiliaries: tuple[str, ...] = ()
    command_particles: tuple[str, ...] = ()
    futures: tuple[str, ...] = ()
    polite_plural: bool = False
    reflexive: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    salutations: tuple[str, ...] = ()
    closings: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _check(self) -> Self:
        """Refuse a label on two levels, and a style that has no level."""
        labels = [*(label for level in self.level for label in level.labels), *self.no_level]
        if twice := sorted({label for label in labels if labels.count(label) > 1}):
            raise ValueError(f"address: {twice[0]!r} is on two levels")
        if unknown := sorted(set(self.styles) - set(labels)):
            raise ValueError(f"address: the style {unknown[0]!r} has no level")
        return self

    @cached_property
    def ranks(self) -> dict[str, int]:
        """Label → place of its level, 0 for the most familiar."""
        return {label: rank for rank, level in enumerate(self.level) for label in level.labels}


class Names(FrozenModel):
    """How names are written, in a language that writes them with a capital (`[names]`).

    Args:
        endings: what a name takes when it is inflected, without case; a name alone is not listed.
        alike: letters that are often written as another one: Russian ё as е.
    """

    endings: tuple[str, ...] = ()
    alike: dict[str, str] = Field(default_factory=dict)


class Sentences(FrozenModel):
    """How sentences end (`[sentences]`): what the general rules cannot know.

    Args:
        abbreviations: words before whose full stop no sentence ends, in lower case and without it:
            titles, references (`dr`, `p.ej`).
        closing: abbreviations that a sentence may end with; it does where a new one seems to begin
            (`etc`, `u.s`).
        final: abbreviations that end a sentence before any capital: nothing that follows them
            is written with one (`etc`); spaces within as they are written.
        before_number: words whose full stop ends no sentence in front of a digit (`no`, `pp`).
        openers: words that begin a sentence more often than they follow an abbreviation or a
            number, in lower case; () = the pack's stop words.
        ordinals: whether a number with a full stop is an ordinal (German 3. Oktober).
        continuing: words with which a sentence continues after a question or a call, in lower case
            (Turkish *diye*: "…?" he asked).
        remarks: how sentences begin in which a language model speaks of its task, or refuses it,
            in lower case (`here is the translation`).
        predicates: with what a sentence ends in text without marks: talks (Japanese ました).
        going_on: with what a sentence continues after a predicate (Japanese が, から).
        beginning: words that begin like one of `going_on`, and begin a sentence (でも).
    """

    abbreviations: tuple[str, ...] = ()
    closing: tuple[str, ...] = ()
    final: tuple[str, ...] = ()
    before_number: tuple[str, ...] = ()
    openers: tuple[str, ...] = ()
    ordinals: bool = False
    continuing: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    predicates: tuple[str, ...] = ()
    going_on: tuple[str, ...] = ()
    beginning: tuple[str, ...] = ()


class Terms(FrozenModel):
    """What a language does with words of which a glossary speaks (`[terms]`).

    Args:
        phrases: fixed phrases whose words do not mean by themselves what they mean elsewhere, in
            lower case, with single spaces (`at any time`, `take place`). `…` at the end of a word
            is any ending (`tak… place`).
        separable_verbs: whether a verb and its particle are one word in dictionaries (German
            *melden … an*, `anmelden`; not English *set up*).
    """

    phrases: tuple[Annotated[str, Field(min_length=1)], ...] = ()
    separable_verbs: bool = False


Code = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[a-z0-9]{2,8})*$")]


class Property(FrozenModel):
    """A typological property of a language (muda App. B) with its source."""

    value: str | tuple[str, ...]
    source: str


class Measured(FrozenModel):
    """How good one part of a pack is, as measured.

    Args:
        value: the figure, 0–100.
        measure: what it counts (`UPOS, %`).
        data: what it was measured on.
    """

    value: float = Field(ge=0, le=100)
    measure: str
    data: str


class LanguagePack(FrozenModel):
    """What one language brings: `data/language.toml` of a package, and the files next to it.

    Args:
        schema_version: of `language.toml`; 1.
        code: canonical code (`fr`, `zh-tw`).
        name: English name.
        aliases: other codes that users write (`fra`, `zh_cn`).
        package: the importable package that holds the data.
        writing: direction, spaces, letters.
        address: levels of address with their order, and words that show the address.
        names: endings of names; None = a capital letter does not mark names in this language.
        properties: typological properties (muda App. B), each with its source.
        defaults: role (`analyzer`, `aligner`, `coref`) → component name.
        not_applicable: phenomenon → why this language does not have it.
        sentences: abbreviations, and what else shows where sentences end.
        terms: phrases whose words are not terms of a glossary.
        taggers: phenomenon → names of extra taggers that join the general one.
        settings: component name → its settings for this language (`[settings.lexicon]`).
    """

    schema_version: int = Field(ge=1, le=1)
    code: Code
    name: str
    aliases: tuple[str, ...] = ()
    package: str
    writing: WritingSystem = WritingSystem()
    address: Address = Address()
    names: Names | None = None
    sentences: Sentences = Sentences()
    terms: Terms = Terms()
    properties: dict[str, Property] = Field(default_factory=dict)
    defaults: dict[str, str] = Field(default_factory=dict)
    not_applicable: dict[str, str] = Field(default_factory=dict)
    taggers: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    settings: dict[str, dict[str, Any]] = Field(default_factory=dict)

    @classmethod
    def from_package(cls, package: str, *, file: str = "language.toml") -> LanguagePack:
        """Read the pack of an installed package; TableError names the file and field at fault."""
        path = Path(str(files(package))) / "data" / file
        data, _ = read_toml(path)
        try:
            return cls(package=package, **data)
        except (ValueError, TypeError) as error:
            raise TableError(f"is not a language description: {error}", path=path) from error

    @cached_property
    def folder(self) -> Path:
        """The package's folder."""
        return Path(str(files(self.package)))

    def has_resource(self, name: str) -> bool:
        """Return whether the pack holds a data file or folder."""
        return (self.folder / name).exists()

    def resource(self, name: str) -> Path:
        """Return a data file or folder of the pack (`pipeline`); InputError if it has none."""
        path = self.folder / name
        if not path.exists():
            raise InputError(
                f"the {self.name} pack ({self.package}) holds no {name!r}:"
                " reinstall it, or choose another component",
                path=path,
            )
        return path

    @cached_property
    def quality(self) -> dict[str, Measured]:
        """What was measured of its parts (`analysis`, `alignment`, `formality`); maybe nothing.

        What was measured with its language's table says nothing of a variety that has its own.

        Raises:
            TableError: `quality.toml` is faulty.
        """
        path = self.folder / "quality.toml"
        if not path.is_file():
            return {}
        data, _ = read_toml(path)
        try:
            return {
                name: Measured(**entry)
                for name, entry in data.items()
                if not (self.folder / "data" / self.code / f"{name}.toml").exists()
            }
        except (ValueError, TypeError) as error:
            raise TableError(f"is not a list of measured figures: {error}", path=path) from error

    @cached_property
    def stop_words(self) -> frozenset[str]:
        """The words of `data/stopwords.txt` (`#` begins a comment), casefolded; maybe none."""
        path = self.folder / "data" / "stopwords.txt"
        if not path.is_file():
            return frozenset()
        lines = path.read_text(encoding="utf-8-sig").splitlines()
        return frozenset(
            word for line in lines if not line.startswith("#") for word in line.casefold().split()
        )

    @property
    def direction(self) -> Direction:
        """In which direction the language is written."""
        is_rtl = self.writing.right_to_left
        if is_rtl is None:
            return direction(self.code)
        return "rtl" if is_rtl else "ltr"

    def is_called(self, name: str) -> bool:
        """Return whether a name is the pack's code, an alias or the English name."""
        names = (self.code, self.name, *self.aliases)
        wanted = name.casefold().replace("_", "-")
        return wanted in {known.casefold() for known in names}

    def table_paths(self, *, into: str | None = None) -> dict[str, Path]:
        """Return the pack's tables: name → TOML file.

        A variety's own tables are in a folder of its code (`pt-br/formality.toml`); the rest it
        has in common with the other varieties of its package.

        Args:
            into: a target language's code: the tables of `data/into-xx`, which say what this
                language's words may become there; None = the language's own, besides
                `language.toml`.
        """
        data = self.folder / "data"
        folders = (data, data / self.code)
        if into is not None:
            folders = (data / f"into-{into.partition('-')[0]}", data / f"into-{into}")
        return {
            path.stem: path
            for folder in folders
            for path in sorted(folder.glob("*.toml"))
            if not path.stem.startswith("language")
        }


Direction = Literal["ltr", "rtl"]
RIGHT_TO_LEFT = frozenset(
    [
        *("Adlm", "Arab", "Aran", "Armi", "Hebr", "Mand", "Mend", "Nkoo"),
        *("Rohg", "Samr", "Syrc", "Syre", "Syrj", "Syrn", "Thaa", "Yezi"),
    ]
)
"""Scripts that run from right to left (ISO 15924; letters of Bidi_Class R and AL in Unicode)."""
VARIETY = 5
"""The largest distance of varieties that are read alike (`es-MX`, `es`); dialects are further."""
TERRITORY = 4
"""The distance of territories that CLDR puts together (`pt-AO` and `pt-PT`)."""


def direction(code: str) -> Direction:
    """Return in which direction a language's usual script runs, as CLDR knows scripts.

    A pack that is installed may say otherwise (`Registry.direction`).

    Example:
        >>> [direction(code) for code in ("fa", "fr", "pa-arab", "no such tag")]
        ['rtl', 'ltr', 'rtl', 'ltr']
    """
    from langcodes import Language
    from langcodes.tag_parser import LanguageTagError

    try:
        script = Language.get(code).maximize().script
    except LanguageTagError:
        return "ltr"
    return "rtl" if script in RIGHT_TO_LEFT else "ltr"


def nearest(code: str, codes: Collection[str]) -> str | None:
    """Return the code that a variety is read with; None if it is not a tag, or if all are too far.

    Example:
        >>> [nearest(code, ["es", "pt-br", "pt-pt"]) for code in ("es-MX", "pt-AO", "ca")]
        ['es', 'pt-pt', None]
    """
    from langcodes import closest_match

    if _language(code) is None:
        return None
    found, distance = closest_match(code, list(codes), max_distance=VARIETY)
    return found if distance <= VARIETY else None


@lru_cache(maxsize=1024)
def are_alike(code: str, other: str) -> bool:
    """Return whether two codes name the same variety, or varieties that hardly differ.

    Example:
        >>> are_alike("deu", "de-AT"), are_alike("zh-HK", "zh-tw"), are_alike("pt-pt", "pt-br")
        (True, True, False)
    """
    from langcodes import tag_distance

    languages = _language(code), _language(other)
    if languages[0] is None or languages[1] is None:
        return False
    distance = tag_distance(code, other)
    if distance <= TERRITORY:
        return True
    # Where both are written in a script of their own (zh-Hant), nothing else is nearer.
    return distance <= VARIETY and all(_has_own_script(one) for one in languages if one is not None)


def _has_own_script(language: Language) -> bool:
    """Return whether a variety is written in another script than its language usually is."""
    from langcodes import Language

    usual = Language.make(language=language.language).maximize()
    return language.maximize().script != usual.script


def _language(code: str) -> Language | None:
    """Read a tag; None if it is not a tag or names what does not exist."""
    from langcodes import Language
    from langcodes.tag_parser import LanguageTagError

    try:
        language = Language.get(code)
    except LanguageTagError:
        return None
    return language if language.is_valid() else None
