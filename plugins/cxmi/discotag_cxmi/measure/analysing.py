"""Words as discotag sees them: the tokens of the target language's analyzer."""

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


def word_finder(
    registry: Registry,
    source_language: str,
    target_language: str,
    analyzers: Sequence[str] = (),
    settings: Sequence[str] = (),
) -> tuple[Callable[[Sequence[str]], list[list[tuple[int, int]]]], str]:
    """Give what finds the words of target lines, and the name of the analyzer.

    The words are those of `discotag tag` with the same options, so values and tags can be joined.

    Raises:
        UnknownNameError: a language or analyzer that does not exist.
        PlanError: there is no analyzer for the target language.
    """
    config = RunConfig(
        source_language=source_language,
        target_language=target_language,
        analyzers=parse_selections(list(analyzers)),
        options=parse_options(list(settings)),
    )
    planned = plan(config, registry, layers=frozenset({"target.tokens"}))
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

    def spans(lines: Sequence[str]) -> list[list[tuple[int, int]]]:
        found = guarded(choice, lambda: analyzer.analyze(lines))
        return [list(zip(tokens.starts, tokens.ends, strict=True)) for tokens in found]

    return spans, f"{choice.info.name}.{choice.info.version}"
