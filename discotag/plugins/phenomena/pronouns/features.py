"""Gender and number: what words tell of them, and whether two words may agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.core.tokens import Token, Tokens

FEATURES = ("Gender", "Number")
NOUNS = frozenset({"NOUN", "PROPN"})
NOMINALS = frozenset({*NOUNS, "PRON"})
NAME, PRONOUN = "PROPN", "PRON"
SUBJECT_NOUNS = frozenset({*NOUNS, "PART"})
"""What a noun that is a subject may be: its suffix is its head in UD Chinese-GSD (*养猪 户*)."""
PLURAL, DUAL, NEUTER, THINGS = "plur", "dual", "neut", "things"
"""Labels of classes; `things` takes up several things in the feminine singular (Arabic *هي*)."""
KINDS = frozenset(
    {"one", "ones", "another", "other", "mine", "yours", "his", "hers", "ours", "theirs"}
)
"""Rules of pronouns that take up the kind of thing a noun names, one or more of it ("two cups …
*the red one*": one-anaphora, Webber 1979), and so agree with it in gender alone."""
PLURALS = frozenset({"they", "them", "these", "those"})
"""Rules of pronouns of one number: what one of them stands for another may go on with."""
THING_CLASSES = frozenset({"thing", THINGS})
"""First parts of labels of pronouns that stand for no persons (Chinese 它们, Japanese それら)."""
AGREEING = frozenset({"PRON", "VERB", "AUX"})
"""What agrees with the noun that it stands for or whose verb it is; a possessive determiner agrees
with the thing possessed."""
GENDERS = {"masc": "Masc", "fem": "Fem", "neut": "Neut", "common": "Com"}
"""Parts of a class's label → UD gender."""


def number_of(pronoun: Token) -> str | None:
    """Return the number of what a source pronoun stands for; of a possessive, the owner's."""
    if pronoun.upos not in {PRONOUN, "DET"}:
        return None
    if "Poss" in pronoun.feats and pronoun.upos != PRONOUN:
        return pronoun.feats.get("Number[psor]")
    return pronoun.feats.get("Number")


def of_determiner(tokens: Tokens, token: int) -> dict[str, frozenset[str]]:
    """Return the gender and number of a word's determiner, as far as it has one."""
    for child in tokens.children(token):
        if (tokens.deprels or ())[child].partition(":")[0] == "det":
            return agreeing(tokens, child)
    return {}


def agreeing(tokens: Tokens, token: int) -> dict[str, frozenset[str]]:
    """Return the gender and number of a word, each as what it may be."""
    feats = tokens.feats[token] if tokens.feats is not None else {}
    return {name: frozenset(feats[name].split(",")) for name in FEATURES if name in feats}


def attached(tokens: Tokens, token: int) -> dict[str, frozenset[str]]:
    """Return the gender and number of a pronoun attached to a word (`Gender[clit]`)."""
    feats = tokens.feats[token] if tokens.feats is not None else {}
    layered = {name: f"{name}[clit]" for name in FEATURES}
    return {
        name: frozenset(feats[layer].split(","))
        for name, layer in layered.items()
        if layer in feats
    }


def conflict(wanted: Mapping[str, frozenset[str]], found: Mapping[str, frozenset[str]]) -> bool:
    """Return whether a feature that both tell has no value in common."""
    return any(not values & found[name] for name, values in wanted.items() if name in found)


def coordinated(tokens: Tokens, head: int) -> list[int]:
    """Return the words that are coordinated with a word behind it."""
    deprels = tokens.deprels or ()
    return [child for child in tokens.children(head) if deprels[child].startswith("conj")]
