"""The Ukrainian pack conforms: tables, properties, stop words and examples."""

from discotag_dev.conformance import PackConformance


class TestUkrainian(PackConformance):
    package = "discotag_lang_uk"
    some_stop_words = frozenset({"вона", "щоб", "був", "навколо"})
