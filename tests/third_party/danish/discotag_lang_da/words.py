"""Danish words without a model: enough to show that a language needs no change elsewhere."""

import re

from discotag.plugin import Aligner, Alignment, Analyzer, Tokens

PRONOUNS = {"du", "dig", "din", "de", "jeg", "han", "hun", "den", "det"}


class Words(Analyzer):
    """Splits at spaces and signs."""

    @classmethod
    def create(cls, context):
        """Build; nothing is loaded."""
        return cls()

    def analyze(self, texts):
        """Return one Tokens per text."""
        return [self._analyze(text) for text in texts]

    def _analyze(self, text):
        found = list(re.finditer(r"\w+|[^\w\s]", text))
        forms = tuple(match.group() for match in found)
        return Tokens(
            text=text,
            forms=forms,
            starts=tuple(match.start() for match in found),
            ends=tuple(match.end() for match in found),
            lemmas=tuple(form.lower() for form in forms),
            upos=tuple("PRON" if form.lower() in PRONOUNS else "X" for form in forms),
            feats=tuple({} for _ in forms),
            heads=tuple(-1 for _ in forms),
            deprels=tuple("root" for _ in forms),
        )


class SamePlace(Aligner):
    """Links equal positions."""

    @classmethod
    def create(cls, context):
        """Build; nothing is loaded."""
        return cls()

    def align(self, pairs):
        """Return one Alignment per pair."""
        return [
            Alignment.of((i, i) for i in range(min(len(source), len(target))))
            for source, target in pairs
        ]
