"""Checking: all rules on a plugin and on all that it declares, as data and as a badge.

An exception in a rule is a fault of what it was tried on, so one broken thing hides no other.
"""

from __future__ import annotations

import platform
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import version
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from discotag.plugin import DiscotagError, count_noun
from discotag.plugin.development import HOST, describe_error
from discotag_dev.exercises import kept_state
from discotag_dev.problems import Fault, Problem, Severity, title_of
from discotag_dev.rules import RULES
from discotag_dev.subjects import subjects_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Registry
    from discotag.plugin.development import PluginRecord
    from discotag_dev.problems import Rule
    from discotag_dev.subjects import Subject


def cases_of(plugin: str, registry: Registry) -> Iterator[tuple[Subject, Rule]]:
    """Yield every rule for everything of a plugin; UnknownNameError for an unknown plugin."""
    for subject in subjects_of(plugin, registry):
        for rule in RULES[subject.role]:
            yield subject, rule


def problems_of(subject: Subject, rule: Rule) -> tuple[Problem, ...]:
    """Try one rule on one thing."""
    faults: list[Fault] = []
    try:
        with kept_state(set()):
            faults.extend(rule(subject))
    except DiscotagError as error:
        faults.append(Fault(str(error), "see the message"))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a stranger's code may raise anything
        faults.append(Fault(f"raised {describe_error(error)}", "run it in a test to see where"))
    return tuple(Problem(subject.title, title_of(rule), fault) for fault in faults)


SCHEMA = "discotag-check/1"


class Verdict(StrEnum):
    """What came of one rule on one thing."""

    PASSED = "passed"
    WARNED = "warned"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True)
class Tried:
    """One rule that was tried on one thing.

    Args:
        subject: role and name, such as `tagger questions`.
        rule: the rule in words.
        problems: what it found.
    """

    subject: str
    rule: str
    problems: tuple[Problem, ...]

    @property
    def verdict(self) -> Verdict:
        """What came of it: the worst problem decides; one that was only noted was not tried."""
        found = {problem.severity for problem in self.problems}
        if Severity.ERROR in found:
            return Verdict.FAILED
        if Severity.WARNING in found:
            return Verdict.WARNED
        return Verdict.SKIPPED if found else Verdict.PASSED

    def describe(self) -> dict[str, Any]:
        """Return it as plain data, with the reasons of what is not passed."""
        return {
            "subject": self.subject,
            "rule": self.rule,
            "verdict": str(self.verdict),
            "reasons": [problem.fault.message for problem in self.problems],
        }


@dataclass(frozen=True)
class Conformance:
    """All rules that were tried on some plugins.

    Args:
        plugins: the plugins.
        tried: each rule on each thing, in the order of the plugins.
        strict: whether warnings fail, too.
    """

    plugins: tuple[PluginRecord, ...]
    tried: tuple[Tried, ...]
    strict: bool = False

    @property
    def problems(self) -> list[Problem]:
        """All that was found."""
        return [problem for one in self.tried for problem in one.problems]

    @property
    def counts(self) -> dict[str, int]:
        """How many problems there are of each severity, worst first."""
        found = Counter(str(problem.severity) for problem in self.problems)
        return {name: found[name] for name in ("error", "warning", "note")}

    @property
    def verdicts(self) -> dict[str, int]:
        """How many rules came to each verdict."""
        found = Counter(one.verdict for one in self.tried)
        return {str(verdict): found[verdict] for verdict in Verdict}

    @property
    def rules(self) -> dict[str, int]:
        """How many rules were tried on each thing."""
        return dict(Counter(one.subject for one in self.tried))

    @property
    def is_sound(self) -> bool:
        """Whether nothing failed."""
        counts = self.counts
        return not counts["error"] and not (self.strict and counts["warning"])

    def describe(self) -> dict[str, Any]:
        """Return all of it as plain data, of the schema `discotag-check/1`."""
        return {
            "schema": SCHEMA,
            "discotag": version(HOST),
            "python": platform.python_version(),
            "plugins": [
                {
                    "name": record.name,
                    "distribution": record.distribution,
                    "version": record.version,
                    "api": record.api,
                }
                for record in self.plugins
            ],
            "strict": self.strict,
            "sound": self.is_sound,
            "verdicts": self.verdicts,
            "rules": self.rules,
            "tried": [one.describe() for one in self.tried],
            "counts": self.counts,
            "problems": [problem.describe() for problem in self.problems],
        }


def conformance_of(
    names: Sequence[str], registry: Registry, *, strict: bool = False
) -> Conformance:
    """Return what came of every rule on everything of some plugins.

    Raises:
        UnknownNameError: a plugin is not installed.
    """
    tried = tuple(
        Tried(subject.title, title_of(rule), problems_of(subject, rule))
        for name in names
        for subject, rule in cases_of(name, registry)
    )
    records = tuple(record for record in registry.plugins.records if record.name in names)
    return Conformance(records, tried, strict)


LABEL = "discotag check"
GREEN, YELLOW, RED = "#1a7f37", "#8a6100", "#b3261e"
"""Grounds on which white text has a contrast of 4.5 or more (WCAG 2.2, level AA)."""
LETTER = 6.6
"""Pixels that a letter takes; the text is stretched to fit, whatever font there is."""
MARGIN = 6


def badge(result: Conformance) -> str:
    """Return the badge of a check as the text of an SVG file."""
    counts = result.counts
    version = "" if len(result.plugins) != 1 else f"{result.plugins[0].version}: "
    if not result.is_sound:
        bad = [count_noun(counts[name], name) for name in ("error", "warning") if counts[name]]
        return drawn(LABEL, version + ", ".join(bad), RED)
    told = f"{version}{count_noun(result.verdicts['passed'], 'rule')} kept"
    if counts["warning"]:
        return drawn(LABEL, f"{told}, {count_noun(counts['warning'], 'warning')}", YELLOW)
    return drawn(LABEL, told, GREEN)


def drawn(label: str, message: str, colour: str) -> str:
    """Return an SVG of two fields: a label on dark grey, a message on a colour."""
    left, right = (round(len(text) * LETTER) + 2 * MARGIN for text in (label, message))
    whole = escape(f"{label}: {message}", {'"': "&quot;"})
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" \
aria-label="{whole}">
<title>{whole}</title>
<clipPath id="round"><rect width="{left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#round)">
<rect width="{left}" height="20" fill="#444"/>
<rect x="{left}" width="{right}" height="20" fill="{colour}"/>
</g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
{_text(MARGIN, left, label)}
{_text(left + MARGIN, right, message)}
</g>
</svg>
"""


def _text(start: int, field: int, text: str) -> str:
    length = field - 2 * MARGIN
    return f'<text x="{start}" y="14" textLength="{length}">{escape(text)}</text>'
