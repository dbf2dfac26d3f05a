"""Files are given once: a second --src never takes the place of the first without a word."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

FILES = frozenset({"source", "target", "docids", "out"})
"""Options (by their parameter) that name one file."""


class Once(TyperCommand):
    """A command that refuses an option of one file that is given twice."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; a usage error names the option that is given twice."""
        if not ctx.resilient_parsing:
            _, _, order = self.make_parser(ctx).parse_args(args=list(args))
            given = [item for item in order if item.name in FILES]
            for place, parameter in enumerate(given):
                if parameter in given[:place] and not getattr(parameter, "multiple", False):
                    ctx.fail(f"{parameter.opts[0]} is given twice; the command takes one file")
        return super().parse_args(ctx, args)
