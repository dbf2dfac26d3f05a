"""Declares the tagger and its French table."""

from discotag.plugin import TableInfo, TaggerInfo, hookimpl

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_taggers():
    """Declare `questions`."""
    yield TaggerInfo(
        name="questions",
        phenomenon="questions",
        summary="A question formed like an earlier one.",
        factory="discotag_phen_questions.tagger:QuestionTagger",
        table="questions",
        needs={"target.tokens"},
    )


@hookimpl
def discotag_tables():
    """Declare the French table; the French pack knows nothing of it."""
    yield TableInfo(
        language="fr", phenomenon="questions", resource="discotag_phen_questions:fr.toml"
    )
