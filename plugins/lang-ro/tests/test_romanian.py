"""The Romanian pack conforms: tables, properties, stop words and examples."""

from discotag_dev.conformance import PackConformance


class TestRomanian(PackConformance):
    package = "discotag_lang_ro"
    some_stop_words = frozenset({"dumneavoastră", "pentru", "avea", "și", "şi", "si"})
