"""Pronouns that do not agree with their antecedent: *la table* … *il*.

"I bought a table. It was cheap." – « J'ai acheté une table. Il était bon marché. » The source
side's coreference names the antecedent; its one linked noun has a gender, and the pronoun another.
Only things are judged: of people the natural gender counts, and names show none.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Self

from pydantic import Field

from discotag.plugin import FrozenModel, Mark, TokenRef
from discotag.plugin.language import NounClasses, Voices, ud
from discotag_lint.check import Check, Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from discotag.plugin import Cluster, Context, Document, Mention, TaggedDocument, Token, Tokens


CODE = "DT301"
GENDERS: Mapping[str, str] = {"masc": "Masc", "fem": "Fem", "neut": "Neut", "common": "Com"}
"""Parts of a pronoun's label → UD gender."""
WORDS: Mapping[str, str] = {
    "Masc": "masculine",
    "Fem": "feminine",
    "Neut": "neuter",
    "Com": "of common gender",
}
NEUTER = frozenset({"Neut"})


class AgreementOptions(FrozenModel):
    """How sure the check must be.

    Args:
        confidence: the least score of the pronoun in its cluster, where the coreference gives one.
        sure: the score from which only nouns after the antecedent may be rivals to it, and from
            which an antecedent in the pronoun's own segment is believed.
        reach: segments back in which the antecedent must be, and in which rivals are searched for.
        link: the least confidence of the link between antecedent and noun, where there is one.
    """

    confidence: float = Field(default=0.3, ge=0, le=1)
    sure: float = Field(default=0.7, ge=0, le=1)
    reach: int = Field(default=3, ge=0)
    link: float = Field(default=0.5, ge=0, le=1)


