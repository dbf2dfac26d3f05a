"""Where files of the repository stand on the site, and links between them."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s#]+)(?P<anchor>#[^)\s]*)?\)")
FENCE = re.compile(r"^(```.*?^```[^\n]*\n?)", re.MULTILINE | re.DOTALL)
HOME = "README.md"
"""On the site its place is taken by docs/index.md."""


class Pages:
    """The Markdown files outside docs/ that become pages: READMEs, details, changelogs, cards.

    Args:
        root: the repository.
    """

    def __init__(self, root: Path) -> None:
        """Find the files."""
        self.root = root
        found = [root / "CHANGELOG.md", root / "training/README.md", root / "benchmarks/README.md"]
        found += [root / "examples/README.md"]
        found += sorted(root.glob("plugins/*/README.md"))
        found += sorted(root.glob("plugins/*/DETAILS.md"))
        found += sorted(root.glob("plugins/*/discotag_*/**/CARD.md"))
        self.outside = {
            f"repository/{path.relative_to(root).as_posix()}": path
            for path in found
            if path.exists()
        }

    def packages(self) -> Iterator[tuple[str, str]]:
        """Yield each distribution's name and the page that its README is."""
        for uri in self.outside:
            if re.fullmatch(r"repository/plugins/[^/]+/README\.md", uri):
                yield f"discotag-{uri.split('/')[2]}", uri

    def others(self) -> Iterator[tuple[str, str]]:
        """Yield a title and the page for all other files."""
        packages = {uri for _, uri in self.packages()}
        for uri in sorted(self.outside.keys() - packages):
            yield uri.removeprefix("repository/").removesuffix(".md"), uri

    def relinked(self, uri: str, markdown: str) -> str:
        """Lead the links of a page to pages; what is no page becomes plain text.

        A link to nothing stays as it is, so that a strict build fails on it.
        """
        here = self.path_of(uri).parent

        def lead(match: re.Match[str]) -> str:
            target = match["target"]
            if re.match(r"[a-z]+:", target):
                return match[0]
            path = os.path.normpath(here / target)
            place = self.uri_of(os.path.relpath(path, self.root))
            if place is not None:
                start = os.path.dirname(uri) or "."
                return f"[{match['text']}]({os.path.relpath(place, start)}{match['anchor'] or ''})"
            return match["text"] if os.path.exists(path) else match[0]

        parts = FENCE.split(markdown)
        return "".join(part if part.startswith("```") else LINK.sub(lead, part) for part in parts)

    def path_of(self, uri: str) -> Path:
        """Return the file that a page is made from (for a generated page, where it would be)."""
        return self.outside.get(uri, self.root / "docs" / uri)

    def uri_of(self, path: str) -> str | None:
        """Return the page that a file of the repository is, or None."""
        if path == HOME:
            return "index.md"
        if path.startswith("docs/"):
            return path.removeprefix("docs/")
        place = f"repository/{path}"
        return place if place in self.outside else None
