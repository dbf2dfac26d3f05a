"""Small documents and tables for the tests of pairs without a plain link."""

import tomllib
from pathlib import Path

from discotag.core.coreference import Mention
from discotag.core.tables import Table
from discotag.plugins.pronouns.tagger import PronounTagger
from discotag.testing import context

LINKS = "0-0 1-1"


def mention(segment, token, kind="pronoun"):
    return Mention(segment, token, token + 1, token, kind)


def table(text):
    return Table("xx", "pronouns", Path("pronouns.toml"), "test", tomllib.loads(text), "0")


def tagger(text):
    return PronounTagger.create(context(tables={"pronouns": table(text)}))
