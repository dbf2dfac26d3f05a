"""Linting from Python: faults of one translation that show without a reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Unpack

from discotag.plugin import UnknownNameError, UsageError, count_noun
from discotag.plugin.python import Choices, Rows, config_for, names_in, registry
from discotag_lint.locations import Files
from discotag_lint.planning import known_codes, plan_checks
from discotag_lint.run import lint as run_lint

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.plugin.python import Corpus
    from discotag_lint.locations import LocatedFinding
    from discotag_lint.report import LintResult


@dataclass(frozen=True, slots=True, repr=False)
class Findings(Rows):
    """What was found in one translation.

    Args:
        result: findings with all their places, what was checked, notes, the signature.
    """

    result: LintResult

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a row per finding: code, severity, message, document, segment, word, both texts.

        `segment` is 0-based; `others` are the words that do not agree with it.
        """
        return [
            {
                "code": finding.code,
                "name": finding.info.name,
                "severity": str(finding.severity),
                "message": finding.message,
                "document": finding.document,
                "side": finding.spot.side,
                "segment": finding.spot.segment,
                "start": finding.spot.start,
                "end": finding.spot.end,
                "word": finding.spot.word,
                "text": finding.spot.text,
                "counterpart": finding.counterpart,
                "others": [f"{spot.word} ({spot.segment})" for spot in finding.others],
            }
            for finding in self.result.findings
        ]

    def __len__(self) -> int:
        """Count the findings."""
        return len(self.result.findings)

    def __iter__(self) -> Iterator[LocatedFinding]:
        """Go over the findings."""
        return iter(self.result.findings)

    def __repr__(self) -> str:
        found = self.result
        return (
            f"<Findings {found.plan.pair}: {len(self)} in {count_noun(found.segments, 'segment')}>"
        )


def lint(
    corpus: Corpus,
    text: str | None = None,
    *,
    codes: Iterable[str] | None = None,
    glossary: str | PathLike[str] | Mapping[str, str | Iterable[str]] | None = None,
    **choices: Unpack[Choices],
) -> Findings:
    """Find faults of a translation that can be seen without a reference.

    Args:
        corpus: the documents.
        text: name of the reference or system to check; None = the only one.
        codes: the codes to check, such as `DT101`; None = all.
        glossary: a file (CSV, TSV, TBX), or source term → what it may be called, one name or
            several (DT203, DT204).
        choices: as `Choices` has them, but phenomena follow from the codes.

    Raises:
        UsageError: the corpus holds several translations and `text` names none, or an unknown code.
        InputError: a faulty glossary, with file and line.
        DiscotagError: as `tag`.
    """
    known = known_codes(registry())
    wanted = None if codes is None else frozenset(codes)
    for code in sorted((wanted or frozenset()) - set(known)):
        raise UnknownNameError("code", code, known)
    checks = tuple(sorted({known[code] for code in wanted})) if wanted is not None else "*"
    names = names_in(corpus)
    if text is None and len(names) > 1:
        listed = ", ".join(names)
        raise UsageError(f"there are several translations ({listed}); name one: lint(corpus, NAME)")
    texts = corpus.texts if text is None else tuple(item.only(text) for item in corpus.texts)
    pair = corpus.source_language, corpus.target_language
    config = config_for(pair, **_with_glossary(choices, glossary))
    plan = plan_checks(config, registry(), checks)
    files = Files(*corpus.files, has_columns=False)
    found = run_lint(
        plan,
        registry(),
        texts,
        files,
        codes=wanted,
        is_lenient=wanted is None,
        notes=lambda: corpus.notes,
    )
    return Findings(found)


def _with_glossary(
    choices: Choices, glossary: str | PathLike[str] | Mapping[str, str | Iterable[str]] | None
) -> Choices:
    """Return the choices with the options of the glossary's check."""
    if glossary is None:
        return choices
    if isinstance(glossary, Mapping):
        entries = [
            {"source": source, "target": name}
            for source, names in glossary.items()
            for name in ((names,) if isinstance(names, str) else names)
        ]
        own: dict[str, Any] = {"entries": tuple(entries)}
    else:
        own = {"files": (fspath(glossary),)}
    options = dict(choices.get("options", {}))
    return {**choices, "options": {**options, "glossary": {**options.get("glossary", {}), **own}}}
