"""The roof: the `discotag` program, the only place that prints."""

from discotag.cli.app import main

__all__ = ["main"]
