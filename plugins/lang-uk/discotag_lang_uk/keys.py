"""Keys of Ukrainian words in translation tables: endings of nouns, adjectives and verbs are cut."""

from __future__ import annotations

ENDINGS = tuple(
    sorted(
        {
            *("а", "я", "у", "ю", "і", "ї", "и", "е", "є", "о", "ь", "й", "ів", "їв", "ей", "ам", "ям"),
            *("ах", "ях", "ами", "ями", "ою", "ею", "єю", "ом", "ем", "єм", "ові", "еві", "єві"),
            *("ий", "ій", "ого", "ього", "ому", "ьому", "им", "ім", "их", "іх", "ими", "іми", "ої"),
            *("ати", "яти", "ити", "іти", "їти", "ути", "ти", "ав", "яв", "ив", "ів", "ла", "ло", "ли"),
            *("ала", "яла", "ила", "іла", "ало", "ило", "али", "яли", "или", "іли", "є", "ає", "яє", "ує"),
            *("ить", "їть", "ять", "ать", "уть", "ють", "ають", "ують", "иш", "їш", "еш", "єш", "аєш"),
            *("имо", "їмо", "емо", "ємо", "аємо", "ите", "їте", "ете", "єте", "аєте", "уєте", "ують"),
            *("ся", "сь", "лася", "вся", "лися", "тися", "ться", "ється", "ить ся", "аю", "ую", "аємо"),
            *("ість", "ості", "істю", "ення", "енню", "енням", "ання", "анню", "анням"),
        },
        key=lambda ending: (-len(ending), ending),
    )
)
SHORTEST = 3
"""How many letters a key must keep."""


def step(word: str) -> str:
    """Return a word without its ending; a soft sign and an apostrophe count as no letters.

    Example:
        >>> step("книгами"), step("читаєш")
        ('книг', 'чит')
    """
    bare = word.replace("ʼ", "").replace("'", "").replace("’", "")
    for ending in ENDINGS:
        if bare.endswith(ending) and len(bare) - len(ending) >= SHORTEST:
            return bare.removesuffix(ending)
    return bare
