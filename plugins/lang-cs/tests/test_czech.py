"""The Czech pack conforms: tables, properties, stop words and examples."""

from discotag_dev.conformance import PackConformance


class TestCzech(PackConformance):
    package = "discotag_lang_cs"
    some_stop_words = frozenset({"protože", "jsme", "není", "který"})
