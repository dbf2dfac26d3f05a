"""Marks the word that forms a question; the evidence is the nearest earlier one of its kind."""

from pydantic import BaseModel

from discotag.plugin import ContextOptions, Mark, Occurrences, Tagger, TokenRef


class QuestionTable(BaseModel):
    """Class → words that begin such a question."""

    source: str
    classes: dict[str, tuple[str, ...]]


class QuestionTagger(Tagger):
    """Marks the first listed word of a segment that ends in a question mark."""

    def __init__(self, table):
        self._classes = {word: name for name, words in table.classes.items() for word in words}

    @classmethod
    def create(cls, context):
        """Build from the target language's table."""
        return cls(context.tables["questions"].validated(QuestionTable))

    def mark(self, document):
        """Yield one mark per question that the table knows."""
        found = []
        for segment, tokens in enumerate(document.target):
            if not tokens.text.rstrip().endswith("?"):
                continue
            for token in tokens:
                name = self._classes.get(token.form.casefold())
                if name:
                    found.append((name, TokenRef("target", segment, token.index)))
                    break
        occurrences = Occurrences(found)
        for name, place in found:
            evidence = occurrences.nearest(name, place, ContextOptions())
            yield Mark("questions", name, place.segment, place.token, evidence=evidence)
