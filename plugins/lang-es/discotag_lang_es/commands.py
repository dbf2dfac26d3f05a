"""Spanish commands: the forms of a verb that command, and the pronouns attached to them.

Real Academia Española, Nueva gramática de la lengua española, ch. 4 (verbal inflection) and § 42.3
(imperative).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

Command = tuple[str, str]
ENCLITICS = re.compile(r"(?:me|te|se|nos|os)?(?:me|te|nos|os)?(?:l[aeo]s?)?")
LONGEST = 8
PLAIN = str.maketrans("áéíóú", "aeiou")
SPELLINGS = {
    "ar": (("c", "qu"), ("g", "gu"), ("z", "c"), ("gu", "gü")),
    "er": (("c", "z"), ("c", "zc"), ("g", "j"), ("gu", "g")),
}
VARIANTS = (("e", "ie"), ("o", "ue"), ("e", "i"), ("u", "ue"))


def splits(form: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to cut attached pronouns off a form, longest pronouns first.

    Example:
        >>> list(splits("dímelo"))
        [('dí', 'melo'), ('díme', 'lo')]
    """
    for at in range(max(2, len(form) - LONGEST), len(form)):
        if ENCLITICS.fullmatch(form, at) and re.search("[aeiouáéíóú]", form[:at]):
            yield form[:at], form[at:]


def regular_commands(lemma: str) -> Iterator[tuple[str, str]]:
    """Yield the commands to *tú* and *usted* that a regular or vowel-changing verb may have."""
    stem, ending = lemma[:-2], lemma[-2:]
    if ending not in {"ar", "er", "ir", "ír"} or not stem:
        return
    is_first = ending == "ar"
    stems = [stem]
    for old, new in VARIANTS:
        at = stem.rfind(old)
        if at >= 0 and not re.search("[aeiou]", stem[at + 1 :].removeprefix("u")):
            stems.append(stem[:at] + new + stem[at + 1 :])
    for variant in stems:
        yield variant + ("a" if is_first else "e"), "2"
        spelled = {variant}
        for old, new in SPELLINGS["ar" if is_first else "er"]:
            if variant.endswith(old):
                spelled.add(variant.removesuffix(old) + new)
        for other in spelled:
            yield other + ("e" if is_first else "a"), "3"


def chosen(commands: list[Command], clitics: str) -> Command:
    """Choose among commands of one form: *siéntate*, *siéntese* are of *sentar*."""
    wanted = "3" if clitics.startswith("se") else "2" if clitics.startswith("te") else None
    fitting = [command for command in commands if command[0] == wanted] or commands
    return next((command for command in fitting if command[1].endswith("ar")), fitting[0])


def without_accents(form: str) -> str:
    """Return a form with plain vowels."""
    return form.translate(PLAIN)
