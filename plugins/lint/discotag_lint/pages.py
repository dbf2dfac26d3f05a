"""Findings for a terminal: grouped by document, each with its line, both texts and both places."""

from __future__ import annotations

from collections import Counter
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from discotag.plugin import count_noun, visible
from discotag_lint.check import Severity
from discotag_lint.locations import relative_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_lint.locations import LocatedFinding, SourceLocation
    from discotag_lint.report import LintReport
    from discotag_lint.run import LintResult


AROUND = 60
"""Characters of a segment that are shown on each side of a word."""


def rendered(report: LintReport) -> Iterator[str]:
    """Return the findings line by line, by document, and by file where there are several."""
    for result in report.results:
        file = f"{result.files.target}: " if len(report.results) > 1 else ""
        for document, findings in groupby(result.findings, key=lambda finding: finding.document):
            yield visible(f"# {file}{document}", is_line=True)
            for finding in findings:
                for line in lines_of(finding):
                    yield visible(line, is_line=True)
            yield ""


def summary(report: LintReport) -> str:
    """Return the last line: how many findings, of which severity and how dense."""
    counts = {
        severity: sum(finding.severity == severity for finding in report.findings)
        for severity in dict.fromkeys(finding.severity for finding in report.findings)
    }
    told = ", ".join(count_noun(count, str(severity)) for severity, count in counts.items())
    rate = report.rate()
    dense = "–" if rate is None else f"{rate:.1f}"
    found = count_noun(len(report.findings), "finding") + (f" ({told})" if told else "")
    size = f"{count_noun(report.segments, 'segment')} of {count_noun(report.documents, 'document')}"
    if len(report.results) + len(report.faults) > 1:
        size += f" in {count_noun(len(report.results), 'file')}"
    parts = [f"{found} in {size}", f"{dense} per 1,000 segments"]
    if report.suppressed:
        parts.append(f"{len(report.suppressed)} suppressed")
    if report.faults:
        parts.append(f"{count_noun(len(report.faults), 'file')} could not be read")
    return "; ".join(parts)


def lines_of(finding: LocatedFinding) -> Iterator[str]:
    """Return a finding line by line: what is wrong, both texts, the other places."""
    head = f"{finding.code} {finding.info.name} ({finding.severity})"
    yield f"{finding.spot.where}: {head}: {finding.message}"
    yield f"    {excerpt(finding.spot)}"
    yield f"    {_other_side(finding)}: {finding.counterpart.strip()}"
    if finding.fix is not None:
        fix = finding.fix
        old = finding.spot.text[fix.start : fix.end]
        yield f"    --fix: “{old}” → “{fix.replacement}”"
    for other in finding.others:
        yield f"  {other.where}: {excerpt(other)}"


def _other_side(finding: LocatedFinding) -> str:
    return "source" if finding.spot.side == "target" else "target"


def excerpt(spot: SourceLocation) -> str:
    """Return what stands around a word, and the word in brackets."""
    before, behind = spot.text[: spot.start], spot.text[spot.end :]
    left = before if len(before) <= AROUND else "…" + before[-AROUND:]
    right = behind if len(behind) <= AROUND else behind[:AROUND] + "…"
    return f"{left}[{spot.word}]{right}"


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


COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
MOST = 50
"""Findings that a summary shows; a job's summary holds 1 MiB at most."""


def workflow_commands(report: LintReport) -> Iterator[str]:
    """Return a workflow command for each finding, and for each file that could not be read."""
    for finding in report.findings:
        yield _annotation(finding)
    for fault in report.faults:
        told = {"file": relative_name(fault.file), "title": "discotag lint"}
        yield f"::error {_properties(told)}::{_escaped(fault.message)}"
    for failure in report.failures:
        yield f"::error title=discotag lint::{_escaped(failure)}"


def job_summary(report: LintReport) -> Iterator[str]:
    """Return a page of Markdown: how much was found, and the first findings."""
    yield "## discotag lint"
    yield ""
    yield _markdown(summary(report))
    counts = Counter(finding.code for finding in report.findings)
    if counts:
        yield ""
        yield "| code | what | findings |"
        yield "| --- | --- | ---: |"
        for code, count in sorted(counts.items()):
            yield f"| {code} | {_markdown(report.codes[code].summary)} | {count} |"
        yield ""
        yield "| place | code | message | text |"
        yield "| --- | --- | --- | --- |"
    for finding in report.findings[:MOST]:
        cells = (finding.spot.where, finding.code, finding.message, excerpt(finding.spot))
        yield f"| {' | '.join(map(_markdown, cells))} |"
    if len(report.findings) > MOST:
        yield ""
        yield f"{len(report.findings) - MOST} more are not shown here."
    for fault in report.faults:
        yield ""
        yield f"**Could not be read:** {_markdown(fault.message)}"


def _annotation(finding: LocatedFinding) -> str:
    spot = finding.spot
    told = {"file": relative_name(spot.file)}
    if spot.line is not None:
        told["line"] = str(spot.line)
        if spot.column is not None:
            told["col"] = str(spot.column)
            told["endColumn"] = str(spot.column + spot.end - spot.start)
    told["title"] = f"{finding.code} {finding.info.name}"
    lines = [finding.message, excerpt(spot)]
    lines += [f"{other.where}: {excerpt(other)}" for other in finding.others]
    text = _escaped("\n".join(lines))
    return f"::{COMMANDS[finding.severity]} {_properties(told)}::{text}"


def _properties(values: dict[str, str]) -> str:
    return ",".join(
        f"{name}={_escaped(value).replace(':', '%3A').replace(',', '%2C')}"
        for name, value in values.items()
    )


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _markdown(text: str) -> str:
    """Return a text that stands in a cell as it is: no markup, no HTML, on one line."""
    for sign in "\\`*_{}[]<>|#~&@":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())
