"""Words of one person that coreference leaves apart: speakers, surnames, the only person there."""

from __future__ import annotations

import pytest

from discotag.plugin import Cluster, Mention
from discotag.testing import side
from discotag_phen_gender.names import namesakes
from discotag_phen_gender.people import People, alone, speakers

SAID = 'Ann//PROPN//1/nsubj said/say/VERB ://PUNCT "//PUNCT I//PRON slept//VERB .//PUNCT'
OPEN = 'I//PRON left//VERB .//PUNCT "//PUNCT'
WHOLE = '"//PUNCT I//PRON left//VERB .//PUNCT "//PUNCT'
BEGUN = '"//PUNCT I//PRON slept//VERB .//PUNCT'
CLOSED = 'I//PRON left//VERB ,//PUNCT "//PUNCT said/say/VERB Ann//PROPN//4/nsubj'
SEEN = CLOSED.replace("said/say", "saw/see")


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ((SAID, OPEN), {(0, 4): (0, 0), (1, 0): (0, 0)}),
        ((BEGUN, CLOSED), {(0, 1): (1, 5), (1, 0): (1, 5)}),
        ((SAID + ' "//PUNCT', WHOLE), {}),
        ((BEGUN, SEEN), {}),
    ],
    ids=["said before", "said behind", "another quotation", "no verb of saying"],
)
def test_the_speaker_of_an_open_quotation_is_its_i(lines, found):
    assert speakers(side("en", lines)) == found


TURN = "Ann//PROPN//1/flat Smith//PROPN///root ://PUNCT I//PRON slept//VERB .//PUNCT"
MORE = "I//PRON left//VERB .//PUNCT"
OTHER = TURN.replace("Ann", "Tom").replace("Smith", "Brown")


def test_a_turn_is_its_speakers_until_the_next_one():
    found = speakers(side("en", (TURN, MORE, OTHER, MORE)))
    assert found == {(0, 3): (0, 1), (1, 0): (0, 1), (2, 3): (2, 1), (3, 0): (2, 1)}
    assert speakers(side("en", (TURN, MORE))) == {}


def test_a_turn_ends_where_somebody_without_a_name_speaks():
    me = "Me//PRON///root ://PUNCT I//PRON slept//VERB .//PUNCT"
    assert (1, 2) not in speakers(side("en", (TURN, me, OTHER)))


def test_a_speaker_tells_the_gender_of_i_whatever_the_chain_of_i():
    chain = Cluster(tuple(Mention(i, t, t + 1, t, "pronoun") for i, t in ((1, 0), (3, 0))))
    found = People(side("en", (TURN, MORE, OTHER, MORE), clusters=[chain]))
    assert found.at(1, 0).gender() == "feminine"
    assert found.at(3, 0).gender() == "masculine"


FULL = "Ann//PROPN//1/compound Lee//PROPN/Number=Sing/2/nsubj slept//VERB"
LONE = "Lee//PROPN/Number=Sing/1/nsubj left//VERB"
MAN = FULL.replace("Ann", "Tom")
STREET = "Lee//PROPN//1/compound Street//PROPN///root"


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ((FULL, LONE), [((0, 1), (1, 0))]),
        ((LONE, FULL), [((1, 1), (0, 0))]),
        ((FULL, MAN, LONE), []),
        ((FULL, STREET), []),
    ],
    ids=["behind", "before", "of two people", "a street"],
)
def test_a_surname_is_that_of_the_full_name(lines, found):
    assert list(namesakes(side("en", lines))) == found


COACH = "The//DET//1/det coach//NOUN/Number=Sing/2/nsubj shouted//VERB"
LATER = "Later//ADV//2/advmod he//PRON//2/nsubj smiled//VERB"
PAIR = ((0, 1), (1, 1))


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ((COACH, LATER), [PAIR]),
        ((COACH + " Bob//PROPN//2/obj", LATER), []),
        ((COACH, "Bob//PROPN//1/nsubj said//VERB he//PRON//1/nsubj"), []),
        ((COACH.replace("The//DET", "Any//DET"), LATER), []),
        ((COACH, LATER.replace("2/nsubj", "2/obj")), []),
        ((COACH, LATER + " her//PRON//2/obj"), []),
    ],
    ids=["alone", "with another", "a name before", "nobody", "no subject", "two genders"],
)
def test_a_pronoun_is_the_only_persons_who_was_spoken_of(lines, found):
    text = side("en", lines)
    assert list(alone(text, ())) == found
    assert list(alone(text, [pair[1] for pair in found])) == []
