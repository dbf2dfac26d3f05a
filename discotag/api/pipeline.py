"""Tagging and scoring with components that stay loaded: a pipeline of one language pair."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Unpack

from discotag.api.corpus import load
from discotag.api.scores import Scores
from discotag.api.setup import Choices, config_for, names_in, needs_reference_and_system, registry
from discotag.api.tagged import Tagged
from discotag.core.errors import UsageError
from discotag.pipeline.config import DEFAULT_SCORERS
from discotag.pipeline.planning import plan
from discotag.pipeline.stages import Stages
from discotag.runs.run import run
from discotag.scoring.resampling import SAMPLES, SEED, TRIALS, ResamplingOptions
from discotag.units.units import UnitFinder, in_units

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag.api.corpus import Corpus, Texts
    from discotag.pipeline.plans import Plan


class Pipeline:
    """The components of a language pair, kept loaded between calls.

    `discotag.tag` and `discotag.score` load their components at each call. A pipeline loads them at
    its first one, so later calls cost only the work on their texts. It may be shared by threads;
    their calls run one after another.

    Args:
        source_language: code or English name.
        target_language: code or English name.
        choices: as for `discotag.tag`.

    Example:
        >>> pipeline = discotag.Pipeline("en", "fr", phenomena=["formality"])
        >>> tagged = pipeline(["Are you free?", "Are you?"], ["Tu es libre ?", "Et toi ?"])
        >>> tagged.counts()
        {'formality': 1}

    Raises:
        UsageError: a name that nothing declares.
        PlanError: what is needed is not installed; all of it is named.
    """

    def __init__(
        self, source_language: str, target_language: str, **choices: Unpack[Choices]
    ) -> None:
        self._pair = source_language, target_language
        self._choices = choices
        self._plans: dict[tuple[str, ...], Plan] = {}
        self._stages: dict[tuple[tuple[str, ...], str], Stages] = {}
        self._finder: UnitFinder | None = None
        self._lock = RLock()
        self._plan(())

    def __call__(
        self,
        source: Texts,
        target: Texts | Mapping[str, Texts],
        *,
        docids: Texts | None = None,
    ) -> Tagged:
        """Load texts and tag them; arguments and errors as `discotag.load` and `tag`."""
        first, second = self._pair
        texts = load(source, target, docids=docids, source_language=first, target_language=second)
        return self.tag(texts)

    def tag(self, corpus: Corpus) -> Tagged:
        """Tag every translation of a corpus; errors as `discotag.tag`."""
        with self._lock:
            plan = self._plan_for(corpus)
            units = in_units(plan, corpus.texts, finder=self._unit_finder(plan))
            stages = self._loaded(units.plan)
            documents = tuple(
                tagged
                for text in stages.tag(units.texts)
                for tagged in (*text.references.values(), *text.hypotheses.values())
            )
        notes = (*units.plan.notes, *units.notes(), *corpus.notes)
        return Tagged(documents, units.plan.phenomena, notes)

    def score(
        self,
        corpus: Corpus,
        *,
        scorers: Sequence[str] = DEFAULT_SCORERS,
        baseline: str | None = None,
        samples: int = SAMPLES,
        trials: int = TRIALS,
        seed: int = SEED,
    ) -> Scores:
        """Score the systems of a corpus; arguments and errors as `discotag.score`."""
        needs_reference_and_system(corpus)
        with self._lock:
            plan = self._plan_for(corpus, tuple(scorers))
            found = run(
                plan,
                registry(),
                corpus.texts,
                notes=lambda: corpus.notes,
                resampling=ResamplingOptions(samples, trials, seed, baseline),
                stages=self._loaded,
                finder=self._unit_finder(plan),
            )
        return Scores(found.results, found.record, found.counts)

    def __repr__(self) -> str:
        plan = self._plan(())
        return f"<Pipeline {plan.source.code}-{plan.target.code}: {', '.join(plan.phenomena)}>"

    def _plan_for(self, corpus: Corpus, scorers: tuple[str, ...] = ()) -> Plan:
        """Return the plan for a corpus; UsageError where its languages are others."""
        names_in(corpus)
        plan = self._plan(scorers)
        pair = plan.source.code, plan.target.code
        if (corpus.source_language, corpus.target_language) != pair:
            raise UsageError(
                f"the corpus is {corpus.source_language}-{corpus.target_language}, this pipeline"
                f" {'-'.join(pair)}; make one for each pair"
            )
        return plan

    def _plan(self, scorers: tuple[str, ...]) -> Plan:
        if scorers not in self._plans:
            self._plans[scorers] = plan(
                config_for(self._pair, scorers=scorers, **self._choices), registry()
            )
        return self._plans[scorers]

    def _loaded(self, plan: Plan) -> Stages:
        """Return the components of a plan, which is one of ours with its unit decided."""
        key = tuple(plan.config.scorers), plan.config.unit
        if key not in self._stages:
            self._stages[key] = Stages(plan, registry())
        return self._stages[key]

    def _unit_finder(self, plan: Plan) -> UnitFinder | None:
        if plan.units is not None and self._finder is None:
            self._finder = UnitFinder(plan, plan.units)
        return self._finder


def tag(corpus: Corpus, **choices: Unpack[Choices]) -> Tagged:
    """Tag every translation of a corpus.

    Example:
        >>> corpus = discotag.load(
        ...     ["Are you free?", "Yes, are you?"], ["Tu es libre ?", "Oui, et toi ?"],
        ...     source_language="en", target_language="fr",
        ... )
        >>> discotag.tag(corpus, phenomena=["formality"]).counts()
        {'formality': 1}

    Raises:
        UsageError: the corpus holds no translation, or a name that nothing declares.
        PlanError: what is needed is not installed; all reported at once.
        ComponentError: a component failed.
    """
    names_in(corpus)
    return Pipeline(corpus.source_language, corpus.target_language, **choices).tag(corpus)
