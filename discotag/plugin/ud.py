"""For plugins that ask about parts of speech and relations of Universal Dependencies.

Example:
    >>> from discotag.plugin import ud
    >>> ud.base("nsubj:pass"), "AUX" in ud.VERBAL
    ('nsubj', True)
"""

from __future__ import annotations

from discotag.language.ud import NOMINAL, OPENERS, VERBAL, base, opens_clause, relation

__all__ = ["NOMINAL", "OPENERS", "VERBAL", "base", "opens_clause", "relation"]
