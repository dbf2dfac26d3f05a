"""Japanese: what the pack declares."""

from collections.abc import Iterator

from discotag.plugin import LanguagePack, TaggerInfo, hookimpl

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_languages() -> Iterator[LanguagePack]:
    """Declare Japanese."""
    yield LanguagePack.from_package("discotag_lang_ja")


@hookimpl
def discotag_taggers() -> Iterator[TaggerInfo]:
    """Declare the tagger of plain and polite predicates."""
    yield TaggerInfo(
        name="keigo",
        summary="Mark the plain or polite style of Japanese predicates by their morphology.",
        factory="discotag_lang_ja.keigo:KeigoTagger",
        version=5,
        phenomenon="formality",
        table="keigo",
        languages=frozenset({"ja"}),
        needs=frozenset(
            {"target.tokens", "target.lemmas", "target.pos", "target.morph", "alignment"}
        ),
        is_extra=True,
    )
