"""The roof: the `discotag` program, the only place that prints."""

from __future__ import annotations


def main() -> None:
    """Run the program; signals are heeded from the first import on."""
    from discotag.cli import stopping

    stopping.listen()
    with stopping.told():
        from discotag.cli.app import main as program

        program()


__all__ = ["main"]
