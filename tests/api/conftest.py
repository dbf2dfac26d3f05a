"""A small corpus in memory, tagged and scored once."""

from __future__ import annotations

import pytest

import discotag

ENGLISH = ("Are you free?", "Yes, are you?", "I bought a table.", "It was cheap.")
FRENCH = ("Tu es libre ?", "Oui, et toi ?", "J'ai acheté une table.", "Elle était bon marché.")
SYSTEM = ("Vous êtes libre ?", "Oui, et toi ?", "J'ai acheté une table.", "Il était bon marché.")
IDS = ("talk", "talk", "shop", "shop")
LANGUAGES = {"source_language": "en", "target_language": "fr"}


@pytest.fixture(scope="session")
def corpus():
    """Load the corpus with a system that errs and one that equals the reference."""
    pytest.importorskip("discotag_lang_en")
    pytest.importorskip("discotag_lang_fr")
    return discotag.load(
        ENGLISH, FRENCH, systems={"A": SYSTEM, "B": FRENCH}, docids=IDS, **LANGUAGES
    )


@pytest.fixture(scope="session")
def tagged(corpus):
    """Tag it for two phenomena."""
    return discotag.tag(corpus, phenomena=["formality", "pronouns"])


@pytest.fixture(scope="session")
def scores(corpus):
    """Score it."""
    return discotag.score(corpus, scorers=["choice"], phenomena=["formality", "pronouns"])
