"""The roof: the `discotag` program, the only place that prints."""

from __future__ import annotations


def main() -> None:
    """Run the program; signals are heeded from the first import on."""
    from discotag.cli import signals
    from discotag.core.process import collect_rarely
    from discotag.language.spacy_start import spare_torch

    signals.listen()
    collect_rarely()
    spare_torch()
    with signals.told():
        from discotag.cli.app import main as program

        program()


__all__ = ["main"]
