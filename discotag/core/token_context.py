"""Sites: one token of one side of a document, where a condition is tried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef

if TYPE_CHECKING:
    from discotag.core.document import Document, SideName
    from discotag.core.tokens import Token, Tokens


@dataclass(frozen=True, slots=True)
class TokenContext:
    """One token of one side of a document, and what stands around it."""

    document: Document
    side: SideName
    segment: int
    token: int

    @property
    def tokens(self) -> Tokens:
        """All tokens of the segment on this side."""
        document = self.document
        return (document.target if self.side == "target" else document.source)[self.segment]

    @property
    def word(self) -> Token:
        """The token itself."""
        return self.tokens[self.token]

    @property
    def place(self) -> TokenRef:
        """The place, as marks and evidence name it."""
        return TokenRef(self.side, self.segment, self.token)

    def at(self, token: int) -> TokenContext:
        """Return the site of another token of the same segment."""
        return TokenContext(self.document, self.side, self.segment, token)

    def linked(self) -> tuple[TokenContext, ...]:
        """Return the sites of the tokens on the other side that are linked to this one."""
        links = self.document.links(self.segment)
        if self.side == "target":
            return tuple(
                TokenContext(self.document, "source", self.segment, i)
                for i in links.sources(self.token)
            )
        return tuple(
            TokenContext(self.document, "target", self.segment, j)
            for j in links.targets(self.token)
        )
