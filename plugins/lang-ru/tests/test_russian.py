"""The Russian pack conforms: tables, properties, stop words and examples."""

from discotag_dev.conformance import PackConformance


class TestRussian(PackConformance):
    package = "discotag_lang_ru"
    some_stop_words = frozenset({"она", "чтобы", "был", "вокруг"})
