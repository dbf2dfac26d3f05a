"""How likely nouns agree whose translation is unknown or tells no gender."""

from dataclasses import replace

import pytest

from discotag.core.document import Cluster
from discotag.plugins.phenomena.pronouns.agreement import Agreement
from discotag.plugins.phenomena.pronouns.coreference import (
    ELSEWHERE,
    NEAREST,
    NO_CANDIDATE_LEFT,
    OTHER_NUMBER,
    UNTOLD,
    Coreference,
)
from discotag.plugins.phenomena.pronouns.tagger import PronounTagger
from discotag.testing import context, document, side

from .pronoun_documents import LINKS, SHE_FELL, mention, table

BANK = "bank/bank/NOUN/Number=Sing"


def chance(lines, links, kind="noun", place=(0, 0)):
    """Tell how likely the noun at a place agrees with the *elle* of the last line."""
    built = document([line[0] for line in lines], [line[1] for line in lines], links)
    agreement = Agreement(built, len(lines) - 1, 0, "fem")
    return Coreference(built).agreeing(mention(*place, kind), agreement)


@pytest.mark.parametrize(
    ("noun", "translation", "found"),
    [
        (BANK, "banque/banque/NOUN/Gender=Fem|Number=Sing", 1.0),
        (BANK, "monde/monde/NOUN/Gender=Masc|Number=Sing", 0.0),
        ("York/York/PROPN/Number=Sing", "York/York/PROPN", UNTOLD),
        ("Yorks/York/PROPN/Number=Plur", "York/York/PROPN", OTHER_NUMBER),
        (BANK, "on/on/ADV", NO_CANDIDATE_LEFT),
    ],
)
def test_a_gender_that_nothing_tells_is_less_than_one_that_agrees(noun, translation, found):
    assert chance([(noun, translation), SHE_FELL], ["0-0", LINKS]) == found


@pytest.mark.parametrize(("gender", "found"), [("Fem", ELSEWHERE), ("Masc", NO_CANDIDATE_LEFT)])
def test_a_noun_without_a_link_has_the_gender_of_its_other_mentions(gender, found):
    other = (BANK, f"banque/banque/NOUN/Gender={gender}|Number=Sing")
    assert chance([(BANK, "elle/lui/PRON"), other, SHE_FELL], ["", "0-0", LINKS]) == found


@pytest.mark.parametrize(("gender", "found"), [("Fem", NEAREST[0]), ("Masc", NEAREST[1])])
def test_a_noun_without_a_link_may_be_the_noun_beside_it_that_has_none(gender, found):
    french = f"x/x/NOUN/Gender={gender}|Number=Sing là/là/ADV là/là/ADV y/y/NOUN"
    line = (f"{BANK} here/here/ADV", french)
    assert chance([line, SHE_FELL], ["", LINKS]) == found


def test_nobody_who_speaks_is_what_is_spoken_of():
    line = ("I/I/PRON/Person=1|Number=Sing", "moi/moi/PRON/Number=Sing")
    assert chance([line, SHE_FELL], ["0-0", LINKS], "pronoun") == 0.0


def test_what_the_coreference_is_not_sure_of_is_weighed_with_the_rest():
    english = "study/study/NOUN/_/1/nsubj of/of/VERB/_/-1/root rain/rain/NOUN/_/1/nmod"
    french = "étude/étude/NOUN/Gender=Fem de/de/ADP pluie/pluie/NOUN/Gender=Fem"
    chosen = Cluster((mention(0, 2, "noun"), mention(1, 0)), (1.0, 0.5))
    rival = Cluster((mention(0, 0, "noun"), mention(1, 0)), (1.0, 0.4))
    source = side("en", [english, SHE_FELL[0]], clusters=[chosen])
    source = replace(source, alternatives=(replace(chosen, scores=(1.0, 0.4)), rival))
    built = document(source, [french, SHE_FELL[1]], ["0-0 1-1 2-2", LINKS])
    tagger = PronounTagger.create(context(tables={"pronouns": table()}, sure=0.5))
    (found,) = tagger.mark(built)
    assert found.evidence[0].token == 0
