"""Packages begun for authors: a language, a phenomenon, an aligner, a coref, a scorer, a check."""

from discotag._scaffold.request import Kind, Request
from discotag._scaffold.writing import write_package

__all__ = ["Kind", "Request", "write_package"]
