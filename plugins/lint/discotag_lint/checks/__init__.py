"""Checks of a translation without a reference: address, terms, agreement of pronouns."""

from __future__ import annotations
