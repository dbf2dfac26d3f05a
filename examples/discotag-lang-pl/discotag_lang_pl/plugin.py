"""Declares Polish."""

from discotag.plugin import LanguagePack, hookimpl

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_languages():
    """Declare the pack; everything else is in `data/`."""
    yield LanguagePack.from_package("discotag_lang_pl")
