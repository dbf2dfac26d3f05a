"""Packages begun for authors: a language, a phenomenon, an aligner, a coref, a scorer, a check."""

from discotag.scaffold.request import Kind, Request
from discotag.scaffold.writing import write_package

__all__ = ["Kind", "Request", "write_package"]
