"""The quick stemmers give the stems of the package's own."""

from __future__ import annotations

import re
from importlib import import_module

import pytest
import snowballstemmer

from discotag.plugins.aligners.lexicon.words import quick_stemmer

TEXT = """
 houses running skies generously national hopping dying news early skis yes conscious
häuser männlichkeit freundinnen käufe bauen feuer möglichkeiten systeme ereignissen heiterer über
maisons mangeaient généreusement joyeux yeux quotidiennement citoyenneté jouer naïve
casas cantábamos rápidamente dándoselo naciones generación haciéndolo
belle abbandonata propagandosi mangiarla nazionale velocemente acqua
canções rapidamente nacionais cantávamos país luz
huizen lopende vriendelijkheid mogelijkheden gezinnen blije
caselor fetelor naționale cântând fericiți
домами бежавшая национального ёлка быстрейшими
evlerimizden kitaplarını gidiyorum şehirlerinde ankaradan
المدارس يكتبون والكتاب بالمدرسة
husene flickorna talojen házakban
"""
WORDS = re.findall(r"\S+", TEXT)
ALGORITHMS = [name for name in snowballstemmer.algorithms() if "_" not in name]


@pytest.mark.parametrize("language", ALGORITHMS)
def test_stems_are_those_of_snowball(language: str) -> None:
    module = import_module(f"snowballstemmer.{language}_stemmer")
    own = getattr(module, f"{language.capitalize()}Stemmer")()
    quick = quick_stemmer(language)
    words = [*WORDS, "", "a", *(word[:-1] for word in WORDS), *(word * 2 for word in WORDS)]
    assert [quick(word) for word in words] == [own.stemWord(word) for word in words]
