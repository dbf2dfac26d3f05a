"""The French pack conforms: tables, properties, stop words and examples."""

from discotag_dev.conformance import PackConformance


class TestFrench(PackConformance):
    package = "discotag_lang_fr"
    some_stop_words = frozenset({"vous", "l'", "-t-il", "donc"})
