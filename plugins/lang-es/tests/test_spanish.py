"""The Spanish pack conforms: tables, properties, stop words and examples."""

from discotag_dev.conformance import PackConformance


class TestSpanish(PackConformance):
    package = "discotag_lang_es"
    some_stop_words = frozenset({"usted", "del", "había", "aunque"})
