"""Documents: sides of tokens, which words are linked, and which refer to the same thing.

A document is one source text with one translation, segment by segment. A unit is what is tagged and
scored as one segment: a line of the corpus, or some sentences that are translated together; its
places say where it is in the file.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from discotag.core.errors import UnknownNameError
from discotag.core.text import count_noun
from discotag.core.tokens import present

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.core.tokens import Tokens


MentionKind = Literal["pronoun", "noun", "name"]


@dataclass(frozen=True, slots=True, order=True)
class Mention:
    """A span of tokens that refers to something.

    Args:
        segment: 0-based segment index.
        start: first token of the span.
        end: token after the span (half-open).
        head: the span's syntactic head, `start <= head < end`.
        kind: pronoun, common noun phrase or name.
    """

    segment: int
    start: int
    end: int
    head: int
    kind: MentionKind = "noun"

    def __post_init__(self) -> None:
        """Check that the span is not empty and holds its head."""
        if not 0 <= self.start <= self.head < self.end:
            raise ValueError(f"mention {self.start}:{self.end} does not hold its head {self.head}")


@dataclass(frozen=True, slots=True)
class Cluster:
    """Mentions of one thing, in text order, at least two.

    Args:
        mentions: sorted mentions.
        scores: confidence 0–1 that each mention belongs to the ones before it (the first is 1.0),
            or `None`.
    """

    mentions: tuple[Mention, ...]
    scores: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        """Check order and lengths."""
        if len(self.mentions) < 2:
            raise ValueError("a cluster needs two mentions")
        if list(self.mentions) != sorted(set(self.mentions)):
            raise ValueError("mentions must be sorted and free of repetition")
        if self.scores is not None and len(self.scores) != len(self.mentions):
            raise ValueError(f"{len(self.scores)} scores for {len(self.mentions)} mentions")


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a resolver that weighs makes of one side of a document.

    Args:
        clusters: which mentions it takes to speak of the same thing.
        alternatives: what else pronouns may refer to: each holds earlier mentions of one thing and
            the pronoun, which comes last; its score is the probability of that thing. The
            likeliest of a pronoun comes first, what was chosen for its cluster among them.
    """

    clusters: tuple[Cluster, ...]
    alternatives: tuple[Cluster, ...] = ()


class Place(NamedTuple):
    """Where a part of a unit is in its file.

    Args:
        start: 0-based offset in the unit's text where the part begins.
        line: 1-based line of the file; the segment, where the file has several on a line.
        column: 1-based character of that line.
        name: what the file calls this part, such as the number of a cue.
        speaker: who speaks there, where the file says so; "" = unknown.
    """

    start: int
    line: int
    column: int
    name: str = ""
    speaker: str = ""


Places = tuple[Place, ...]
"""Where a unit is, part by part in order; empty for a unit without text."""


def place_at(places: Places, offset: int) -> Place | None:
    """Return where a character of a unit is; None for a unit without places.

    `offset` is 0-based, in the unit's text; so is the `start` of what is returned.

    Example:
        >>> place_at((Place(0, 7, 5), Place(10, 8, 1)), 12)[1:3]
        (8, 3)
    """
    found = next((place for place in reversed(places) if place.start <= offset), None)
    if found is None:
        return None
    return found._replace(start=offset, column=found.column + offset - found.start)


def places_within(places: Places, begin: int, end: int) -> Places:
    """Return where a stretch of a text is, with starts counted from its beginning.

    Example:
        >>> [place[:3] for place in places_within((Place(0, 7, 5), Place(10, 8, 1)), 4, 12)]
        [(0, 7, 9), (6, 8, 1)]
    """
    first = place_at(places, begin)
    inner = (place for place in places if begin < place.start < end)
    found = (*(() if first is None else (first,)), *inner)
    return tuple(place._replace(start=place.start - begin) for place in found)


