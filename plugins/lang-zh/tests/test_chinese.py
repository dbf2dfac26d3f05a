"""The Chinese pack conforms: tables, properties, stop words and examples."""

from discotag_dev.conformance import PackConformance


class TestChinese(PackConformance):
    package = "discotag_lang_zh"
    some_stop_words = frozenset({"的", "您", "因为", "已经"})
