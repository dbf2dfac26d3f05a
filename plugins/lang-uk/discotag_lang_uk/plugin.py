"""Declares the Ukrainian pack."""

from discotag.plugin import declare_languages, table_keys

DISCOTAG_API = (1, 0)
discotag_languages = declare_languages("discotag_lang_uk")
ukrainian = table_keys("discotag_lang_uk")
