"""Second persons in dialogue of our own: each line's address is found, and no other class."""

from pathlib import Path

from discotag_dev.conformance import DialogueConformance


class TestEuropeanDialogue(DialogueConformance):
    language = "pt"
    dialogue = Path(__file__).with_name("dialogue.toml")
    table = "european"


class TestBrazilianDialogue(TestEuropeanDialogue):
    language = "pt-br"
    table = "brazilian"
