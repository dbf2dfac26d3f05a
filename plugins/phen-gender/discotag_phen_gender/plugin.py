"""Gender of persons: what the plugin declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, TableInfo, TaggerInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_lint.check import CheckInfo

DISCOTAG_API = (1, 0)
PACKAGE = "discotag_phen_gender"
LANGUAGES = ("ar", "cs", "de", "es", "fr", "he", "it", "nl", "pl", "pt", "ro", "ru", "sv", "uk")
"""Target languages that the package has tables for; packs may bring others."""
SOURCES = frozenset({"en"})
LAYERS = ("tokens", "lemmas", "pos", "morph", "deps")
NEEDS = frozenset(
    {f"{side}.{layer}" for side in ("source", "target") for layer in LAYERS}
    | {"source.coref", "alignment"}
)


@hookimpl
def discotag_tables() -> Iterator[TableInfo]:
    """Declare the lists of `data/`."""
    for code in LANGUAGES:
        yield TableInfo(
            language=code, phenomenon="person_gender", resource=f"{PACKAGE}:data/{code}.toml"
        )


@hookimpl
def discotag_taggers() -> Iterator[TaggerInfo]:
    """Declare `person_gender`, from English."""
    yield TaggerInfo(
        name="person-gender",
        phenomenon="person_gender",
        summary="Tag words that show the gender of a person whom their sentence leaves open.",
        factory=f"{PACKAGE}.tagger:GenderTagger",
        version=2,
        needs=NEEDS,
        table="person_gender",
        source_languages=SOURCES,
        classes="word",
        citation="Stanovsky et al. 2019; Currey et al. 2022 (MT-GenEval)",
    )


@hookimpl
def discotag_checks() -> Iterator[CheckInfo]:
    """Declare `person-gender`."""
    from discotag_lint.check import CheckInfo, CodeInfo

    yield CheckInfo(
        name="person-gender",
        summary="a person's gender that the source contradicts, or that the text changes",
        factory=f"{PACKAGE}.check:PersonGenderCheck",
        version=2,
        reach=30,
        phenomena=frozenset({"person_gender"}),
        needs=NEEDS,
        codes={
            "DT302": CodeInfo(
                name="person-gender",
                summary="A word shows another gender than the text tells of the person.",
                advice="Give the words for this person the gender that the source or the rest of"
                " the text tells, or a form that shows none.",
            )
        },
    )


@hookimpl
def discotag_commands() -> Iterator[CommandInfo]:
    """Declare `discotag gender`."""
    yield CommandInfo(
        name="gender",
        summary="Score translations on MT-GenEval: is each person's gender right?",
        factory=f"{PACKAGE}.geneval:gender",
        section="Studies",
    )
