"""Second persons in dialogue of our own: each line's level is found, and no other class."""

from pathlib import Path

from discotag_dev.conformance import DialogueConformance


class TestDialogue(DialogueConformance):
    language = "ko"
    dialogue = Path(__file__).with_name("dialogue.toml")
