"""Declares the tagger and its tables."""

from discotag.plugin import TableInfo, TaggerInfo, hookimpl

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_taggers():
    """Declare `tag_questions`."""
    yield TaggerInfo(
        name="tag_questions",
        phenomenon="tag_questions",
        summary="Tag questions and the register they keep",
        factory="discotag_phen_tag_questions.tagger:TagQuestionsTagger",
        table="tag_questions",
        source_languages={"en"},
        needs={"source.tokens", "target.tokens"},
    )


@hookimpl
def discotag_tables():
    """Declare the table of each language; their packs need not know of it."""
    for language in ("de", "fr"):
        yield TableInfo(
            language=language,
            phenomenon="tag_questions",
            resource=f"discotag_phen_tag_questions:data/{language}.toml",
        )
