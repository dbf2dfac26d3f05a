"""Declares the Russian pack."""

from discotag.plugin import declare_languages

DISCOTAG_API = (1, 0)
discotag_languages = declare_languages("discotag_lang_ru")
