"""The Hebrew pack conforms: tables, properties, stop words and examples."""

from discotag_dev.conformance import PackConformance


class TestHebrew(PackConformance):
    package = "discotag_lang_he"
    some_stop_words = frozenset({"אתה", "שלה", "כאשר", "היו"})
