"""What stands for the antecedent of a pronoun that its own segment decides, or that has none."""

from __future__ import annotations

from dataclasses import replace

from discotag.core.explanations import Told
from discotag.plugins.phenomena.pronouns.antecedent import Antecedent

UNKNOWN = Antecedent(is_known=False, told=Told("no antecedent was looked for", "unsearched"))
ALONE = Antecedent(
    is_known=False,
    told=Told("the coreference names nothing else that it stands for", "antecedent-missing"),
)
DOUBTFUL = Antecedent(
    is_known=False,
    told=Told(
        "the coreference is too unsure of what it stands for (options confidence, neuter)", "unsure"
    ),
)
DISAGREEING = Antecedent(
    is_known=False,
    told=Told(
        "no word that it may stand for agrees with it in another segment that counts as context",
        "disagreement",
    ),
)
OWN_DOUBT = Antecedent(
    is_known=False,
    told=Told("the noun of its own segment that the coreference names cannot agree", "own-doubt"),
)
IN_SEGMENT = Antecedent(
    is_known=True,
    confidence=1.0,
    is_own=True,
    told=Told("the noun that it stands for is in its own segment", "own-segment"),
)
NONE_NEEDED = Antecedent(
    is_known=True, needed=1, told=Told("the table says that no context decides it", "context-free")
)
NOUN_BEFORE = replace(
    NONE_NEEDED,
    is_own=True,
    told=Told("a noun before it in its own segment agrees with it", "noun-before"),
)
IDENTIFIED = replace(
    NONE_NEEDED,
    is_own=True,
    told=Told("the noun that is said of it says which thing it is", "identified"),
)
NO_NOUN = replace(
    UNKNOWN,
    told=Told(
        "a neuter pronoun before it stands for the same, and no noun tells what that is",
        "noun-missing",
    ),
)
OWN_SUBJECT = replace(
    NONE_NEEDED,
    is_own=True,
    told=Told("the subject of its own segment decides it by syntax", "own-subject"),
)
OWN_PRONOUN = replace(
    NONE_NEEDED,
    told=Told("a pronoun of its own segment that has one translation decides it", "own-pronoun"),
)
OWN_TOPIC = replace(
    NONE_NEEDED,
    told=Told("a subject of its own segment that agrees stands before it", "own-topic"),
)
OWN_PERSON = replace(
    NONE_NEEDED,
    told=Told(
        "its own clause says that it is a person, and the source tells the gender", "own-person"
    ),
)
FOLLOWER = replace(NONE_NEEDED, told=Told("what it stands for is in its own segment", "follower"))
"""Stand for the antecedent of a pronoun that its own segment decides."""


def unlikely(word: str, likelihood: float, least: float) -> Told:
    """Say that a word is not likely enough to be named as what a pronoun stands for."""
    return Told(
        f'the likeliest word that it may stand for is "{word}", and that is not likely enough: '
        f"{likelihood:.2f} of the {least:.2f} needed (option sure)",
        "doubt",
    )
