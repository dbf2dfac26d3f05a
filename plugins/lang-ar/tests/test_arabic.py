"""The Arabic pack conforms: tables, properties, stop words and examples."""

from discotag_dev.conformance import PackConformance


class TestArabic(PackConformance):
    package = "discotag_lang_ar"
    some_stop_words = frozenset({"في", "والتي", "لأنه", "أنتم"})
