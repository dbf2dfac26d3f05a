"""Declares the Portuguese pack: the language and its two varieties."""

from discotag.plugin import declare_languages

DISCOTAG_API = (1, 0)
discotag_languages = declare_languages(
    "discotag_lang_pt", "language-pt-br.toml", "language-pt-pt.toml"
)
