"""The Dutch pack conforms: tables, properties, stop words and examples."""

from discotag_dev.conformance import PackConformance


class TestDutch(PackConformance):
    package = "discotag_lang_nl"
    some_stop_words = frozenset({"je", "uw", "heeft", "daarvan"})
