"""Begin a package for an author: templates filled in, in a folder that was not there before.

Templates are the files of `templates/common` and of the kind's own folder, each ending in `.j2`;
`__package__` in a path is the package's name, `__target__` the code of the examples' target,
`__code__` that of a new language, `__github__` the folder of a code host.
"""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from tempfile import mkdtemp
from typing import Annotated, Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from discotag.plugin import API_VERSION, InputError, UsageError, faults
from discotag.plugin.files import output_errors

NAME = re.compile(r"^[a-z][a-z0-9_]*$")
CODE = re.compile(r"^[a-z]{2,3}(-[a-z0-9]{2,8})*$")
PREFIXES = {
    "language": "lang",
    "phenomenon": "phen",
    "aligner": "align",
    "coref": "coref",
    "scorer": "score",
    "check": "check",
}


THINGS = {
    "language": "a language pack",
    "phenomenon": "a phenomenon",
    "aligner": "an aligner",
    "coref": "a coreference resolver",
    "scorer": "a scorer",
    "check": "a check of translations",
}
"""Kind → what it is, in words."""


class Kind(StrEnum):
    """What can be begun."""

    LANGUAGE = "language"
    PHENOMENON = "phenomenon"
    ALIGNER = "aligner"
    COREF = "coref"
    SCORER = "scorer"
    CHECK = "check"


@dataclass(frozen=True)
class Request:
    """A package to begin.

    Args:
        kind: what it brings.
        name: a language's code (`pl`), or the component's name (`tag_questions`).
        title: the language's English name, or a line that says what the component does; None = made
            from the name.
        source: code of the source language of its examples.
        target: code of their target language; a language's own code is taken for a language.
        found: words and examples that `discotag cxmi themes` wrote, for a phenomenon.

    Raises:
        UsageError: the name is not a code or not a name, or examples are given for another kind.
    """

    kind: Kind
    name: str
    title: str | None = None
    source: str = "en"
    target: str = "fr"
    found: Found | None = None

    def __post_init__(self) -> None:
        """Check the names."""
        if self.kind is Kind.LANGUAGE and not CODE.match(self.name):
            raise UsageError(
                f"{self.name!r} is not a language code: two or three lower-case letters, as in"
                " pl or zh-tw"
            )
        if self.kind is not Kind.LANGUAGE and not NAME.match(self.name):
            raise UsageError(
                f"invalid name {self.name!r}: use lower-case letters, digits and _, starting with a"
                " letter, as in tag_questions"
            )
        for code in (self.source, self.target):
            if not CODE.match(code):
                raise UsageError(f"{code!r} is not a language code")
        if self.found is not None and self.kind is not Kind.PHENOMENON:
            raise UsageError(f"--examples begins a phenomenon, not a {self.kind}")

    @property
    def plugin(self) -> str:
        """The entry point's name: `lang-pl`, `phen-tag-questions`."""
        return f"{PREFIXES[self.kind]}-{self.name}".replace("_", "-")

    @property
    def distribution(self) -> str:
        """The distribution's name, which is also the folder's."""
        return f"discotag-{self.plugin}"

    @property
    def package(self) -> str:
        """The importable package."""
        return self.distribution.replace("-", "_")

    @property
    def thing(self) -> str:
        """What it is, with its article: `an aligner`."""
        return THINGS[self.kind]

    @property
    def words(self) -> str:
        """The name in words: `tag questions`."""
        return self.name.replace("_", " ")

    @property
    def summary(self) -> str:
        """The title, or one made from the name, without its last full stop."""
        if self.title:
            return self.title.rstrip(".")
        return self.name if self.kind is Kind.LANGUAGE else self.words.capitalize()

    @property
    def class_name(self) -> str:
        """The component's class: `TagQuestions`."""
        return "".join(part.capitalize() for part in self.name.replace("-", "_").split("_"))

    @property
    def code(self) -> str:
        """The letters of a check's codes: `NUMBERS`."""
        return "".join(letter for letter in self.name.upper() if letter.isalpha())


SCHEMA = "discotag-examples/1"
Text = Annotated[str, Field(min_length=1)]


