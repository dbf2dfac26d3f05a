"""Small tables for the tests of the formality tagger."""

import tomllib
from pathlib import Path

from discotag.core.tables import Table
from discotag.plugins.phenomena.formality.tagger import FormalityTagger
from discotag.testing import context, document

FRENCH = """
source = "a grammar"
subjects = ["je", "tu", "il", "vous"]
clitics = ["me", "te", "t'", "se", "vous", "les", "ne"]
[[class]]
name = "t"
forms = ["tu", "te", "t'", "toi"]
[[class]]
name = "t"
forms = ["ton"]
unless = { previous = { form = ["le", "un"] } }
[[class]]
name = "v"
forms = ["vous", "votre"]
[[verb]]
class = "v"
when = { ending = "ez" }
subject = "beside"
[[verb]]
class = "t"
when = { ending = "s", upos = "VERB" }
source = "second"
[[verb]]
class = "t"
when = { ending = ["s", "e"], upos = "VERB" }
source = "imperative"
[published.muda]
source = "a paper"
words.t = ["tu", "ton"]
words.v = ["vous"]
"""
GERMAN = """
source = "a grammar"
[[class]]
name = "t"
forms = ["du", "dich"]
[[class]]
name = "v"
forms = ["Sie", "Ihnen"]
when = [{ case = "capital", initial = false }, { linked = ["you", "yourself"] }]
"""
INVERTING = """
source = "a grammar"
inverts = true
subjects = ["du", "er"]
[[class]]
name = "t"
forms = ["du"]
[[verb]]
class = "t"
when = { ending = "st", upos = "VERB" }
source = "second"
"""
SPANISH = """
source = "a grammar"
is_pro_drop = true
[[class]]
name = "t"
forms = ["tú"]
[[class]]
name = "v"
forms = ["usted"]
[[class]]
name = "v"
forms = ["su"]
when = { linked = ["your"] }
[[verb]]
class = "t"
when = { feats = { Person = "2" } }
source = ["second", "imperative"]
[[verb]]
class = "v"
when = { feats = { Person = "3" } }
source = "second"
"""


def tagger(text, **options):
    table = Table("xx", "formality", Path("formality.toml"), "test", tomllib.loads(text), "0")
    return FormalityTagger.create(context(tables={"formality": table}, **options))


def labels(text, source, target, links="", **options):
    """Give the marks of a document of one segment, each as `word:label`."""
    built = document([source], [target], [links])
    return " ".join(
        f"{built.target[mark.segment].forms[mark.token]}:{mark.label}"
        for mark in tagger(text, **options).mark(built)
    )
