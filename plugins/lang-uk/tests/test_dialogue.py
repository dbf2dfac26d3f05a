"""Second persons in dialogue of our own: each line's address is found, and no other class."""

from pathlib import Path

from discotag_dev.conformance import DialogueConformance


class TestDialogue(DialogueConformance):
    language = "uk"
    dialogue = Path(__file__).with_name("dialogue.toml")
