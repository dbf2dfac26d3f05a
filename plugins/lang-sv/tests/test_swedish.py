"""The Swedish pack conforms: tables, properties, stop words and examples."""

from discotag_dev.conformance import PackConformance


class TestSwedish(PackConformance):
    package = "discotag_lang_sv"
    some_stop_words = frozenset({"och", "hade", "eftersom", "någon"})
