"""HTML entities that a translation shows as text: `C&#39;est` where the source has `It's`.

Services that answer in HTML leave them behind. Where the source has entities or tags of its own,
the text is HTML and they belong there. Names: https://html.spec.whatwg.org/#named-character-references
(in Python's `html.entities`).
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Self

from discotag.core.findings import Finding, Fix
from discotag.core.interfaces import Check
from discotag.core.parsing import NoOptions
from discotag.core.tags import TokenRef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.interfaces import Context
    from discotag.core.tags import TaggedDocument
    from discotag.core.tokens import Tokens

CODE = "DT601"
ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
TAG = re.compile(r"</?[A-Za-z]")
MARKUP = frozenset("<>&")
"""Characters that are markup themselves where the text is HTML after all: a person must decide."""


class EntityCheck(Check):
    """Finds entities in translations of texts that have none."""

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the check; it has no options."""
        context.read_options(NoOptions)
        return cls()

    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        """Yield a finding for each entity, with the character as its fix."""
        document = tagged.document
        pairs = zip(document.source.segments, document.target.segments, strict=True)
        for number, (source, target) in enumerate(pairs):
            if "&" not in target or ENTITY.search(source) or TAG.search(source + target):
                continue
            for found in ENTITY.finditer(target):
                sign = html.unescape(found[0])
                token = _token_at(document.target[number], found.start())
                if token is None or sign == found[0] or not sign.strip("\ufffd"):
                    continue
                is_certain = len(sign) == 1 and sign not in MARKUP and sign.isprintable()
                is_space = sign in "\u00a0\u202f"
                fix = Fix(*found.span(), sign) if is_certain or is_space else None
                yield Finding(
                    CODE,
                    f"“{found[0]}” stands for a character and is shown as it is",
                    TokenRef("target", number, token),
                    fix=fix,
                )


def _token_at(tokens: Tokens, offset: int) -> int | None:
    """Return the token in which a character stands, or the next one."""
    return next((index for index, end in enumerate(tokens.ends) if end > offset), None)
