"""Small documents for the tests of the pronoun tagger."""

# ruff: noqa: E501 - a parse is one line
import tomllib
from pathlib import Path

from discotag.core.document import Mention
from discotag.core.tables import Table
from discotag.plugins.phenomena.pronouns.tagger import PronounTagger
from discotag.testing import context, document, side

TABLE = """
schema_version = 1
sources = ["a grammar"]
[[en]]
name = "it"
source = { form = ["it"], upos = ["PRON"] }
target = { upos = ["PRON"] }
[[en.class]]
label = "masc"
forms = ["il", "-il"]
[[en.class]]
label = "fem"
forms = ["elle"]
[[en.class]]
label = "neut"
forms = ["c'", "cela"]
decided_by = "nothing"
[[en]]
name = "we"
source = { form = ["we"], upos = ["PRON"] }
decided_by = "repetition"
[[en.class]]
label = "nous"
forms = ["nous"]
[[en.class]]
label = "on"
forms = ["on"]
[published.muda]
source = "the published code"
[published.muda.words.en]
it = ["il", "elle", "lui"]
we = ["nous", "on"]
you = ["tu", "vous"]
"""


TABLE_LINE = ("A/a/DET table/table/NOUN", "Une/un/DET table/table/NOUN")


IT_LINE = ("It/it/PRON/_/1/nsubj broke/break/VERB", "Elle/lui/PRON/_/1/nsubj cassa/casser/VERB")


LINKS = "0-0 1-1"


def mention(segment, token, kind="pronoun"):
    return Mention(segment, token, token + 1, token, kind)


def table(text=TABLE):
    return Table("fr", "pronouns", Path("pronouns.toml"), "test", tomllib.loads(text), "0")


def tagger(text):
    return PronounTagger.create(context(tables={"pronouns": table(text)}))


STUDY_LINE = (
    "A/a/DET study/study/NOUN/_/-1/root",
    "Une/un/DET étude/étude/NOUN/Gender=Fem|Number=Sing",
)


HE_LINE = (
    "It/it/PRON/_/1/nsubj broke/break/VERB",
    "Il/lui/PRON/Gender=Masc|Number=Sing/1/nsubj cassa/casser/VERB",
)


SHE_FELL = (
    "It/it/PRON/_/1/nsubj fell/fall/VERB",
    "Elle/lui/PRON/Gender=Fem|Number=Sing/1/nsubj tomba/tomber/VERB",
)


def mark(lines, clusters=None, alignment=None, text=TABLE, **options):
    source = side("en", [line[0] for line in lines], clusters=clusters)
    built = document(source, [line[1] for line in lines], alignment or [LINKS] * len(lines))
    settings = {"unresolved": "always"} | options
    tagger = PronounTagger.create(context(tables={"pronouns": table(text)}, **settings))
    return list(tagger.mark(built))


OWN_SOURCE = "the/the/DET study/study/NOUN/_/-1/{} and/and/CCONJ it/it/PRON/_/1/conj"


OWN_TARGET = "la/le/DET étude/étude/NOUN/Gender={}|Number=Sing et/et/CCONJ elle/lui/PRON/Gender=Fem|Number=Sing"


OWN_LINKS = "0-0 1-1 2-2 3-3"
