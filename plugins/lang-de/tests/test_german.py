"""The German pack conforms: tables, properties, stop words and examples."""

from discotag_dev.conformance import PackConformance


class TestGerman(PackConformance):
    package = "discotag_lang_de"
    some_stop_words = frozenset({"ihr", "zum", "würdest", "deren"})
