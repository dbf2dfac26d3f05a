"""What a translation model must do for this package: score targets with and without context."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag_cxmi.examples import Example
    from discotag_cxmi.formats import ContextFormat
    from discotag_cxmi.scoring.journal import Journal
    from discotag_cxmi.scoring.options import ModelOptions


@dataclass(frozen=True, slots=True)
class TargetScores:
    """Log-probabilities of one target line, subword by subword.

    Args:
        starts: character offset of each subword's first character in the target line.
        ends: character offset behind its last character; a subword may be empty (a lone space
            marker).
        logprobs: natural logarithm of each subword's probability given everything before it.
        eos: that of the end of the line, which is its own row and part of the line's sum.
    """

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    logprobs: tuple[float, ...]
    eos: float

    @property
    def total(self) -> float:
        """The line's log-probability, in nats, its end included."""
        return sum(self.logprobs) + self.eos


class ContextModel(Protocol):
    """A model that translates with and without context.

    Attributes:
        name: as the user named it.
        format: how it takes context.
        digest: fingerprint of its files.
        shortened: how many examples had context left out, since they were too long.
        notes: what the user should know of how it is asked.
        options: how it is run.
        identity: all that decides a value beside a row's ids.
        journal: what was scored before; None = nothing is kept.
    """

    name: str
    format: ContextFormat
    digest: str
    options: ModelOptions
    journal: Journal | None

    @property
    def identity(self) -> dict[str, Any]: ...  # noqa: D102 - see above

    @property
    def shortened(self) -> int: ...  # noqa: D102 - see above

    @property
    def notes(self) -> Sequence[str]: ...  # noqa: D102 - see above

    def check(self, examples: Iterable[Example]) -> frozenset[tuple[str, int]]:
        """Check examples before any is scored.

        Returns:
            The (document, segment) of those to leave out, since they are too long.

        Raises:
            InputError: one cannot be scored: it is too long and may not be left out, or the
                tokenizer changes one of its lines; names where the line comes from.
            UsageError: context and format do not fit each other.
        """
        ...

    def score(self, examples: Iterable[Example]) -> Iterator[TargetScores]:
        """Score the targets in batches; results come in the order of the examples.

        A target's scores do not depend on the batch it is in beyond float noise.

        Raises:
            InputError: an example is longer than the model takes; it is never cut silently.
            ComponentError: the model gave a value that is no number.
        """
        ...

    def unknown_in(self, line: str) -> int:
        """Count the subwords of a target line that the vocabulary does not have."""
        ...
