"""English: what the pack declares."""

from collections.abc import Iterator

from discotag.plugin import AnnotatorInfo, CorefInfo, LanguagePack, hookimpl

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_languages() -> Iterator[LanguagePack]:
    """Declare English."""
    yield LanguagePack.from_package("discotag_lang_en")


@hookimpl
def discotag_annotators() -> Iterator[AnnotatorInfo]:
    """Declare the ellipsis rules."""
    yield AnnotatorInfo(
        name="ellipsis-rules",
        summary="Find elided verb phrases, nouns, gapped verbs and clauses by rules.",
        factory="discotag_lang_en.ellipsis.sites:EllipsisRules",
        languages=frozenset({"en"}),
        needs=frozenset({"tokens", "lemmas", "pos", "morph", "deps"}),
        gives="ellipsis",
    )


@hookimpl
def discotag_corefs() -> Iterator[CorefInfo]:
    """Declare the coreference rules."""
    yield CorefInfo(
        name="rules",
        summary="Resolve pronouns, names and definite nouns over the document by rules.",
        factory="discotag_lang_en.coref.resolver:RuleCoref",
        version=5,
        languages=frozenset({"en"}),
        needs=frozenset({"tokens", "lemmas", "pos", "morph", "deps"}),
    )
