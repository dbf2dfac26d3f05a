"""Findings as a page for a browser, in one file without a script."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from discotag_lint.text_formats import summary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_lint.locations import LocatedFinding, SourceLocation
    from discotag_lint.report import LintReport, LintResult


STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; }
th, td { padding: .2rem .8rem; text-align: start; border-bottom: 1px solid #8886; }
td.number, th.number { text-align: end; font-variant-numeric: tabular-nums; }
article { border-inline-start: .3rem solid #777; padding: .1rem 1rem; margin: 1rem 0; }
article.error { border-color: #b3261e; }
article.warning { border-color: #b26b00; }
h3 { font-size: 1rem; margin: .4rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .4rem 0; }
dd { margin: 0; overflow-wrap: anywhere; }
mark { background: #ffe08a; color: #000; padding: 0 .1em; }
code { font-size: .9em; overflow-wrap: anywhere; }
""".strip()


def page(report: LintReport) -> Iterator[str]:
    """Return the page, piece by piece."""
    pair = escape(", ".join(report.signatures))
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    yield (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>discotag lint, {pair}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n"
        f"<h1>discotag lint, {pair}</h1>\n<p>{escape(summary(report))}</p>\n"
    )
    yield from _codes(report)
    for result in report.results:
        file = f"{result.files.target}: " if len(report.results) > 1 else ""
        for document, findings in groupby(result.findings, key=lambda finding: finding.document):
            yield f"<section>\n<h2>{escape(file + document)}</h2>\n"
            for finding in findings:
                yield _article(finding, result)
            yield "</section>\n"
    failures = (*report.failures, *(fault.message for fault in report.faults))
    for title, texts in (("Notes", report.notes), ("Failures", failures)):
        if texts:
            items = "".join(f"<li>{escape(text)}</li>" for text in texts)
            yield f"<h2>{title}</h2>\n<ul>{items}</ul>\n"
    signatures = "<br>".join(map(escape, report.signatures.values()))
    yield f"<footer><p><code>{signatures}</code></p></footer>\n</body>\n</html>\n"


def _codes(report: LintReport) -> Iterator[str]:
    yield (
        '<table>\n<tr><th>code</th><th>what</th><th>what to do</th><th class="number">findings</th>'
        "</tr>\n"
    )
    for code, info in report.codes.items():
        count = sum(finding.code == code for finding in report.findings)
        yield (
            f"<tr><td>{escape(code)}</td><td>{escape(info.summary)}</td><td>{escape(info.advice)}"
            f'</td><td class="number">{count}</td></tr>\n'
        )
    yield "</table>\n"


def _article(finding: LocatedFinding, result: LintResult) -> str:
    languages = {"source": result.plan.source.code, "target": result.plan.target.code}
    other = "source" if finding.spot.side == "target" else "target"
    rows = [
        (finding.spot.where, _quoted(finding.spot, languages[finding.spot.side])),
        (other, f'<span lang="{languages[other]}" dir="auto">{escape(finding.counterpart)}</span>'),
        *((spot.where, _quoted(spot, languages[spot.side])) for spot in finding.others),
    ]
    listed = "".join(f"<dt>{escape(name)}</dt><dd>{text}</dd>" for name, text in rows)
    head = f"{finding.code} {finding.info.name} ({finding.severity})"
    return (
        f'<article class="{finding.severity}" id="f-{finding.fingerprint}">\n'
        f"<h3>{escape(head)}</h3>\n<p>{escape(finding.message)}</p>\n<dl>{listed}</dl>\n</article>\n"
    )


def _quoted(spot: SourceLocation, language: str) -> str:
    parts = spot.text[: spot.start], spot.word, spot.text[spot.end :]
    before, word, behind = (escape(part) for part in parts)
    return f'<span lang="{language}" dir="auto">{before}<mark>{word}</mark>{behind}</span>'
