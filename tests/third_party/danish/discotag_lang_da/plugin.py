"""Declares the language, and an analyzer that needs no model."""

from discotag.plugin import AlignerInfo, AnalyzerInfo, LanguagePack, hookimpl

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_languages():
    """Declare Danish."""
    yield LanguagePack.from_package("discotag_lang_da")


@hookimpl
def discotag_analyzers():
    """Declare `swedish-words`, the default of this language."""
    yield AnalyzerInfo(
        name="swedish-words",
        summary="Words and signs by regular expression; function words by list.",
        factory="discotag_lang_da.words:Words",
        languages={"da"},
        gives={"tokens", "lemmas", "pos", "morph", "deps"},
    )


@hookimpl
def discotag_aligners():
    """Declare `same-place`, the default of this language."""
    yield AlignerInfo(
        name="same-place",
        summary="Links equal positions.",
        factory="discotag_lang_da.words:SamePlace",
    )