class FoundForm(BaseModel):
    """A form whose mean gain from context is above 0."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    name: Text
    count: int = Field(ge=1)
    mean: float


class FoundWord(BaseModel):
    """A word that gains from context, with its lines and those before it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    document: str
    segment: int = Field(ge=0)
    form: Text
    pcxmi: float
    source: str
    target: str
    source_context: tuple[str, ...] = ()
    target_context: tuple[str, ...] = ()


class Found(BaseModel):
    """A file of the schema `discotag-examples/1`.

    Args:
        phenomenon: its name, if somebody filled it in.
        summary: what it is, likewise.
        source_language: code; None = unknown.
        target_language: likewise.
        forms: forms that gain from context.
        examples: single words, largest gain first.
    """

    model_config = ConfigDict(extra="ignore", frozen=True)

    version: Literal["discotag-examples/1"] = Field(alias="schema")
    phenomenon: str | None = None
    summary: str | None = None
    source_language: str | None = None
    target_language: str | None = None
    forms: tuple[FoundForm, ...] = ()
    examples: tuple[FoundWord, ...] = ()

    def words(self) -> tuple[str, ...]:
        """Return the forms, case folded, each once; those of the examples where there are none."""
        names = [form.name for form in self.forms] or [item.form for item in self.examples]
        return tuple(dict.fromkeys(name.casefold() for name in names))


def read_found(path: Path) -> Found:
    """Read a file of examples; InputError names the file and what is wrong."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        found = Found.model_validate(data)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=path) from error
    except ValidationError as error:
        message = f"is not {SCHEMA}: {faults(error)}; discotag cxmi themes --examples writes it"
        raise InputError(message, path=path) from error
    except ValueError as error:
        raise InputError(f"is not JSON: {error}", path=path) from error
    if not found.words():
        raise InputError("holds neither forms nor examples", path=path)
    return found


TEMPLATES = Path(__file__).parent / "templates"
MOST_FORMS = 40
"""Words of `discotag cxmi themes` that a table begins with."""


def write_package(request: Request, folder: Path | None = None) -> tuple[Path, ...]:
    """Write the package of a request; give its files, sorted.

    Args:
        request: what to begin.
        folder: where; by default a folder of the distribution's name, here. It appears when all is
            written.

    Raises:
        UsageError: the folder is there already, or the one above it is not.
        OutputError: it cannot be written.
    """
    folder = folder or Path(request.distribution)
    if folder.exists():
        raise UsageError(f"{folder} is there already; name another with --out")
    if not folder.absolute().parent.is_dir():
        raise UsageError(f"{folder.absolute().parent} is not there; make it first")
    with output_errors(folder):
        made = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.absolute().parent))
    try:
        with output_errors(folder):
            _fill(made, request)
            made.chmod(0o755)
            made.replace(folder.absolute())
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    return tuple(sorted(path for path in folder.rglob("*") if path.is_file()))


def _fill(folder: Path, request: Request) -> None:
    for name, text in sorted(filled(request).items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def filled(request: Request) -> dict[str, str]:
    """Return the files of a request: path in the package's folder → text."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # TOML, Python and Markdown, no HTML
    )
    environment.filters["toml"] = _toml
    environment.filters["py"] = _toml  # a JSON string is a Python string, too
    texts = {}
    for part in ("common", str(request.kind)):
        for path in sorted((TEMPLATES / part).rglob("*.j2")):
            name = path.relative_to(TEMPLATES / part).as_posix().removesuffix(".j2")
            name = name.replace("__package__", request.package)
            name = name.replace("__target__", request.target).replace("__github__", ".github")
            name = name.replace("__code__", request.name.partition("-")[0])
            if name.endswith("candidates.toml") and request.found is None:
                continue
            template = environment.get_template(path.relative_to(TEMPLATES).as_posix())
            texts[name] = template.render(
                request=request,
                api=API_VERSION,
                forms=_forms(request),
                Kind=Kind,
                major=".".join(map(str, API_VERSION)),
            )
    return texts


def _toml(value: object) -> str:
    """Write a string or a list of strings as TOML (and Python) has it."""
    if isinstance(value, tuple):
        value = list(value)
    return json.dumps(value, ensure_ascii=False)


def _forms(request: Request) -> tuple[str, ...]:
    if request.found is None:
        return ("alpha", "beta")
    words = [word for word in request.found.words() if word.isalpha()]
    return tuple(words[:MOST_FORMS])
