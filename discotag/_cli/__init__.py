"""The roof: the `discotag` program, the only place that prints."""

from __future__ import annotations


def main() -> None:
    """Run the program; signals are heeded from the first import on."""
    from discotag._analysis.spacy_start import spare_torch
    from discotag._cli import signals
    from discotag.core.garbage import collect_rarely

    signals.listen()
    collect_rarely()
    spare_torch()
    with signals.told():
        from discotag._cli.app import main as program

        program()


__all__ = ["main"]
