"""Patterns of words around an empty *it*, and how they change the network's opinion."""

from __future__ import annotations

import pytest

from discotag.testing import tokens
from discotag_lang_en.coref.expletive import fitting, patterns
from discotag_lang_en.coref.network import WIDEST, reconsidered, shipped, shown
from discotag_lang_en.coref.syntax import Syntax

BE = "was/be/AUX"


def syntax(line):
    """Return a segment's tree; all words hang on the first, for patterns ask no tree."""
    return Syntax(
        tokens(
            " ".join(f"{word}/_/0/dep" if word.count("/") == 2 else word for word in line.split())
        )
    )


def found(line):
    tree = syntax(line)
    return set(fitting(tree, tree.forms.index("it")))


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("It//PRON had/have/AUX stopped/stop/VERB raining/rain/VERB", "weather"),
        (f"It//PRON {BE} nearly//ADV noon//NOUN .//PUNCT", "clock"),
        (f"It//PRON {BE} wise//ADJ to//PART wait//VERB", "to"),
        (f"It//PRON {BE} odd//ADJ that//SCONJ nobody//PRON came/come/VERB", "adjective"),
        (f"It//PRON {BE} the//DET brakes/brake/NOUN that//PRON failed/fail/VERB", "cleft_noun"),
        (f"It//PRON {BE} claimed/claim/VERB that//SCONJ she//PRON knew/know/VERB", "passive"),
        (
            "It//PRON takes/take/VERB two//NUM hours/hour/NOUN to//PART read/read/VERB all//DET",
            "take",
        ),
        ("When//ADV it//PRON comes/come/VERB to//ADP cooking//NOUN", "comes"),
        (
            "They//PRON made/make/VERB it//PRON clear//ADJ that//SCONJ we//PRON lost/lose/VERB",
            "deem",
        ),
        ("It//PRON says/say/VERB here//ADV", "says"),
        ("That//PRON 's/be/AUX it//PRON", "idiom"),
        ("It//PRON all//ADV depends/depend/VERB", "depends"),
        ("As//SCONJ it//PRON is/be/AUX ,//PUNCT we//PRON wait//VERB", "as_is"),
        ("It//PRON being/be/AUX late//ADJ", "being"),
    ],
    ids=lambda value: value if " " not in value else "",
)
def test_a_construction_with_an_empty_it_is_known_by_its_words(line, name):
    assert name in found(line)


@pytest.mark.parametrize(
    "line",
    [
        "It//PRON sounds/sound/VERB better//ADJ now//ADV",
        "It//PRON sells/sell/VERB rolls/roll/NOUN",
        "We//PRON hung/hang/VERB it//PRON by//ADP the//DET fire//NOUN",
        f"It//PRON {BE} a//DET mile//NOUN long//ADJ",
    ],
    ids=["link", "verb", "object", "measure"],
)
def test_an_it_that_stands_for_a_thing_fits_no_pattern(line):
    assert not found(line) - {"date"}


def test_a_predicate_with_too_or_so_is_told():
    line = f"It//PRON {BE} so//ADV good//ADJ that//SCONJ we//PRON stayed/stay/VERB"
    assert "graded" in found(line)


def test_every_pattern_with_a_weight_stands_in_the_file_of_patterns():
    known = {f"words:{name}" for name, *_ in patterns()}
    assert {name for name in shipped().features if name.startswith("words:")} <= known


def test_its_is_not_weighed_again():
    assert shown(["none", "none:possessor"]) == ()
    assert shown(["none", "it:subject", "words:weather"]) == ("it:subject", "words:weather")


def test_a_pattern_makes_an_empty_it_likelier():
    assert reconsidered(0.0, ["it:subject", "words:weather"]) > reconsidered(0.0, ["it:subject"])


def test_the_network_is_never_surer_than_the_widest_odds():
    assert reconsidered(50.0, ["it:subject"]) == reconsidered(WIDEST, ["it:subject"])
