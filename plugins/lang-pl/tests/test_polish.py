"""The Polish pack conforms: tables, properties, stop words and examples."""

from discotag_dev.conformance import PackConformance


class TestPolish(PackConformance):
    package = "discotag_lang_pl"
    some_stop_words = frozenset({"ponieważ", "jest", "był", "który"})
