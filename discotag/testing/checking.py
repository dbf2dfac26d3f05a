"""Checking: all rules on a plugin and on everything that it declares.

What a rule raises is a fault of what it was tried on, so one broken thing hides no other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.errors import DiscotagError
from discotag.core.plugin_calls import describe_error
from discotag.testing.case import kept_state
from discotag.testing.problems import Fault, Problem, title_of
from discotag.testing.rules import RULES
from discotag.testing.targets import subjects_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.registry import Registry
    from discotag.testing.problems import Rule
    from discotag.testing.targets import Subject


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