@dataclass(frozen=True, slots=True)
class Bead:
    """Some sentences of the source and those of the translation that correspond to them.

    Args:
        source: begin and end (half-open) of the source sentences, 0-based; an empty range where
            the translation adds something.
        target: likewise of the target sentences; an empty range where something was left out.
        score: how much more the two sides have to do with each other than with the rest of the
            text, in the sentence aligner's unit (`lexicon-beads`: nats per word); 0 where a side
            is empty.
        is_sure: whether the aligner holds that both sides belong together.
    """

    source: tuple[int, int]
    target: tuple[int, int]
    score: float
    is_sure: bool = False

    @property
    def kind(self) -> str:
        """How many sentences it has on each side: `1-2`."""
        return f"{self.source[1] - self.source[0]}-{self.target[1] - self.target[0]}"

    @property
    def is_linked(self) -> bool:
        """Whether both sides have sentences."""
        return self.source[0] < self.source[1] and self.target[0] < self.target[1]


SideName = Literal["source", "target"]


@dataclass(frozen=True, slots=True)
class Expected:
    """What a test suite expects in the translation of one segment.

    Args:
        forms: forms of which any one will do, at least one, none blank.
        phenomenon: what the suite says it tests, in its own words; None = it does not say.
        label: the case of it, such as a rule's name; None = it does not say.
    """

    forms: tuple[str, ...]
    phenomenon: str | None = None
    label: str | None = None

    def __post_init__(self) -> None:
        """Check that there is something to search for."""
        if not self.forms or not all(form.strip() for form in self.forms):
            raise ValueError("an expected word needs at least one form, and none may be blank")
        if self.label is not None and self.phenomenon is None:
            raise ValueError("an expected word with a label needs a phenomenon")


@dataclass(frozen=True, slots=True)
class Side:
    """One language's side of a document: its segments and the layers over them.

    Args:
        language: canonical code (`fr`, `zh-tw`).
        segments: the lines, untouched; an empty one is legal.
        tokens: one `Tokens` per segment, or `None` where the side was not analysed.
        clusters: coreference over the whole document, or `None`.
        annotations: other layers by name, one value per segment (`ellipsis`, `connectives` …).
        document: id of the document it belongs to, for components that look their answers up.
        places: where each segment is in the file; `()` = each is a line of it.
        alternatives: what else pronouns may refer to, if the resolver says so
            (`coreference.Resolution`).
    """

    language: str
    segments: tuple[str, ...]
    tokens: tuple[Tokens, ...] | None = None
    clusters: tuple[Cluster, ...] | None = None
    annotations: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    document: str = ""
    places: tuple[Places, ...] = ()
    alternatives: tuple[Cluster, ...] = ()

    def __post_init__(self) -> None:
        """Check that every layer has one value per segment."""
        sizes = {name: len(layer) for name, layer in self.annotations.items()}
        if self.places:
            sizes["places"] = len(self.places)
        if self.tokens is not None:
            sizes["tokens"] = len(self.tokens)
        for name, size in sizes.items():
            if size != len(self.segments):
                raise ValueError(
                    f"layer {name} has {size} values for {len(self.segments)} segments"
                )

    def __len__(self) -> int:
        """Count the segments."""
        return len(self.segments)

    def __getitem__(self, segment: int) -> Tokens:
        """Return the tokens of one segment; MissingLayerError if the side was not analysed."""
        return present(self.tokens, "tokens")[segment]

    def __iter__(self) -> Iterator[Tokens]:
        """Go over the tokens of each segment in order."""
        return iter(present(self.tokens, "tokens"))

    def layer(self, name: str) -> tuple[Any, ...]:
        """Return an annotator's layer, a value per segment; MissingLayerError if not computed."""
        return present(self.annotations.get(name), name)

    def coref(self) -> tuple[Cluster, ...]:
        """Return the coreference clusters; MissingLayerError if they were not computed."""
        return present(self.clusters, "coref")

    def restricted(self, layers: frozenset[str]) -> Side:
        """Return a copy that holds only these layers."""
        return Side(
            language=self.language,
            segments=self.segments,
            tokens=tuple(tokens.restricted(layers) for tokens in self.tokens)
            if self.tokens is not None and "tokens" in layers
            else None,
            clusters=self.clusters if "coref" in layers else None,
            annotations={name: layer for name, layer in self.annotations.items() if name in layers},
            document=self.document,
            places=self.places,
            alternatives=self.alternatives if "coref" in layers else (),
        )


