"""What the page asks for: two languages, a source and its translations, within limits."""

from __future__ import annotations

from typing import Any

from pydantic import Field, ValidationError

from discotag.plugin import DiscotagError, FrozenModel, ParallelText, count_noun, name_error

BYTES = 4_000_000
"""Of a request: more is refused before it is read."""
LINES = 2_000
"""Of one text: more takes too long to be shown as one types."""
TRANSLATIONS = 8
DOCUMENT = "text"
"""The id of the document."""


class RequestError(DiscotagError):
    """A request that cannot be met as it is; its text says what to do."""


class Translation(FrozenModel):
    """One translation.

    Args:
        name: what the page calls it.
        text: its lines.
    """

    name: str = Field(max_length=60)
    text: str


class CheckRequest(FrozenModel):
    """What the page asks for.

    Args:
        page: a name that the page made up for itself; a newer request of it replaces an older one.
        source_language: code.
        target_language: code.
        source: the source's lines.
        translations: in the order of the page.
        expect: the address that is asked for: `formal`, `informal`, a level of the language, or "".
        glossary: lines `term = name, name`; "" = none.
    """

    page: str = Field(default="", max_length=60)
    source_language: str = Field(max_length=40)
    target_language: str = Field(max_length=40)
    source: str
    translations: tuple[Translation, ...]
    expect: str = Field(default="", max_length=40)
    glossary: str = ""

    @classmethod
    def read(cls, data: Any) -> CheckRequest:
        """Return a request; RequestError if it is not valid."""
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            raise RequestError(
                "This page and discotag do not understand each other: reload the page."
            ) from error

    def text(self) -> ParallelText:
        """Return the document; RequestError, in words for the page, where there is none."""
        source = lines_of(self.source)
        if not any(line.strip() for line in source):
            raise RequestError("Type or paste a source text.")
        texts = {item.name: lines_of(item.text) for item in self.translations}
        texts = {name: lines for name, lines in texts.items() if any(map(str.strip, lines))}
        if not texts:
            raise RequestError("Type or paste a translation.")
        self._check_names()
        if len(texts) > TRANSLATIONS:
            raise RequestError(f"There are {len(texts)} translations; show at most {TRANSLATIONS}.")
        for name, lines in {"The source": source, **texts}.items():
            if len(lines) > LINES:
                raise RequestError(
                    f"{name} has {count_noun(len(lines), 'line')}; the page shows up to {LINES}."
                    " Use discotag lint and discotag run for longer texts."
                )
        is_aligned = all(len(lines) == len(source) for lines in texts.values())
        return ParallelText(DOCUMENT, source, {}, texts, is_aligned=is_aligned)

    def entries(self) -> tuple[dict[str, str], ...]:
        """Return the glossary: source term and a name, several of one term in several entries."""
        found = []
        for number, line in enumerate(lines_of(self.glossary), 1):
            term, equals, names = line.partition("=")
            if not line.strip():
                continue
            named = [name.strip() for name in names.split(",") if name.strip()]
            if not equals or not term.strip() or not named:
                raise RequestError(
                    f"Line {number} of the glossary is not understood; write: term = name, name"
                )
            found += [{"source": term.strip(), "target": name} for name in named]
        return tuple(found)

    def _check_names(self) -> None:
        names = [item.name for item in self.translations]
        for number, name in enumerate(names):
            if not name.strip():
                raise RequestError("A translation has no name; give it one, such as A.")
            if name.casefold() in {other.casefold() for other in names[:number]}:
                raise RequestError(f"Two translations are called {name!r}; rename one.")
            if fault := name_error(name):
                raise RequestError(f"Rename a translation: {fault}.")


def lines_of(text: str) -> tuple[str, ...]:
    """Return the lines of a text, without empty ones at its end."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    return tuple(lines)
