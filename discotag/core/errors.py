"""The errors of discotag: each says who failed, where, and what to do about it.

Exit codes follow the class, so that scripts can separate wrong options, wrong files and a broken
plugin.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


class Unknown(NamedTuple):
    """A name that nothing declares: of what kind (`language`, `aligner` …), and as given."""

    kind: str
    name: str


class DiscotagError(Exception):
    """Anything that discotag reports to its user in one message, without a traceback.

    Its `unknown` holds the names that were asked for and that nothing installed declares.
    """

    exit_code = 1
    unknown: tuple[Unknown, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """Cross from one process to another as it is, whatever its constructor asks for."""
        return restored, (type(self), str(self), dict(self.__dict__))


def restored(kind: type[DiscotagError], message: str, facts: dict[str, Any]) -> DiscotagError:
    """Make an error of a kind without its constructor: of its message and its attributes."""
    error = kind.__new__(kind, message)
    error.__dict__.update(facts)
    return error


class UsageError(DiscotagError):
    """An option or name that makes no sense, known before any work starts."""

    exit_code = 2


class UnknownNameError(UsageError):
    """A name that nothing declares.

    Args:
        kind: what is named (`language`, `phenomenon`, `aligner` …).
        name: the name as given.
        known: the names that would do.
        scope: what the kind is limited to, such as `of runs/a`; for the message.
        cure: what to do.
    """

    def __init__(
        self,
        kind: str,
        name: str,
        known: Iterable[str],
        *,
        scope: str = "",
        cure: str | None = None,
    ) -> None:
        self.unknown = (Unknown(kind, name),)
        self.known = tuple(sorted(set(known)))
        close = get_close_matches(name, self.known, n=1, cutoff=0.5)
        parts = [f"unknown {kind} {scope} {name!r}" if scope else f"unknown {kind} {name!r}"]
        if close:
            parts.append(f"did you mean {close[0]!r}?")
        parts.append(f"known: {', '.join(self.known) or 'none'}")
        if cure:
            parts.append(cure)
        super().__init__("; ".join(parts))


class InputError(DiscotagError):
    """A file whose content cannot be used; names the file and, where there is one, the line.

    Args:
        message: what is wrong and what to do.
        path: the file (`-` is standard input).
        line: 1-based line number.
    """

    exit_code = 3

    def __init__(self, message: str, *, path: object = None, line: int | None = None) -> None:
        self.path, self.line = path, line
        name = "standard input" if str(path) == "-" else str(path)
        place = "" if path is None else f"{name}:{line}: " if line is not None else f"{name}: "
        super().__init__(place + message)


class OutputError(DiscotagError):
    """A file or folder that cannot be written: rights, a full disk, something else in its place.

    Args:
        message: what is wrong and what to do.
        path: the file or folder.
    """

    exit_code = 8

    def __init__(self, message: str, *, path: object) -> None:
        self.path = path
        super().__init__(f"{path}: {message}")


class LineCountError(InputError):
    """Files that should be line-aligned and are not (exit code 17, as in sacreBLEU)."""

    exit_code = 17


class TableError(InputError):
    """A language pack's table that breaks its schema; names file and field."""

    exit_code = 4


class PluginError(DiscotagError):
    """A plugin that cannot be loaded or whose declarations cannot be used."""

    exit_code = 4


class PlanError(DiscotagError):
    """A run that cannot be planned; holds every gap at once.

    Args:
        gaps: one sentence per gap, each with its cure.
        unknown: the names among them that nothing declares.
    """

    exit_code = 2

    def __init__(self, gaps: Iterable[str], unknown: Iterable[Unknown] = ()) -> None:
        self.gaps, self.unknown = tuple(gaps), tuple(unknown)
        head = "this run cannot be planned:" if len(self.gaps) > 1 else "this run cannot be planned"
        joint = "\n  - " if len(self.gaps) > 1 else ": "
        super().__init__(head + "".join(joint + gap for gap in self.gaps))


class ComponentError(DiscotagError):
    """A component that raised or returned nonsense while it worked.

    Args:
        owner: the plugin that declared it.
        component: its role and name, such as `tagger formality`.
        message: what happened.
        document: the document it worked on, if it was one.
    """

    exit_code = 5

    def __init__(
        self, owner: str, component: str, message: str, *, document: str | None = None
    ) -> None:
        self.owner, self.component, self.document, self.reason = owner, component, document, message
        where = f" on document {document!r}" if document is not None else ""
        super().__init__(f"{component} (plugin {owner}) failed{where}: {message}")


class MissingLayerError(DiscotagError):
    """A layer that was read but not computed: a component must declare it in `needs`."""

    exit_code = 5

    def __init__(self, layer: str) -> None:
        self.layer = layer
        has_side = "." not in layer and layer != "alignment"
        advice = f"; taggers, scorers and checks name its side, too: 'target.{layer}'"
        super().__init__(
            f"layer {layer!r} was read but not computed; declare it in `needs`"
            f"{advice if has_side else ''}"
        )


class UndeclaredMarksError(DiscotagError):
    """Marks that were read by a component that declares no phenomena."""

    exit_code = 5

    def __init__(self) -> None:
        super().__init__(
            "marks were read, but no phenomenon is declared; name those whose marks it reads in"
            " `phenomena`"
        )


class SkippedWorkError(DiscotagError):
    """A run that finished although some documents failed (`--on-error skip`)."""

    exit_code = 6
