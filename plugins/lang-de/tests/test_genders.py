"""The gender of German nouns: from the table, from the end of a compound, from the article."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from discotag.plugin import Analyzer

# (a sentence, its noun, the noun's gender)
CASES = [
    ("Ich habe einen Schlüssel gefunden .", "Schlüssel", "Masc"),
    ("Die Heizdecke liegt im Schrank .", "Heizdecke", "Fem"),
    ("Wo ist das Gartentor ?", "Gartentor", "Neut"),
    ("Der Kofferraumdeckel klemmt .", "Kofferraumdeckel", "Masc"),
    ("Unsere Spülmaschine ist kaputt .", "Spülmaschine", "Fem"),
    ("Im Keller stand ein altes Klavier .", "Klavier", "Neut"),
    ("Sie kaufte zwei Wasserkocher .", "Wasserkocher", "Masc"),
    ("Der Leiter schwieg .", "Leiter", "Masc"),
    ("Er stieg auf die Leiter .", "Leiter", "Fem"),
    ("Am Ende des Sees lag ein Boot .", "Sees", "Masc"),
    ("Die Vorsitzende lachte .", "Vorsitzende", "Fem"),
    ("Der Vorsitzende lachte .", "Vorsitzende", "Masc"),
    ("Das Aussteigen dauerte lange .", "Aussteigen", "Neut"),
    ("Wir warten auf besseres Wetter .", "Wetter", "Neut"),
    ("Die Teller stehen im Schrank .", "Teller", "Masc"),
    ("Gegen Zellulitis hilft das nicht .", "Zellulitis", "Fem"),  # taken for a name
]


@pytest.mark.parametrize(("text", "noun", "gender"), CASES)
def test_a_noun_has_its_gender(german: Analyzer, text: str, noun: str, gender: str) -> None:
    [tokens] = german.analyze([text])
    assert tokens.feats is not None
    assert tokens.feats[tokens.forms.index(noun)].get("Gender") == gender
