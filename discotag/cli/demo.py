"""`discotag demo`: the main job on the bundled documents, offline."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from discotag.cli import options
from discotag.cli.outputs import writable_folder


def demo(
    target: Annotated[
        str,
        typer.Argument(
            help="Target language of a bundled pair, or a plugin's demo: fr, ja, cxmi …"
        ),
    ] = "fr",
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            callback=writable_folder,
            help="Folder to write; default: demo-report-en-TARGET, or demo-NAME.",
        ),
    ] = None,
    quiet: options.Quiet = False,
    output: options.Output = options.Format.TEXT,
) -> None:
    """Run the whole job on four short documents, their translation and two systems' mistakes.

    The documents were written for this purpose and come with discotag; nothing is downloaded.
    A plugin's command `demo-NAME` is reached as `discotag demo NAME`, too.
    """
    from discotag.cli.plugin_programs import load_program, running_program
    from discotag.cli.session import open_registry

    registry = open_registry()
    if f"demo-{target}" in registry.commands:
        declared = registry.commands.get(f"demo-{target}")
        plugins_demo = load_program("command", declared)
        with running_program("command", declared):
            plugins_demo(out=out or Path(f"demo-{target}"), quiet=quiet, output=output)
        return
    from discotag.cli.run import run
    from discotag.demo import demo_files

    files = demo_files(target)
    folder = out if out is not None else Path(f"demo-report-en-{target}")
    run(
        source=files.source,
        reference=[str(files.reference)],
        docids=files.docids,
        source_language="en",
        target_language=target,
        hypothesis=[f"{name}={path}" for name, path in files.hypotheses.items()],
        out=folder,
        quiet=quiet,
        output=output,
    )
    if not quiet and output is options.Format.TEXT:
        typer.echo(
            f"\nOpen {folder}/report.html in a browser: every tag in its text, with the word that"
            f" decides it.\nThe documents, and a README with each system's mistakes by kind, are in"
            f" {files.source.parent}/.\nNext: discotag run --help"
        )
