"""The Turkish pack conforms: tables, properties, stop words and examples."""

from discotag_dev.conformance import PackConformance


class TestTurkish(PackConformance):
    package = "discotag_lang_tr"
    some_stop_words = frozenset({"sizin", "olduğunu", "değil", "çünkü"})
