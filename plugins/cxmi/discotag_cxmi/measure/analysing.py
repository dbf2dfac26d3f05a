"""Target lines as discotag sees them: the tokens of the target language's analyzer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin.runs import RunConfig, SegmentAnalyzer, parse_options, parse_selections, plan

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discotag.plugin import Registry, Tokens

    Analysis = Callable[[Sequence[str]], Sequence[Tokens]]

TOKENS = frozenset({"target.tokens"})


def target_analysis(
    registry: Registry,
    source_language: str,
    target_language: str,
    analyzers: Sequence[str] = (),
    settings: Sequence[str] = (),
    *,
    layers: frozenset[str] = TOKENS,
) -> tuple[Analysis, str]:
    """Return what analyses target lines, and the name of the analyzer.

    Args:
        registry: what is installed.
        source_language: code or name.
        target_language: code or name.
        analyzers: as `--analyzer` has them.
        settings: as `--set` has them.
        layers: what is wanted of the target, such as `target.pos`.

    Raises:
        UnknownNameError: a language or analyzer that does not exist.
        PlanError: there is no analyzer that gives these layers for the target language.
    """
    config = RunConfig(
        source_language=source_language,
        target_language=target_language,
        analyzers=parse_selections(list(analyzers)),
        options=parse_options(list(settings)),
    )
    planned = plan(config, registry, layers=layers)
    analyzer = SegmentAnalyzer(planned, "target")
    return analyzer, analyzer.name


def word_finder(
    registry: Registry,
    source_language: str,
    target_language: str,
    analyzers: Sequence[str] = (),
    settings: Sequence[str] = (),
) -> tuple[Callable[[Sequence[str]], list[list[tuple[int, int]]]], str]:
    """Return what finds the words of target lines, and the name of the analyzer; see above.

    The words are those of `discotag tag` with the same options, so values and tags can be joined.
    """
    analyse, name = target_analysis(registry, source_language, target_language, analyzers, settings)

    def spans(lines: Sequence[str]) -> list[list[tuple[int, int]]]:
        return [list(zip(tokens.starts, tokens.ends, strict=True)) for tokens in analyse(lines)]

    return spans, name
