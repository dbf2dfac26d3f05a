"""Checks at work: each is created once, and sees of a document what it declared."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from discotag.core.interfaces import ObservingCheck
from discotag.core.tags import TaggedDocument
from discotag.core.validation import check_finding, check_observation
from discotag.pipeline.documents import unmasked

if TYPE_CHECKING:
    from collections.abc import Callable

    from discotag.core.consistency import Observation
    from discotag.core.document import Document, ParallelText
    from discotag.core.findings import Finding
    from discotag.core.interfaces import Check
    from discotag.pipeline.plans import PlannedCheck
    from discotag.pipeline.stages import Stages

Made = TypeVar("Made")


class RunningCheck:
    """A check of a plan, created.

    Args:
        planned: the check.
        stages: the plan's, whose tables it may read.

    Raises:
        ComponentError: it cannot be created.
    """

    def __init__(self, planned: PlannedCheck, stages: Stages) -> None:
        self.planned, self.info = planned, planned.info
        self._loaded = stages.components.load(planned)
        self._layers = self.info.layers | {"source.tokens", "target.tokens"}

    @property
    def digest(self) -> str | None:
        """The digest of what it reads beside the text (a glossary), if it tells one."""
        return self._loaded.digest

    @property
    def is_observing(self) -> bool:
        """Whether it also tells what speaks for and against a text."""
        return isinstance(self._loaded.component, ObservingCheck)

    def findings(
        self,
        tagged: TaggedDocument,
        make: Callable[[Finding], Made],
        *,
        text: ParallelText | None = None,
    ) -> list[Made]:
        """Return what `make` makes of its findings; ComponentError names check and document.

        Args:
            tagged: a translation, tagged.
            make: is called with each finding, once it was looked at.
            text: the document as it was read, for checks that want the file's markup.
        """
        seen = self._seen(tagged, text)

        def work(check: Check) -> list[Made]:
            return [make(self._declared(finding)) for finding in check.check(seen)]

        return self._loaded.call(work, tagged.document.id)

    def observations(self, tagged: TaggedDocument) -> tuple[Observation, ...]:
        """Return what it observes, nothing if it does not; ComponentError as `findings`."""
        seen = self._seen(tagged, None)

        def work(check: Check) -> tuple[Observation, ...]:
            if not isinstance(check, ObservingCheck):
                return ()
            found = tuple(check.observe(seen))
            for observation in found:
                check_observation(observation)
                _require_places(observation, tagged.document)
            return found

        return self._loaded.call(work, tagged.document.id)

    def _seen(self, tagged: TaggedDocument, text: ParallelText | None) -> TaggedDocument:
        read = self.info.phenomena
        document = tagged.document
        if self.info.reads_markup and text is not None:
            document = unmasked(document, text)
        return TaggedDocument(
            document.restricted(self._layers),
            tuple(mark for mark in tagged.marks if mark.phenomenon in read),
            phenomena=tuple(name for name in tagged.phenomena or () if name in read),
        )

    def _declared(self, finding: Finding) -> Finding:
        check_finding(finding)
        if finding.code not in self.info.codes:
            declared = ", ".join(sorted(self.info.codes))
            raise ValueError(f"found {finding.code}, but declares {declared}")
        return finding


def _require_places(observation: Observation, document: Document) -> None:
    for side, segment, token in observation.places:
        text = document.source if side == "source" else document.target
        if not 0 <= segment < len(text) or not 0 <= token < len(text[segment]):
            raise ValueError(
                f"an observation points to {side} token {token} of segment {segment}, which does"
                " not exist"
            )
