"""The hooks of mkdocs: pages that are made from code, examples of the packs, links out of docs/."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File

from website.generated import (
    accuracy,
    checks,
    commands,
    examples,
    hookspecs,
    languages,
    plugins,
    schemas,
)
from website.links import Pages

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

ROOT = Path(__file__).parents[1]
PAGES = Pages(ROOT)
REFERENCE = {
    "reference/accuracy.md": accuracy.page,
    "reference/judgements.md": accuracy.judgements_page,
    "reference/checks.md": checks.page,
    "reference/commands.md": commands.page,
    "reference/hooks.md": hookspecs.page,
    "reference/languages.md": languages.page,
    "reference/plugins.md": plugins.page,
    "reference/schemas.md": schemas.page,
}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """List the READMEs of the distributions, and what else of the repository is worth reading."""
    section = next(part["Project"] for part in config.nav or () if "Project" in part)
    section.append({"Packages": [{name: uri} for name, uri in PAGES.packages()]})
    section.extend({name: uri} for name, uri in PAGES.others())
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the generated pages, and those that stand outside docs/."""
    for uri, make in REFERENCE.items():
        files.append(File.generated(config, uri, content=make()))
    for uri, text in accuracy.tables().items():
        files.append(File.generated(config, uri, content=text))
    for uri, text in schemas.files().items():
        files.append(File.generated(config, f"reference/{uri}", content=text))
    for uri, path in PAGES.outside.items():
        files.append(File.generated(config, uri, content=path.read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Insert the packs' examples; point links to other files of the repository somewhere."""
    uri = page.file.src_uri
    return PAGES.relinked(uri, examples.filled(markdown))
