"""Parts of speech and features of target lines, by the target language's analyzer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.interfaces import Context
from discotag.pipeline.config import RunConfig, parse_options, parse_selections
from discotag.pipeline.planning import plan
from discotag.pipeline.stages import guarded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discotag.core.interfaces import Analyzer
    from discotag.core.registry import Registry
    from discotag.core.tokens import Tokens

    Analysis = Callable[[Sequence[str]], Sequence[Tokens]]

LAYERS = frozenset({"target.tokens", "target.pos", "target.morph"})


def target_analysis(
    registry: Registry,
    source_language: str,
    target_language: str,
    analyzers: Sequence[str] = (),
    settings: Sequence[str] = (),
) -> tuple[Analysis, str]:
    """Give what analyses target lines, and the name of the analyzer.

    Raises:
        UnknownNameError: a language or analyzer that does not exist.
        PlanError: no analyzer gives parts of speech and features of the target language.
    """
    config = RunConfig(
        source_language=source_language,
        target_language=target_language,
        analyzers=parse_selections(list(analyzers)),
        options=parse_options(list(settings)),
    )
    planned = plan(config, registry, layers=LAYERS)
    choice = planned.analyzers["target"]
    context = Context(
        name=choice.info.name,
        source=planned.source,
        target=planned.target,
        side="target",
        argument=choice.argument,
        options=choice.options,
    )
    factory = choice.info.load()
    analyzer: Analyzer = guarded(choice, lambda: factory.create(context))

    def analyse(lines: Sequence[str]) -> Sequence[Tokens]:
        return guarded(choice, lambda: analyzer.analyze(lines))

    return analyse, f"{choice.info.name}.{choice.info.version}"
