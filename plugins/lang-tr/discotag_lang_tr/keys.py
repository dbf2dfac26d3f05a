"""Keys of the translation table: Turkish words without their endings, as far as cutting tells.

Turkish stems are short and hold still while endings follow: what stands before an apostrophe, and
of other words the first five letters, is most of the stem. *İ* and *I* are written *i*: whoever
does not know the language lower-cases them so.
"""

from __future__ import annotations

STEM_LETTERS = 5


def stem(word: str) -> str:
    r"""Cut a word in lower case to its key.

    Example:
        >>> stem("ankara'ya"), stem("kitaplarımızdan"), stem("i\u0307stiyorum")
        ('ankar', 'kitap', 'istiy')
    """
    plain = word.replace("\u0307", "").replace("ı", "i")
    return (plain.partition("'")[0] or plain)[:STEM_LETTERS]
