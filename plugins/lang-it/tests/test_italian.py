"""The Italian pack conforms: tables, properties, stop words and examples."""

from discotag_dev.conformance import PackConformance


class TestItalian(PackConformance):
    package = "discotag_lang_it"
    some_stop_words = frozenset({"lei", "del", "aveva", "mentre"})
