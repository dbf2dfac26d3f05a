"""The French pack conforms: tables, properties, stop words, and examples that come out as they say."""

from discotag.testing.conformance import PackConformance


class TestFrench(PackConformance):
    package = "discotag_lang_fr"
    some_stop_words = frozenset({"vous", "l'", "-t-il", "donc"})
