"""What a book holds, as data: schema `discotag-results/1`."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

SCHEMA: Literal["discotag-results/1"] = "discotag-results/1"
Part = Literal["all", "domain", "voice", "distance"]


class Record(BaseModel):
    """A part of the book; unknown keys are errors, and there is never a NaN."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Figure(Record):
    """One system on a board."""

    system: str
    value: float | None = Field(description="Main measure; null = undefined: nothing to score.")
    low: float | None = Field(description="Lower end of the 95 % interval over documents.")
    high: float | None = Field(description="Its upper end; null = too few documents.")
    support: int = Field(description="Reference tags behind it; segments, for a whole text.")
    documents: int = Field(description="Documents in which there is any count.")
    first: int | None = Field(description="First rank it may have: 1 + the significantly better.")
    last: int | None = Field(description="Last rank: those that are not significantly worse.")
    cluster: int | None = Field(description="From 1, the best; null without a value.")
    example: str | None = Field(
        default=None,
        description="The document in which the scorer calls most tags wrong; only of whole sets.",
    )


class Pair(Record):
    """Two systems of a board; the first is before the second."""

    better: str
    worse: str
    difference: float
    p: float | None = Field(description="After Holm's correction over all pairs of the board.")


class Board(Record):
    """All systems on one phenomenon, or whole text, by one scorer."""

    scorer: str
    phenomenon: str | None = Field(description="null = the whole text.")
    by: Part
    part: str = Field(description='The domain, voice or distance; "" where `by` is all.')
    documents: int = Field(description="Documents in the part.")
    measure: str = Field(description="Main measure; by voice and distance, accuracy.")
    clusters: int
    figures: tuple[Figure, ...] = Field(description="Best first.")
    pairs: tuple[Pair, ...] = Field(
        description="Every pair of systems, best first; only where there are no parts, and no more"
        " systems than `pairs_of_systems`."
    )

    @property
    def title(self) -> str:
        """What it is about."""
        return self.phenomenon or "all words"


class Contradiction(Record):
    """Two systems that discourse and a whole-text metric order otherwise."""

    better: str = Field(description="Significantly better on the phenomenon (p < 0.05).")
    worse: str
    difference: float
    p: float
    metric_difference: float = Field(description="The same of the metric; below 0.")
    metric_p: float | None


class Agreement(Record):
    """How a board orders the systems compared with BLEU or chrF."""

    scorer: str
    phenomenon: str | None
    metric: str
    systems: int
    tau: float | None = Field(description="Kendall's tau-b over systems; null with fewer than 3.")
    contradictions: int = Field(description="Pairs ordered otherwise, significantly by the board.")
    shown: tuple[Contradiction, ...] = Field(description="The clearest of them, 10 at most.")


class ScorerFacts(Record):
    """A scorer."""

    name: str
    summary: str
    measure: str
    scale: int
    higher_is_better: bool
    signature: str


class Report(Record):
    """Where the tagged documents of a system are shown."""

    page: str = Field(description="Path in the book's folder.")
    text: int = Field(description="Number of the system among the page's texts, from 0.")


class Set(Record):
    """All systems on one test set of one language pair."""

    key: str = Field(description="Digest of all that the figures depend on.")
    name: str = Field(description="Such as `wmt22 en-de`.")
    slug: str = Field(description="The name as a file's.")
    edition: str
    pair: str
    source_language: str
    target_language: str
    references: tuple[str, ...]
    systems: tuple[str, ...]
    documents: int
    segments: int
    domains: dict[str, int] = Field(description="Domain → documents.")
    phenomena: dict[str, dict[str, str | None]] = Field(description="State and reason of each.")
    tags: dict[str, dict[str, int]] = Field(description="Text → phenomenon → tags.")
    scorers: tuple[ScorerFacts, ...]
    signature: str
    short_signature: str
    boards: tuple[Board, ...]
    agreements: tuple[Agreement, ...]
    reports: dict[str, Report] = Field(description="System → where its documents are shown.")
    notes: tuple[str, ...]

    def board(self, scorer: str, phenomenon: str | None) -> Board | None:
        """Return the board of the whole set."""
        return next(
            (
                board
                for board in self.boards
                if (board.scorer, board.phenomenon, board.by) == (scorer, phenomenon, "all")
            ),
            None,
        )

    def parts(self, scorer: str, phenomenon: str | None, by: str) -> tuple[Board, ...]:
        """Return the boards of its parts."""
        return tuple(
            board
            for board in self.boards
            if (board.scorer, board.phenomenon, board.by) == (scorer, phenomenon, by)
        )

    def facts(self, scorer: str) -> ScorerFacts:
        """Return what is to be known of a scorer; KeyError for another."""
        for facts in self.scorers:
            if facts.name == scorer:
                return facts
        raise KeyError(scorer)


class How(Record):
    """How ranks and intervals came about."""

    samples: int = Field(description="Draws of documents.")
    seed: int
    alpha: float = Field(description="Two systems are told apart below this p.")
    least: int = Field(description="Documents below which there is neither interval nor test.")
    parts: tuple[str, ...] = Field(description="By what the boards are parted.")
    pairs_of_systems: int = Field(description="Sets of more systems list no pairs.")


class Book(Record):
    """All results."""

    schema_name: Literal["discotag-results/1"] = Field(default=SCHEMA, alias="schema")
    title: str
    version: str = Field(description="Of discotag.")
    how: How
    sets: tuple[Set, ...]
    languages: dict[str, str] = Field(default_factory=dict, description="Code → English name.")

    def language(self, code: str) -> str:
        """Return the English name of a language, or its code in a book without names."""
        return self.languages.get(code, code)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return self.model_dump(mode="json", by_alias=True)


def schema() -> dict[str, Any]:
    """Return the JSON schema of a book."""
    return Book.model_json_schema(by_alias=True)
