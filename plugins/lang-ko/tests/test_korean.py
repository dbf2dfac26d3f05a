"""The Korean pack conforms: tables, properties, stop words and examples."""

from discotag_dev.conformance import PackConformance


class TestKorean(PackConformance):
    package = "discotag_lang_ko"
    some_stop_words = frozenset({"것", "그리고", "우리는", "하"})
