"""The Japanese pack conforms: tables, properties, stop words and examples."""

import pytest

from discotag_dev.conformance import PackConformance

# spaCy 3.8 calls SudachiPy's older name
pytestmark = pytest.mark.filterwarnings("ignore:Dictionary.create:DeprecationWarning")


class TestJapanese(PackConformance):
    package = "discotag_lang_ja"
    some_stop_words = frozenset({"の", "する", "こと"})