@dataclass(frozen=True, slots=True)
class Alignment:
    """The word links of one segment pair: a set of (source token, target token), many to many.

    Args:
        links: pairs of 0-based token indices, sorted, without repetition.
        scores: a confidence in 0–1 for each link, or `None` where the aligner has none.
    """

    links: tuple[tuple[int, int], ...] = ()
    scores: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        """Check order and lengths."""
        if any(a >= b for a, b in zip(self.links, self.links[1:], strict=False)):
            raise ValueError("links must be sorted and free of repetition; use Alignment.of")
        if self.scores is not None and len(self.scores) != len(self.links):
            raise ValueError(f"{len(self.scores)} scores for {len(self.links)} links")

    @classmethod
    def of(
        cls, links: Iterable[tuple[int, int]], scores: Iterable[float] | None = None
    ) -> Alignment:
        """Build from links in any order; of a repeated link the highest score is kept."""
        if scores is None:
            return cls(tuple(sorted(set(links))))
        best: dict[tuple[int, int], float] = {}
        for link, score in zip(links, scores, strict=True):
            best[link] = max(score, best.get(link, score))
        ordered = tuple(sorted(best))
        return cls(ordered, tuple(best[link] for link in ordered))

    def checked(self, source: Tokens, target: Tokens) -> Alignment:
        """Return itself, or raise ValueError if a link points outside the segment pair."""
        for i, j in self.links:
            if not (0 <= i < len(source) and 0 <= j < len(target)):
                raise ValueError(
                    f"link {i}-{j} points outside a pair of {len(source)} and {len(target)} tokens"
                )
        return self

    def targets(self, source: int) -> tuple[int, ...]:
        """Return the target tokens linked to a source token, in order."""
        return tuple([j for i, j in self.links if i == source])

    @property
    def last_links(self) -> dict[int, int]:
        """Each source token's last target token: all that the published MuDA code keeps."""
        return dict(self.links)

    def sources(self, target: int) -> tuple[int, ...]:
        """Return the source tokens linked to a target token, in order."""
        return tuple([i for i, j in self.links if j == target])

    def score(self, source: int, target: int) -> float | None:
        """Return a link's confidence; `None` if there is no such link or it has no score."""
        if self.scores is None or (source, target) not in self.links:
            return None
        return self.scores[self.links.index((source, target))]


TextRole = Literal["reference", "hypothesis"]


@dataclass(frozen=True, slots=True)
class Document:
    """A source text with one target text: the unit that taggers and scorers see.

    A reference and a system's translation are the same type; they share the source side, which is
    analysed once.

    Args:
        id: the document's name in its corpus.
        source: the source side.
        target: the target side, as many segments as the source.
        system: name of the target text: a reference's (`ref`) or a system's.
        role: whether the target is a reference or a hypothesis.
        alignment: one `Alignment` per segment pair, or `None` where it was not computed.
        domain: the text's domain where the corpus says it.
        address: how the text should address people, as its file says (`formal`); "" = it does not.
        is_app: as `ParallelText` has it.
        expected: what the translation of each segment should hold, None where nothing is;
            `()` = the corpus expects nothing.
    """

    id: str
    source: Side
    target: Side
    system: str = "ref"
    role: TextRole = "reference"
    alignment: tuple[Alignment, ...] | None = None
    domain: str | None = None
    expected: tuple[Expected | None, ...] = ()
    address: str = ""
    is_app: bool = False

    def __post_init__(self) -> None:
        """Check that both sides and the layers over them have the same number of segments."""
        size = len(self.source)
        if len(self.target) != size:
            raise ValueError(f"{len(self.target)} target segments for {size} source segments")
        if self.alignment is not None and len(self.alignment) != size:
            raise ValueError(f"{len(self.alignment)} alignments for {size} segments")
        if self.expected and len(self.expected) != size:
            raise ValueError(f"{len(self.expected)} expected words for {size} segments")

    def __len__(self) -> int:
        """Count the segments."""
        return len(self.source)

    def links(self, segment: int) -> Alignment:
        """Return the word links of one segment; MissingLayerError if there is no alignment."""
        return present(self.alignment, "alignment")[segment]

    def restricted(self, needs: Iterable[str]) -> Document:
        """Return a copy with only the layers named, such as `source.tokens` or `alignment`."""
        wanted = frozenset(needs)
        return replace(
            self,
            source=self.source.restricted(_side_layers(wanted, "source")),
            target=self.target.restricted(_side_layers(wanted, "target")),
            alignment=self.alignment if "alignment" in wanted else None,
        )


