"""Korean: what the pack declares."""

from collections.abc import Iterator

from discotag.plugin import LanguagePack, TaggerInfo, hookimpl

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_languages() -> Iterator[LanguagePack]:
    """Declare Korean."""
    yield LanguagePack.from_package("discotag_lang_ko")


@hookimpl
def discotag_taggers() -> Iterator[TaggerInfo]:
    """Declare the tagger of speech levels."""
    yield TaggerInfo(
        name="speech-level",
        summary="Mark the plain or polite speech level of Korean predicates by their endings.",
        factory="discotag_lang_ko.tagger:SpeechLevelTagger",
        version=5,
        phenomenon="formality",
        table="speech_levels",
        languages=frozenset({"ko"}),
        needs=frozenset(
            {
                "source.pos",
                "source.morph",
                "source.deps",
                "target.tokens",
                "target.lemmas",
                "target.pos",
                "alignment",
            }
        ),
        is_extra=True,
    )
