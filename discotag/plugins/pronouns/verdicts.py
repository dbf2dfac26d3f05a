"""What stands for the antecedent of a pronoun that its own segment decides, or that has none."""

from __future__ import annotations

from dataclasses import replace

from discotag.core.explanations import Told
from discotag.plugins.pronouns.antecedents import UNKNOWN, Antecedent

NONE_NEEDED = Antecedent(
    is_known=True, needed=1, told=Told("the table says that no context decides it", "context-free")
)
NOUN_BEFORE = replace(
    NONE_NEEDED, told=Told("a noun before it in its own segment agrees with it", "noun-before")
)
NO_NOUN = replace(
    UNKNOWN,
    told=Told(
        "a neuter pronoun before it stands for the same, and no noun tells what that is",
        "noun-missing",
    ),
)
OWN_SUBJECT = replace(
    NONE_NEEDED, told=Told("the subject of its own segment decides it by syntax", "own-subject")
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
UNSURE = replace(
    UNKNOWN,
    told=Told(
        "the likeliest word that it may stand for is not likely enough (option sure)", "doubt"
    ),
)
FOLLOWER = replace(NONE_NEEDED, told=Told("what it stands for is in its own segment", "follower"))
"""Stand for the antecedent of a pronoun that its own segment decides."""