def _side_layers(needs: frozenset[str], side: SideName) -> frozenset[str]:
    prefix = f"{side}."
    return frozenset(need.removeprefix(prefix) for need in needs if need.startswith(prefix))


@dataclass(frozen=True, slots=True)
class ParallelText:
    """A document as a reader gives it: lines of text only, aligned one to one.

    Where `is_aligned` is False, texts have lines of their own, and `discotag.units.units` finds
    what they have in common.

    Args:
        id: the document's name.
        source: source lines.
        references: reference name → lines; may be empty.
        hypotheses: system name → lines, in the order the user named them.
        lines: 1-based line number of each segment in the source file, for messages.
        domain: the text's domain where the corpus says it.
        address: how the text should address people, as its file says (`formal`); "" = it does not.
        expected: what each segment's translation should hold, None where nothing is; `()` =
            the corpus expects nothing.
        units: what the file calls each segment, such as the id of its unit; `()` = nothing.
        is_aligned: whether line 7 of a translation translates line 7 of the source.
        source_places: where each segment of the source is in its file; `()` = each is a line.
        places: likewise of the translations by name; empty = each segment is a line.
        files: the document's own files by text, `""` the source's; empty = those of the corpus.
        comments: what the file's comments and notes say of each segment, for people; `()` =
            nothing.
        shown: text (`""` the source) → its segments as in the file, where placeholders and
            markup are masked for components. Each is as long as the segment, character by
            character; a text that is not there is shown as it is.
        is_app: whether the segments are texts of an app, in which `Note:` or `Step 1:` is a label
            and not the name of a speaker.
    """

    id: str
    source: tuple[str, ...]
    references: Mapping[str, tuple[str, ...]]
    hypotheses: Mapping[str, tuple[str, ...]]
    lines: tuple[int, ...] = ()
    domain: str | None = None
    expected: tuple[Expected | None, ...] = ()
    units: tuple[str, ...] = ()
    is_aligned: bool = True
    source_places: tuple[Places, ...] = ()
    places: Mapping[str, tuple[Places, ...]] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    comments: tuple[str, ...] = ()
    shown: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    address: str = ""
    is_app: bool = False

    def __post_init__(self) -> None:
        """Check that every text has as many lines as the source, where they are aligned."""
        texts: Sequence[tuple[str, tuple[str, ...]]] = (
            *self.references.items(),
            *self.hypotheses.items(),
        )
        for name, text in texts:
            if self.is_aligned and len(text) != len(self.source):
                raise ValueError(
                    f"document {self.id!r}: {name} has {count_noun(len(text), 'line')},"
                    f" the source {len(self.source)}"
                )
        if self.expected and len(self.expected) != len(self.source):
            raise ValueError(
                f"document {self.id!r}: {len(self.expected)} expected words for"
                f" {len(self.source)} lines"
            )
        if self.comments and len(self.comments) != len(self.source):
            raise ValueError(
                f"document {self.id!r}: {len(self.comments)} comments for {len(self.source)} lines"
            )
        named: dict[str, tuple[str, ...]] = {"": self.source}
        named |= {**self.references, **self.hypotheses}
        for name, lines in self.shown.items():
            if list(map(len, lines)) != list(map(len, named.get(name, ()))):
                raise ValueError(
                    f"document {self.id!r}: what is shown of {name or 'the source'} is not as long"
                    " as what is masked"
                )

    def only(self, name: str) -> ParallelText:
        """Return a copy with one translation; UnknownNameError where it has none of that name."""
        names = [*self.references, *self.hypotheses]
        if name not in names:
            raise UnknownNameError("text", name, names)
        return replace(
            self,
            references={own: text for own, text in self.references.items() if own == name},
            hypotheses={own: text for own, text in self.hypotheses.items() if own == name},
            places={own: places for own, places in self.places.items() if own == name},
            files={own: file for own, file in self.files.items() if own in {"", name}},
            shown={own: lines for own, lines in self.shown.items() if own in {"", name}},
        )