class AgreementCheck(Check):
    """Finds pronouns whose gender is not that of their antecedent."""

    def __init__(self, options: AgreementOptions, sorts: NounClasses | None = None) -> None:
        self._options = options
        self._sorts = sorts or NounClasses()

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the check."""
        return cls(context.read_options(AgreementOptions), NounClasses.of(context.source))

    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        """Yield a finding for each segment and noun with which pronouns surely disagree."""
        document = tagged.document
        if document.source.clusters is None:
            return
        found: dict[tuple[int, TokenRef], list[Mark]] = {}
        for mark, noun in self._faults(tagged):
            found.setdefault((mark.segment, noun), []).append(mark)
        for (_, noun), marks in found.items():
            yield _finding(document, marks, noun)

    def _faults(self, tagged: TaggedDocument) -> Iterator[tuple[Mark, TokenRef]]:
        """Yield the pronouns that disagree, each with its noun."""
        document = tagged.document
        held = _held(document.source.coref())
        voices = Voices(document.target.segments)
        for mark in tagged.marks:
            wanted = pronoun_genders(mark, document)
            if (
                not wanted
                or wanted == NEUTER  # it may refer to a clause, or to anything
                or len(mark.source_tokens) != 1
            ):
                continue
            found = held.get((mark.segment, mark.source_tokens[0]))
            noun = self._antecedent(document, *found) if found else None
            if noun is not None and not self._fits(document, mark, noun):
                continue
            if found is None or noun is None or not _is_of_things(document, found[1]):
                continue
            sure = _score(*found) >= self._options.sure
            if not sure and noun.segment == mark.segment:
                continue  # within a sentence grammar decides
            first = noun.segment if sure else max(0, mark.segment - self._options.reach)
            gender = document.target[noun.segment][noun.token].feats["Gender"]
            if gender in wanted or _has_rival(document, mark, wanted, first):
                continue
            if _voice(voices, document, _place(mark)) == _voice(voices, document, noun):
                yield mark, noun

    def _fits(self, document: Document, mark: Mark, noun: TokenRef) -> bool:
        """Return whether pronoun and noun may both be persons, or both things."""
        pronoun = TokenRef("source", mark.segment, mark.source_tokens[0])
        sort = self._sorts.of_pronoun(document, pronoun)
        heads = document.links(noun.segment).sources(noun.token)
        return all(
            self._sorts.fits(document, sort, TokenRef("source", noun.segment, head))
            for head in heads
        )

    def _antecedent(self, document: Document, own: Mention, cluster: Cluster) -> TokenRef | None:
        """Return the noun that the nearest common noun before a pronoun is surely translated by."""
        if _score(own, cluster) < self._options.confidence:
            return None
        before = [m for m in cluster.mentions if m < own and m.kind != "pronoun"]
        if not before or own.segment - before[-1].segment > self._options.reach:
            return None
        mention = before[-1]
        if mention.kind != "noun" or _is_coordinated(
            document.source[mention.segment], mention.head
        ):
            return None
        links = document.links(mention.segment)
        target = document.target[mention.segment]
        nouns = [j for j in links.targets(mention.head) if target[j].upos in ud.NOMINAL]
        if len(nouns) != 1 or len(links.sources(nouns[0])) != 1:
            return None
        score = links.score(mention.head, nouns[0])
        token = target[nouns[0]]
        is_sure = score is None or score >= self._options.link
        if not is_sure or token.upos != "NOUN" or not _has_sure_gender(token):
            return None
        return TokenRef("target", mention.segment, nouns[0])


def _has_rival(document: Document, mark: Mark, wanted: frozenset[str], first: int) -> bool:
    """Return whether another noun, from a segment on, precedes the pronoun and agrees."""
    number = document.target[mark.segment][mark.token].feats.get("Number")
    for segment in range(first, mark.segment + 1):
        for token in document.target[segment]:
            if segment == mark.segment and token.index >= mark.token:
                break
            if token.upos not in ud.NOMINAL or token.feats.get("Gender") not in wanted:
                continue
            if number is None or token.feats.get("Number", number) == number:
                return True
    return False


def _finding(document: Document, marks: Sequence[Mark], noun: TokenRef) -> Finding:
    token = document.target[noun.segment][noun.token]
    pronoun = document.target[marks[0].segment].forms[marks[0].token]
    allowed = " or ".join(WORDS[name] for name in sorted(pronoun_genders(marks[0], document)))
    return Finding(
        code=CODE,
        message=f"“{pronoun}” is {allowed}, “{token.form}” {WORDS[token.feats['Gender']]}",
        place=_place(marks[0]),
        others=(noun, *(_place(mark) for mark in marks[1:])),
    )


def _place(mark: Mark) -> TokenRef:
    return TokenRef("target", mark.segment, mark.token)


def _voice(voices: Voices, document: Document, place: TokenRef) -> str:
    return voices.at(place.segment, document.target[place.segment].starts[place.token])


def _score(own: Mention, cluster: Cluster) -> float:
    """Return the score of a mention in its cluster; 1 where the coreference has none."""
    return cluster.scores[bisect_left(cluster.mentions, own)] if cluster.scores else 1.0


def _held(clusters: tuple[Cluster, ...]) -> dict[tuple[int, int], tuple[Mention, Cluster]]:
    """Map the head of each pronoun to its mention and cluster."""
    return {
        (mention.segment, mention.head): (mention, cluster)
        for cluster in clusters
        for mention in cluster.mentions
        if mention.kind == "pronoun"
    }


def pronoun_genders(mark: Mark, document: Document) -> frozenset[str]:
    """Return the genders that a pronoun's class allows; none where it has none."""
    parts = mark.label.partition("→")[2].split("-")
    genders = frozenset(GENDERS[part] for part in parts if part in GENDERS)
    token = document.target[mark.segment][mark.token]
    own = token.feats.get("Gender")
    return genders if own is None or own in genders else frozenset()


def _has_sure_gender(noun: Token) -> bool:
    """Return whether a noun has one gender, which no word that depends on it denies."""
    gender = noun.feats.get("Gender")
    return gender in WORDS and all(
        child.feats.get("Gender", gender) == gender
        for child in noun.children
        if child.upos in {"DET", "ADJ"}
    )


def _is_of_things(document: Document, cluster: Cluster) -> bool:
    """Return whether nothing in a cluster has a natural gender or a name."""
    for mention in cluster.mentions:
        head = document.source[mention.segment][mention.head]
        if mention.kind == "name" or head.feats.get("Gender") in {"Masc", "Fem"}:
            return False
        if mention.kind == "pronoun" and head.feats.get("Person", "3") != "3":
            return False
    return True


def _is_coordinated(tokens: Tokens, head: int) -> bool:
    return any(tokens[child].deprel.startswith("conj") for child in tokens.children(head))
